"""A fixture for tests of answers without their pages."""

import pytest
from django.template.backends.django import Template


@pytest.fixture
def empty_templates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every template be empty: a status and a redirect are decided before, and to fill it takes most of the time.

    That pages are drawn without an error, and for whom, is for tests/pages, test_fuzzing.py and the tests of views.
    """
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
