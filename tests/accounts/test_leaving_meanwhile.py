"""An account is removed, in another tab or by the staff, while something is written on it; and what two tabs do."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.contrib.auth import get_user
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import account_deletion, moderation, services
from accounts.adapter import AccountAdapter
from accounts.forms import ActivateAppForm, AddEmailForm
from accounts.models import User, Visibility, today
from accounts.site_config.errors import DeedRefused
from accounts.site_config.models import AuditEntry
from tests.accounts.test_second_factor import code_for, prove, sign_in
from tests.staff.people import PASSWORD, registered
from tests.tables import at_once, begin, meanwhile

pytestmark = pytest.mark.django_db(transaction=True)

ClientFor = Callable[[User], Client]
ADDRESS = "alex@example.org"
WORDS = "battery staple"
FORMS = [
    ("you", (services, "choose_settings"), {"language": "es", "theme": "dark"}),
    ("visibility", (services, "choose_settings"), {"visibility": "public"}),
    ("set_language", (services, "choose_language"), {"language": "es"}),
    ("account_email", (AddEmailForm, "save"), {"email": ADDRESS, "action_add": ""}),
    (
        "account_change_password",
        (AccountAdapter, "set_password"),
        {"oldpassword": PASSWORD, "password1": WORDS, "password2": WORDS},
    ),
    ("account_login", (AccountAdapter, "login"), {"login": "Alex", "password": PASSWORD}),
]


@pytest.fixture(params=[False, True], ids=["has never played", "has played"])
def alex(request: pytest.FixtureRequest) -> User:
    user = registered("Alex")
    if request.param:
        begin(user)
    return user


def goes(alex: User, monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> None:
    """The account is removed just before this function is called."""
    meanwhile(monkeypatch, module, name, lambda: account_deletion.forget(alex))


def nothing_is_left() -> bool:
    """Whether all that is personal has gone, but what a former player's row has in any case."""
    left = User.objects.filter(is_staff=False).exclude(
        is_active=False,
        email="",
        language="",
        theme="",
        suspension_reason="",
        last_login=None,
        visibility=Visibility.PRIVATE,
        password__startswith="!",
        username__startswith="Former player",
    )
    return not any(rows.exists() for rows in (left, EmailAddress.objects, Authenticator.objects, UserSession.objects))


@pytest.mark.parametrize(("page", "moment", "fields"), FORMS, ids=[page for page, _, _ in FORMS])
def test_no_form_brings_anything_back(
    alex: User,
    client_for: ClientFor,
    monkeypatch: pytest.MonkeyPatch,
    page: str,
    moment: tuple[object, str],
    fields: dict[str, str],
) -> None:
    browser = Client() if page == "account_login" else client_for(alex)
    goes(alex, monkeypatch, *moment)
    assert browser.post(reverse(page), fields)["Location"] == reverse("games:home")
    assert not get_user(browser).is_authenticated
    assert nothing_is_left()


def test_a_link_in_a_mail_brings_no_address_back(alex: User, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    address = EmailAddress.objects.create(user=alex, email=ADDRESS)
    page = reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(address).key])
    goes(alex, monkeypatch, AccountAdapter, "confirm_email")
    assert client.post(page).status_code < 500
    assert nothing_is_left()


def test_a_page_opened_on_another_day_brings_nothing_back(
    alex: User, client_for: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.update(last_seen=today() - timedelta(days=1))
    browser = client_for(alex)
    goes(alex, monkeypatch, services, "note_visit")
    assert browser.get(reverse("games:home")).status_code < 500
    assert not User.objects.filter(last_seen=today()).exists()


def test_a_new_name_does_not_come_back(alex: User, client_for: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    User.objects.filter(pk=alex.pk).update(must_rename=True)
    browser = client_for(alex)
    goes(alex, monkeypatch, moderation, "choose_name")
    assert browser.post(reverse("choose_name"), {"name": "Alexander"})["Location"] == reverse("games:home")
    assert nothing_is_left()


def test_an_app_does_not_come_back(alex: User, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, code = about_to_set_up_an_app(alex)
    goes(alex, monkeypatch, ActivateAppForm, "clean_code")
    assert browser.post(reverse("mfa_activate_totp"), {"code": code})["Location"] == reverse("games:home")
    assert nothing_is_left()


def test_of_two_tabs_one_sets_the_app_up(monkeypatch: pytest.MonkeyPatch) -> None:
    browser, code = about_to_set_up_an_app(registered("Alex"))
    page = reverse("mfa_activate_totp")
    meanwhile(monkeypatch, TOTP, "activate", lambda: None)
    answers = at_once(3, lambda _: str(copy_of(browser).post(page, {"code": code}).status_code))
    assert answers == ["302"] * 3
    assert Authenticator.objects.filter(type=Authenticator.Type.TOTP).count() == 1


def about_to_set_up_an_app(player: User) -> tuple[Client, str]:
    """A browser that shows the form, and the code to fill in."""
    browser = sign_in(player.username)
    prove(browser)
    return browser, code_for(browser.get(reverse("mfa_activate_totp")).context["form"].secret)


def copy_of(browser: Client) -> Client:
    """Another tab."""
    tab = Client()
    tab.cookies = browser.cookies
    return tab


DEEDS = {
    "suspend": lambda user, by: moderation.suspend(user, by=by, until=_tomorrow(), reason="Rude"),
    "mute": lambda user, by: moderation.mute(user, by=by, until=_tomorrow(), reason="Rude"),
    "take_name": lambda user, by: moderation.take_name(user, by=by, reason="Rude"),
    "sign_out": lambda user, by: moderation.sign_out_everywhere(user, by=by, reason="A stolen phone"),
    "give_roles": lambda user, by: moderation.give_roles(user, by=by, roles=Group.objects.all(), reason="Helps"),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_nothing_is_done_to_an_account_that_has_gone(alex: User, deed: str) -> None:
    """As a page of the staff's has it that was loaded before."""
    boss = User.objects.create_superuser("Boss")
    account_deletion.forget(User.objects.get(pk=alex.pk))
    with pytest.raises(DeedRefused):
        DEEDS[deed](alex, boss)
    assert nothing_is_left()
    assert not AuditEntry.objects.exists()


def test_an_account_that_gets_a_role_meanwhile_is_not_removed(alex: User) -> None:
    before = User.objects.get(pk=alex.pk)
    DEEDS["give_roles"](alex, User.objects.create_superuser("Boss"))
    User.objects.filter(pk=alex.pk).update(is_staff=True)
    with pytest.raises(DeedRefused):
        account_deletion.forget(before)
    assert User.objects.filter(username="Alex", is_active=True).exists()


def test_a_name_is_taken_away_once_and_chosen_once(alex: User) -> None:
    boss, before = User.objects.create_superuser("Boss"), User.objects.get(pk=alex.pk)
    moderation.take_name(alex, by=boss, reason="Rude")
    with pytest.raises(DeedRefused):
        moderation.take_name(before, by=boss, reason="Rude")
    for name in ("Alexander", "Alexandra"):
        moderation.choose_name(User.objects.get(pk=alex.pk), name)
    assert User.objects.get(pk=alex.pk).username == "Alexander"


def test_a_new_password_leaves_a_suspension_as_it_is(
    alex: User, client_for: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss, browser = User.objects.create_superuser("Boss"), client_for(alex)
    meanwhile(monkeypatch, AccountAdapter, "set_password", lambda: DEEDS["suspend"](alex, boss))
    browser.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": WORDS, "password2": WORDS})
    found = User.objects.get(pk=alex.pk)
    assert (found.is_suspended, found.check_password(WORDS)) == (True, True)


def test_an_address_is_confirmed_for_one_account_and_once(alex: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two have given the same one, and each follows the link at the same moment."""
    addresses = [EmailAddress.objects.create(user=user, email=ADDRESS) for user in (alex, registered("Ben"))]
    first, second = (reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(at).key]) for at in addresses)
    monkeypatch.setattr(EmailAddress, "can_set_verified", lambda _address: True)  # as each has found just before
    answers = at_once(4, lambda number: str(Client().post([first, second][number % 2]).status_code))
    assert max(answers) < "500"
    assert EmailAddress.objects.filter(verified=True).count() == 1


def test_whose_address_was_confirmed_for_another_just_before_is_told(
    alex: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = EmailAddress.objects.create(user=alex, email=ADDRESS)
    EmailAddress.objects.create(user=registered("Ben"), email=ADDRESS, verified=True)
    page = reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(mine).key])
    monkeypatch.setattr(EmailAddress, "can_set_verified", lambda _address: True)  # as was found just before
    assert "another account has confirmed it already" in client.post(page, follow=True).text


def _tomorrow() -> datetime:
    return timezone.now() + timedelta(days=1)
