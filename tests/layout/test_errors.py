"""A form's errors are read out with the fields that they are about."""

import re
from collections.abc import Callable

import pytest


@pytest.mark.slow  # it may be the first that visits the pages
@pytest.mark.django_db
def test_every_error_describes_a_field(site_in: Callable[[str], dict[str, str]]) -> None:
    together, alone = set(), set()
    for name, html in site_in("en").items():
        described = set(" ".join(re.findall(r'aria-describedby="([^"]*)"', html)).split())
        errors = set(re.findall(r'class="errorlist" id="([^"]*)"', html))
        together |= errors
        alone |= {f"{name}: {error}" for error in errors - described}
    assert len(together) > 5, "some of the pages show forms with errors"
    assert alone == set()
