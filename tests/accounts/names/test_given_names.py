"""Names that the site gives to guests are in the language of whoever reads them, and stored once."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.base.names import as_stored, isolated
from accounts.models import User
from accounts.signing_in.guests import create_guest
from games.engine import Rules
from games.lobby import tables
from games.values import TableOptions

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("stored", "in_spanish"),
    [("Guest", "Visitante"), ("Guest 3", "Visitante 3"), ("Guesty", "Guesty"), ("Guest X", "Guest X"), ("Ana", "Ana")],
)
def test_name_is_in_the_language_of_the_reader(stored: str, in_spanish: str) -> None:
    assert isolated(stored) == stored
    with translation.override("es"):
        assert isolated(stored) == in_spanish


@pytest.mark.parametrize(
    ("written", "stored"),
    [("Visitante 12", "Guest 12"), ("visitante", "Guest"), ("guest 4", "Guest 4"), ("Visitantes", "Visitantes")],
)
def test_name_in_any_language_is_stored_in_one(written: str, stored: str) -> None:
    assert as_stored(written) == stored


def test_guest_who_writes_the_name_in_spanish_is_one_of_them() -> None:
    assert create_guest("Visitante").username == "Guest"
    assert create_guest("Guest").username.startswith("Guest ")


@pytest.mark.parametrize(("language", "words"), [("en", "Guest’s table"), ("es", "Mesa de Visitante")])
def test_table_of_a_guest_without_a_name_is_in_the_language_of_the_reader(
    client: Client, language: str, words: str
) -> None:
    """A Spanish visitor came without giving a name, and then opened it."""
    client.post(reverse("games:play_now"), {"players": "people"}, headers={"Accept-Language": "es"})
    host = User.objects.get()
    assert host.username == "Guest"
    code = tables.open_table(host=host, rules=Rules(), name="", options=TableOptions()).code
    page = Client().get(reverse("games:table", args=[code]), headers={"Accept-Language": language})
    assert words in page.text
