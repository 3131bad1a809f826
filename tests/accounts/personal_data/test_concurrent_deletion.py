"""Requests that run while the account is deleted, and concurrent requests of two tabs."""

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

from accounts.base.choices import Visibility
from accounts.models import User, today
from accounts.moderation import services as moderation
from accounts.names import services as name_services
from accounts.people import online
from accounts.personal_data import deletion
from accounts.preferences import services as preferences
from accounts.signing_in.adapter import AccountAdapter
from accounts.signing_in.forms import ActivateAppForm, AddEmailForm
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import AuditEntry
from tests.accounts.signing_in.test_second_factor import code_for, prove, sign_in
from tests.clients import ClientFor, signed_in
from tests.staff.people import PASSWORD, registered
from tests.tables import at_once, begin, meanwhile

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "alex@example.org"
WORDS = "battery staple"
FORMS = [
    ("settings_look", (preferences, "save_settings"), {"theme": "dark"}),
    ("settings_alerts", (preferences, "save_settings"), {"turns_push": "on"}),
    ("settings_account", (preferences, "save_settings"), {"visibility": "public", "online_to": "all"}),
    ("set_language", (preferences, "save_settings"), {"language": "es"}),
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


def delete_before(alex: User, monkeypatch: pytest.MonkeyPatch, module: object, name: str) -> None:
    """Delete the account just before this function is called."""
    meanwhile(monkeypatch, module, name, lambda: deletion.delete_account(alex))


def no_personal_data_is_left() -> bool:
    """Whether only an anonymised account is left."""
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
def test_form_sent_during_deletion_restores_nothing(
    alex: User,
    client_for: ClientFor,
    monkeypatch: pytest.MonkeyPatch,
    page: str,
    moment: tuple[object, str],
    fields: dict[str, str],
) -> None:
    browser = Client() if page == "account_login" else client_for(alex)
    if page == "account_email":
        prove(browser)
    delete_before(alex, monkeypatch, *moment)
    assert browser.post(reverse(page), fields)["Location"] == reverse("games:home")
    assert not get_user(browser).is_authenticated
    assert no_personal_data_is_left()


def test_confirmation_during_deletion_restores_no_address(
    alex: User, client_for: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = EmailAddress.objects.create(user=alex, email=ADDRESS)
    page = reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(address).key])
    browser = client_for(alex)
    delete_before(alex, monkeypatch, AccountAdapter, "confirm_email")
    assert browser.post(page).status_code < 500
    assert no_personal_data_is_left()


def test_visit_during_deletion_is_not_recorded(
    alex: User, client_for: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.update(last_seen=today() - timedelta(days=1))
    browser = client_for(alex)
    delete_before(alex, monkeypatch, online, "record_visit")
    assert browser.get(reverse("games:home")).status_code < 500
    assert not User.objects.filter(last_seen=today()).exists()


def test_new_name_chosen_during_deletion_is_not_stored(
    alex: User, client_for: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    User.objects.filter(pk=alex.pk).update(must_rename=True)
    browser = client_for(alex)
    delete_before(alex, monkeypatch, name_services, "choose_name")
    assert browser.post(reverse("choose_name"), {"name": "Alexander"})["Location"] == reverse("games:home")
    assert no_personal_data_is_left()


def test_app_set_up_during_deletion_is_not_stored(alex: User, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, code = open_app_form(alex)
    delete_before(alex, monkeypatch, ActivateAppForm, "clean_code")
    assert browser.post(reverse("mfa_activate_totp"), {"code": code})["Location"] == reverse("games:home")
    assert no_personal_data_is_left()


def test_concurrent_app_set_up_stores_one_app(monkeypatch: pytest.MonkeyPatch) -> None:
    browser, code = open_app_form(registered("Alex"))
    page = reverse("mfa_activate_totp")
    meanwhile(monkeypatch, TOTP, "activate", lambda: None)
    answers = at_once(3, lambda _: str(copy_of(browser).post(page, {"code": code}).status_code))
    assert answers == ["302"] * 3
    assert Authenticator.objects.filter(type=Authenticator.Type.TOTP).count() == 1


def open_app_form(player: User) -> tuple[Client, str]:
    """Return a browser that shows the form, and the code to enter."""
    browser = sign_in(player.username)
    prove(browser)
    return browser, code_for(browser.get(reverse("mfa_activate_totp")).context["form"].secret)


def copy_of(browser: Client) -> Client:
    """Return another tab of the same browser."""
    tab = Client()
    tab.cookies = browser.cookies
    return tab


ACTIONS = {
    "suspend": lambda user, by: moderation.suspend(user, by=by, until=_tomorrow(), reason="Rude"),
    "mute": lambda user, by: moderation.mute(user, by=by, until=_tomorrow(), reason="Rude"),
    "take_name": lambda user, by: moderation.take_name(user, by=by, reason="Rude"),
    "sign_out": lambda user, by: moderation.sign_out_everywhere(user, by=by, reason="A stolen phone"),
    "give_roles": lambda user, by: moderation.give_roles(user, by=by, roles=Group.objects.all(), reason="Helps"),
}


@pytest.mark.parametrize("action", ACTIONS)
def test_staff_action_on_deleted_account_is_denied(alex: User, action: str) -> None:
    """The staff member's page was loaded before the deletion."""
    boss = User.objects.create_superuser("Boss", password="correct horse")
    deletion.delete_account(User.objects.get(pk=alex.pk))
    with pytest.raises(ActionDenied):
        ACTIONS[action](alex, boss)
    assert no_personal_data_is_left()
    assert not AuditEntry.objects.exists()


def test_account_given_a_role_meanwhile_is_not_deleted(alex: User) -> None:
    before = User.objects.get(pk=alex.pk)
    ACTIONS["give_roles"](alex, User.objects.create_superuser("Boss", password="correct horse"))
    User.objects.filter(pk=alex.pk).update(is_staff=True)
    with pytest.raises(ActionDenied):
        deletion.delete_account(before)
    assert User.objects.filter(username="Alex", is_active=True).exists()


def test_name_is_taken_away_once_and_chosen_once(alex: User) -> None:
    boss, before = User.objects.create_superuser("Boss", password="correct horse"), User.objects.get(pk=alex.pk)
    moderation.take_name(alex, by=boss, reason="Rude")
    with pytest.raises(ActionDenied):
        moderation.take_name(before, by=boss, reason="Rude")
    for name in ("Alexander", "Alexandra"):
        name_services.choose_name(User.objects.get(pk=alex.pk), name)
    assert User.objects.get(pk=alex.pk).username == "Alexander"


def test_password_change_keeps_concurrent_suspension(
    alex: User, client_for: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    boss, browser = User.objects.create_superuser("Boss", password="correct horse"), client_for(alex)
    meanwhile(monkeypatch, AccountAdapter, "set_password", lambda: ACTIONS["suspend"](alex, boss))
    browser.post(reverse("account_change_password"), {"oldpassword": PASSWORD, "password1": WORDS, "password2": WORDS})
    account = User.objects.get(pk=alex.pk)
    assert (account.is_suspended, account.check_password(WORDS)) == (True, True)


def test_concurrent_confirmations_confirm_address_for_one_account(alex: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two accounts have given the same address, and both follow their links at the same time."""
    users = alex, registered("Ben")
    addresses = [EmailAddress.objects.create(user=user, email=ADDRESS) for user in users]
    first, second = (reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(at).key]) for at in addresses)
    monkeypatch.setattr(EmailAddress, "can_set_verified", lambda _address: True)  # both have passed this check
    browsers = [(signed_in(users[number % 2]), [first, second][number % 2]) for number in range(4)]
    answers = at_once(4, lambda number: str(browsers[number][0].post(browsers[number][1]).status_code))
    assert max(answers) < "500"
    assert EmailAddress.objects.filter(verified=True).count() == 1


def test_confirmation_of_address_confirmed_by_other_account_fails(
    alex: User, client_for: ClientFor, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = EmailAddress.objects.create(user=alex, email=ADDRESS)
    EmailAddress.objects.create(user=registered("Ben"), email=ADDRESS, verified=True)
    page = reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(mine).key])
    monkeypatch.setattr(EmailAddress, "can_set_verified", lambda _address: True)  # the check has passed
    assert "another account has confirmed it already" in client_for(alex).post(page, follow=True).text


def _tomorrow() -> datetime:
    return timezone.now() + timedelta(days=1)
