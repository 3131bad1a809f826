"""A part of a page that htmx asks for, and that is answered by the page of an error or by the way to sign in."""

import re
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from config.middleware import FragmentErrorsMiddleware
from tests.clients import ClientFor
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def asked_by_htmx(client: Client, address: str, target: str) -> dict[str, str]:
    response = client.get(address, headers={"HX-Request": "true", "HX-Target": target})
    return {name: value for name, value in response.headers.items() if name.startswith("HX-")}


def test_error_of_a_part_is_shown_as_a_notice(client: Client) -> None:
    nowhere = reverse("games:board_outcome", args=["day-1999-01-01", 1])
    assert asked_by_htmx(client, nowhere, "div#after-board") == FragmentErrorsMiddleware.AS_NOTICE
    page = client.get(nowhere)
    assert page.status_code == HTTPStatus.NOT_FOUND
    assert len(re.findall(r"</h1>\s*<p>", page.text)) == 1, "the sentence"
    assert "HX-Retarget" not in page.headers


@pytest.mark.parametrize("target", FragmentErrorsMiddleware.REPLACED)
def test_error_takes_the_place_of_a_whole_page(client: Client, target: str) -> None:
    assert asked_by_htmx(client, "/nowhere/", target) == {}


def test_whoever_has_signed_out_elsewhere_is_led_to_signing_in(client: Client, client_for: ClientFor) -> None:
    page = reverse("settings_look")
    assert asked_by_htmx(client, page, "div#avatars") == {"HX-Redirect": f"{reverse('account_login')}?next={page}"}
    assert asked_by_htmx(client_for(new_player()), page, "div#avatars") == {}
