"""The four pages of settings: a control saves itself and nothing else, and addresses from before lead on."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.signing_in import guests
from tests.clients import ClientFor
from tests.staff.people import registered

pytestmark = pytest.mark.django_db

SPANISH = {"accept-language": "es"}


@pytest.fixture(params=["guest", "player"])
def user(request: pytest.FixtureRequest) -> User:
    return guests.create_guest("Alex") if request.param == "guest" else registered("Alex")


@pytest.mark.parametrize(
    ("page", "name", "value", "stored"),
    [
        ("look", "felt", "wine", "wine"),
        ("look", "four_colours", "on", True),
        ("table", "hand_order", "rising", "rising"),
        ("table", "sounds", "on", True),
        ("alerts", "daily_alerts", "on", True),
        ("account", "language", "es", "es"),
        ("account", "time_zone", "Asia/Tokyo", "Asia/Tokyo"),
        ("account", "online_to", "nobody", "nobody"),
    ],
)
def test_control_saves_itself_alone(
    user: User, client_for: ClientFor, page: str, name: str, value: str, stored: object
) -> None:
    User.objects.update(theme="dark", text_table=True, quiet_hours=True, visibility="private", sounds=False)
    client, before = client_for(user), User.objects.values().get()
    answer = client.post(reverse(f"settings_{page}"), {"only": name, name: value})
    assert (answer.status_code, answer.content) == (204, b"")
    after = User.objects.values().get()
    assert {field: after[field] for field in after if after[field] != before[field]} == {name: stored}


def test_switch_that_is_off_is_not_among_the_fields(user: User, client_for: ClientFor) -> None:
    User.objects.update(sounds=True)
    assert client_for(user).post(reverse("settings_table"), {"only": "sounds"}).status_code == 204
    assert not User.objects.get().sounds


@pytest.mark.parametrize(
    ("page", "fields", "status", "reason"),
    [
        ("look", {"only": "felt", "felt": "pink"}, 422, "pink"),
        ("account", {"only": "visibility", "visibility": ""}, 422, "obligatorio"),
        ("account", {"only": "time_zone", "time_zone": "Mars/Olympus"}, 422, "Mars/Olympus"),
        ("look", {"only": "is_staff", "is_staff": "on"}, 400, "Ese ajuste no existe."),
        ("look", {"only": "sounds", "sounds": "on"}, 400, "Ese ajuste no existe."),
        ("look", {"only": "", "felt": "wine"}, 400, "Ese ajuste no existe."),
    ],
)
def test_what_is_refused_is_explained_in_the_reader_s_language(
    user: User, client_for: ClientFor, page: str, fields: dict[str, str], status: int, reason: str
) -> None:
    client, before = client_for(user), User.objects.values().get()
    answer = client.post(reverse(f"settings_{page}"), fields, headers=SPANISH)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert reason in answer.text
    assert User.objects.values().get() == before


def test_one_button_saves_a_page_without_a_script(user: User, client_for: ClientFor) -> None:
    client = client_for(user)
    for page in ("look", "table", "alerts", "account"):
        text = client.get(reverse(f"settings_{page}")).text
        assert text.count("<noscript><button") == 1
    User.objects.update(sounds=True)
    answer = client.post(reverse("settings_table"), {"hand_order": "suits", "text_table": "on"}, follow=True)
    assert "Your settings are saved." in answer.text
    stored = User.objects.get()
    assert (stored.hand_order, stored.text_table, stored.sounds) == ("suits", True, False)


def test_settings_lead_back_to_the_table_they_were_opened_from(user: User, client_for: ClientFor) -> None:
    text = client_for(user).get("/you/?next=/tables/KQJT98/", follow=True).text
    assert 'class="settings-back" href="/tables/KQJT98/"' in text
    assert 'href="/me/settings/account/?next=%2Ftables%2FKQJT98%2F"' in text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("/you/", "/me/settings/look/"),
        ("/you/notifications/", "/me/settings/alerts/"),
        ("/you/visibility/", "/me/settings/account/"),
        ("/you/vacation/", "/me/settings/account/vacation/"),
        ("/you/tokens/", "/me/settings/account/tokens/"),
        ("/you/bot/", "/api/bot-account/"),
        ("/me/settings/account/bot/", "/api/bot-account/"),
        ("/you/browser/renew/", "/me/settings/alerts/browser/renew/"),
    ],
)
def test_addresses_from_before_lead_on_for_good(client: Client, old: str, new: str) -> None:
    answer = client.get(f"{old}?next=/rules/")
    assert (answer.status_code, answer.headers["Location"]) == (301, f"{new}?next=/rules/")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("look/avatar/", "look/#avatars"),
        ("account/vacation/", "account/?open=vacation"),
        ("account/link/", "account/?open=link"),
        ("account/tokens/", "account/?open=tokens"),
        ("account/remove/", "account/?open=remove"),
    ],
)
def test_former_page_of_the_settings_is_part_of_another(user: User, client_for: ClientFor, old: str, new: str) -> None:
    client = client_for(user)
    answer = client.get(f"/me/settings/{old}")
    assert (answer.status_code, answer.headers["Location"]) == (301, f"/me/settings/{new}")
    part = new.rpartition("#" if "#" in new else "=")[2]
    is_there = f'id="{part}"' in client.get(answer.headers["Location"]).text
    assert is_there is not (user.is_guest and part == "tokens")


def test_former_pages_of_name_and_password_are_sections_for_who_has_them(client_for: ClientFor) -> None:
    guest, player = client_for(guests.create_guest("Zoe")), client_for(registered("Ida"))
    for client, old, section in (
        (guest, "/me/settings/account/name/", "name"),
        (player, "/accounts/password/change/", "password"),
    ):
        answer = client.get(old)
        assert (answer.status_code, answer["Location"]) == (301, f"/me/settings/account/?open={section}")
        assert f'<section class="stacked" id="{section}"' in client.get(answer["Location"]).text


@pytest.mark.parametrize(
    ("section", "address", "fields", "reason"),
    [
        ("vacation", "/me/settings/account/vacation/", {"days": "31"}, "31"),
        ("password", "/accounts/password/change/", {"oldpassword": "wrong"}, "password1"),
        ("remove", "/me/settings/account/remove/", {"proof": "wrong"}, "The password is wrong."),
    ],
)
def test_form_that_is_refused_comes_back_in_its_section(
    client_for: ClientFor, section: str, address: str, fields: dict[str, str], reason: str
) -> None:
    answer = client_for(registered("Ida")).post(address, fields)
    assert answer.status_code == 422
    opened = answer.text.partition(f'<section class="stacked" id="{section}"')[2].partition("</section>")[0]
    assert "errorlist" in opened
    assert reason in opened


def test_form_of_an_old_page_is_sent_on_or_changes_nothing(user: User, client_for: ClientFor) -> None:
    User.objects.update(visibility="private", language="es", notification_channels={"turns": ["push"]})
    client, before = client_for(user), User.objects.values().get()
    for old in ("/you/", "/you/notifications/", "/you/visibility/"):
        assert client.post(old, {"theme": "dark", "turn_push": "on"}, follow=True).status_code == 200
    assert User.objects.values().get() == before, "a page that lacks fields would reset them"
    client.post("/you/vacation/", {"days": "3"}, follow=True)
    assert User.objects.get().is_on_vacation


def test_suspended_player_still_reaches_the_own_data_from_an_old_address(client_for: ClientFor) -> None:
    ana = registered("Ana")
    User.objects.update(suspended_until="2040-01-01T00:00:00Z")
    assert client_for(ana).get("/you/export/", follow=True).headers["Content-Type"] == "application/json"
    assert client_for(ana).get("/you/", follow=True).status_code == 403
