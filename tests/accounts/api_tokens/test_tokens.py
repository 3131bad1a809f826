"""Tokens for programs, in a fold of the page of the account: a token is shown once, and works until it is withdrawn."""

import re

import pytest
from django.test import Client

from accounts.api_tokens import services
from accounts.models import ApiToken, Scope
from accounts.moderation.services import sign_out_everywhere
from accounts.personal_data.deletion import delete_or_anonymise
from accounts.personal_data.export import export
from tests.clients import ClientFor
from tests.staff.people import PASSWORD, registered
from tests.tables import begin, new_player

pytestmark = pytest.mark.django_db

PAGE = "/me/settings/account/tokens/"
ACCOUNT = "/me/settings/account/"


@pytest.fixture
def client_of_ana(client: Client) -> Client:
    """Return the client of a registered player who has just entered the password."""
    client.force_login(registered("Ana"))
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


def test_token_is_shown_once_and_only_its_hash_is_stored(client_of_ana: Client) -> None:
    page = client_of_ana.post(PAGE, {"name": "My bot", "scopes": ["read", "play"]}).text
    (token,) = re.findall(r"dhs_[\w-]{40,}", page)
    stored = services.valid(token)
    assert stored is not None
    assert (stored.name, stored.scopes) == ("My bot", ["read", "play"])
    assert token not in str(ApiToken.objects.values())
    again = client_of_ana.get(f"{ACCOUNT}?open=tokens").text
    assert "My bot" in again
    assert token not in again


def test_token_is_withdrawn_by_its_player_only(client_of_ana: Client, client_for: ClientFor) -> None:
    client_of_ana.post(PAGE, {"name": "My bot", "scopes": ["read"]})
    key = ApiToken.objects.get().pk
    client_for(registered("Ben")).post(f"{PAGE}withdraw/", {"key": key})
    client_of_ana.post(f"{PAGE}withdraw/", {"key": "nonsense"})
    assert ApiToken.objects.exists()
    client_of_ana.post(f"{PAGE}withdraw/", {"key": key})
    assert not ApiToken.objects.exists()


def test_guests_have_no_tokens(client_for: ClientFor) -> None:
    client = client_for(new_player())
    assert client.post(PAGE, {"name": "My bot", "scopes": ["read"]}).status_code == 403
    assert PAGE not in client.get(ACCOUNT).text


def test_form_without_a_scope_says_so_and_makes_nothing(client_of_ana: Client) -> None:
    answer = client_of_ana.post(PAGE, {"name": "My bot"})
    assert answer.status_code == 422
    assert not ApiToken.objects.exists()


def test_player_has_only_so_many_tokens(client_of_ana: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST", 1)
    statuses = [client_of_ana.post(PAGE, {"name": "My bot", "scopes": ["read"]}).status_code for _ in range(2)]
    assert statuses == [200, 422]


def test_new_password_withdraws_all_tokens(client_of_ana: Client) -> None:
    client_of_ana.post(PAGE, {"name": "My bot", "scopes": ["read"]})
    new = "correct horse battery"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    assert client_of_ana.post("/accounts/password/change/", fields).status_code == 302
    assert not ApiToken.objects.exists()


def test_staff_who_sign_a_player_out_everywhere_withdraw_the_tokens() -> None:
    player = registered("Cai")
    token = services.create(player, name="My bot", scopes=[Scope.READ])
    sign_out_everywhere(player, by=registered("Dora"), reason="stolen")
    assert services.valid(token) is None


def test_tokens_go_with_the_account_and_are_named_in_its_export() -> None:
    user = registered("Cai")
    begin(user)  # so that the account is anonymised, not deleted
    token = services.create(user, name="My bot", scopes=[Scope.READ])
    assert [row["name"] for row in export(user)["api_tokens"]] == ["My bot"]
    assert token not in str(export(user))
    delete_or_anonymise(user)
    assert services.valid(token) is None
    assert not ApiToken.objects.exists()
