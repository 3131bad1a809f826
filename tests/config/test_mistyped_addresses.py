"""Addresses that are almost right lead to the page that was meant."""

from http import HTTPStatus

import pytest
from django.test import Client

from config.mistyped_addresses import nearest_path

pytestmark = pytest.mark.django_db

CODE = "c6swA5kw"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("/Lobby/", "/lobby/"),
        ("/LOBBY", "/lobby/"),
        ("/lobby//", "/lobby/"),
        ("/Lobby/?page=2&page=3", "/lobby/?page=2&page=3"),
        *[(f"/tables/{CODE}/{end}", f"/tables/{CODE}/") for end in (".", ")", ").", "…", "»", "%20", "'", "%3E")],
        (f"/Tables/{CODE}),", f"/tables/{CODE}/"),
        ("/.", "/"),
        ("/…", "/"),
        ("/players/What%3F%20No/.", "/players/What%3F%20No/"),
    ],
)
def test_address_that_is_almost_right_leads_to_the_page(client: Client, typed: str, meant: str) -> None:
    answer = client.get(typed)
    assert (answer.status_code, answer["Location"]) == (HTTPStatus.FOUND, meant)


@pytest.mark.parametrize("typed", ["/lobbies/", "/lobby/x/", "/tables/C6/", "/api/V1/"])
def test_other_addresses_lead_nowhere(client: Client, typed: str) -> None:
    answer = client.get(typed)
    assert answer.status_code == HTTPStatus.NOT_FOUND, answer.headers


def test_a_form_is_not_led_elsewhere(client: Client) -> None:
    assert client.post("/Lobby/").status_code == HTTPStatus.NOT_FOUND


def test_a_missing_slash_is_added_before_anything_is_taken_away(client: Client) -> None:
    """Names may end with a full stop."""
    assert client.get("/players/J.")["Location"] == "/players/J./"


def test_no_address_leads_to_another_site() -> None:
    assert nearest_path("//evil.example/") is None
    assert nearest_path("//Lobby/") == "/lobby/"
