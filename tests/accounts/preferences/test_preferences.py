"""Preferences in the settings: stored on the account, guests' included, and rendered on every page."""

import re
from http import HTTPStatus
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from accounts.base.choices import HandOrder
from accounts.models import Back, CardSize, Deck, Felt, Preferences, Theme, User
from accounts.signing_in import guests
from tests.clients import ClientFor

pytestmark = pytest.mark.django_db

PAGES = ("look", "table", "alerts", "account")
ACCOUNT = "/me/settings/account/"

LOOK = {
    "theme": Theme.DARK,
    "felt": Felt.WINE,
    "back": Back.WAVES,
    "deck": Deck.CLEAR,
    "card_size": CardSize.LARGE,
    "four_colours": "on",
    "no_animation": "on",
}
TABLE = {
    "hand_order": HandOrder.RISING,
    "confirms_card": "on",
    "no_card_ahead": "on",
    "autoplays_last": "on",
    "autoplays_forced": "on",
    "sounds": "on",
    "text_table": "on",
}
CHOICES = ("theme", "felt", "back", "deck", "card_size")
MARKS = (
    'data-theme="dark"', 'data-felt="wine"', 'data-back="waves"', 'data-deck="clear"', 'data-suits="four"',
    'data-cards="large"', 'data-motion="off"', 'data-table="text"',
    "data-plays-last", "data-plays-forced", "data-sound", "data-asks-twice=",
)  # fmt: skip


@pytest.fixture
def guest() -> User:
    return guests.create_guest("Alex")


def root_of(client: Client, page: str = "games:home") -> str:
    """Return the opening tag of the page's root element."""
    html = client.get(reverse(page)).content.decode()
    return html[html.index("<html") : html.index("<head")]


def test_players_have_sound_by_default_and_no_other_attribute(
    client: Client, client_for: ClientFor, guest: User
) -> None:
    assert root_of(client) == '<html lang="en">\n'
    assert root_of(client_for(guest)) == '<html lang="en" data-sound>\n'


def test_stored_preferences_are_on_every_page(client_for: ClientFor, guest: User) -> None:
    client = client_for(guest)
    assert client.post(reverse("settings_look"), LOOK)["Location"] == reverse("settings_look")
    client.post(reverse("settings_table"), TABLE)
    for page in ("games:home", "games:rules", "settings_look"):
        assert all(mark in root_of(client, page) for mark in MARKS)
    guest.refresh_from_db()
    assert {field.name: getattr(guest, field.name) for field in Preferences._meta.get_fields()} == {
        name: value if value != "on" else True for name, value in (LOOK | TABLE).items()
    }


@pytest.mark.parametrize(
    ("theme", "scheme"), [(Theme.DEVICE, "light dark"), (Theme.LIGHT, "only light"), (Theme.DARK, "dark")]
)
def test_browser_that_darkens_pages_leaves_a_chosen_theme_alone(
    theme: Theme, scheme: str, client_for: ClientFor, guest: User
) -> None:
    User.objects.update(theme=theme)
    assert f'<meta name="color-scheme" content="{scheme}">' in client_for(guest).get(reverse("settings_look")).text
    rule = f'[data-theme="{theme}"]' if theme else ":root"
    assert re.search(
        rf"^{re.escape(rule)} {{\s+color-scheme: {scheme};", Path(finders.find("css/tokens.css")).read_text(), re.M
    )


@pytest.mark.parametrize("page", PAGES)
def test_no_browser_fills_in_choices_of_an_earlier_visit(client_for: ClientFor, guest: User, page: str) -> None:
    forms = re.findall(r'<form class="settings-form"[^>]*>', client_for(guest).get(reverse(f"settings_{page}")).text)
    assert len(forms) == 1
    assert 'autocomplete="off"' in forms[0]


def test_reset_preferences_leave_no_attributes(client_for: ClientFor, guest: User) -> None:
    client = client_for(guest)
    for page, chosen, reset in (("look", LOOK, dict.fromkeys(CHOICES, "")), ("table", TABLE, {"hand_order": ""})):
        client.post(reverse(f"settings_{page}"), chosen)
        client.post(reverse(f"settings_{page}"), reset)
    assert root_of(client) == '<html lang="en">\n'


@pytest.mark.parametrize("wrong", [*({name: "pink"} for name in CHOICES), {"theme": "dark\x00"}])
def test_invalid_preferences_are_refused(client_for: ClientFor, guest: User, wrong: dict[str, str]) -> None:
    client = client_for(guest)
    answer = client.post(reverse("settings_look"), {**LOOK, **wrong})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "errorlist" in answer.content.decode()
    assert root_of(client) == '<html lang="en" data-sound>\n'


def test_saving_returns_to_the_page_before(client_for: ClientFor, guest: User) -> None:
    client = client_for(guest)
    assert 'name="next" value="/rules/"' in client.get(reverse("settings_look") + "?next=/rules/").content.decode()
    assert client.post(reverse("settings_look"), {**LOOK, "next": "/rules/"})["Location"] == "/rules/"


@pytest.mark.parametrize(
    "elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)", "xyz", "account_logout"]
)
def test_saving_does_not_redirect_to_other_sites(client_for: ClientFor, guest: User, elsewhere: str) -> None:
    client = client_for(guest)
    page = client.get(reverse("settings_look"), {"next": elsewhere}).content.decode()
    assert f'"{elsewhere}"' not in page
    assert client.post(reverse("settings_look"), {**LOOK, "next": elsewhere})["Location"] == reverse("settings_look")


def test_style_sheet_knows_every_look() -> None:
    style = Path(str(finders.find("css/site.css"))).read_text()
    for name, choices in (("felt", Felt), ("back", Back), ("deck", Deck)):
        for value in choices.values:
            assert (f'[data-{name}="{value}"]' if value else ":root") in style


def test_guest_sees_a_picture_of_the_choice(client_for: ClientFor, guest: User) -> None:
    page = client_for(guest).get(reverse("settings_look")).text
    assert 'class="sample" role="img" aria-label="How the table will look"' in page
    assert all(f'name="{name}" value="{value}"' in page for name, value in (("felt", "blue"), ("back", "dots")))


def test_preferences_belong_to_one_player(client_for: ClientFor, guest: User) -> None:
    client_for(guest).post(reverse("settings_look"), LOOK)
    assert root_of(client_for(guests.create_guest("Ben"))) == '<html lang="en" data-sound>\n'


def test_switch_at_the_table_stores_the_sounds_alone(client_for: ClientFor, guest: User) -> None:
    client, table = client_for(guest), reverse("settings_table")
    client.post(table, {**TABLE, "sounds": "on"})
    for value, is_on in (("false", False), ("on", True)):
        answer = client.post(table, {"only": "sounds", "sounds": value})
        assert answer.status_code == HTTPStatus.NO_CONTENT
        assert ("data-sound" in root_of(client)) is is_on
    assert "data-table" in root_of(client)


def test_pages_of_an_account_lead_back_to_its_settings(client: Client) -> None:
    """In the column itself: on a phone the header is out of sight at the end of a form."""
    User.objects.create_user("Alex", "alex@example.org", "correct horse")
    client.post("/accounts/login/", {"login": "Alex", "password": "correct horse"})
    column = re.compile(r"<main.*</main>", re.DOTALL)

    def links(address: str) -> set[str]:
        page = client.get(address)
        is_page = page.headers["Content-Type"].startswith("text/html")
        return set(re.findall(r'href="(/[^"#]*)', column.findall(page.text)[0])) if is_page else {ACCOUNT}

    of_account = {address for address in links(ACCOUNT) if address.startswith((ACCOUNT, "/accounts/"))}
    assert {"/accounts/email/", "/accounts/2fa/", f"{ACCOUNT}?open=tokens"} <= of_account
    assert all(ACCOUNT in links(address) for address in of_account)
