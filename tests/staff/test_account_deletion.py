"""Account deletion, and export of a player's data."""

import json
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from itertools import permutations
from unittest.mock import Mock

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.auth import get_user
from django.db import OperationalError
from django.urls import reverse
from django.utils import timezone

from accounts.base.choices import Visibility
from accounts.models import Preferences, User
from accounts.moderation import services as moderation
from accounts.personal_data import deletion
from accounts.personal_data.forms import DeleteAccountForm
from accounts.sessions import services as sessions
from accounts.signing_in import guests
from accounts.site_config.errors import ActionDenied
from accounts.site_config.models import AuditAction, AuditEntry
from games.chat import services as chat_services
from games.lobby import invitations, tables
from games.models import Block, DealScore, Game, Invitation, Message, Mute, Report
from games.play import loading, proposals, queries as table_queries, table_cache
from games.values import Stage
from tests.clients import HTMX, ClientFor
from tests.finished_games import SHORT, played_game
from tests.staff.people import ADMINISTRATOR, MODERATOR, PASSWORD, member, registered
from tests.tables import begin, finish_deals, gather, meanwhile, names_at, play_on, snapshot_for

pytestmark = pytest.mark.django_db


def test_deleted_account_keeps_scores_without_personal_data(client_for: ClientFor) -> None:
    administrator, alex, ben = member(ADMINISTRATOR), registered("Alexandra"), registered("Ben")
    played_game(alex, ben, None)
    code = begin(alex, ben)
    finish_deals(code)
    chat_services.send_message(code=code, author=alex, text="My secret plan")
    chat_services.report(code=code, reporter=ben, number=Message.objects.get().pk)
    scores = list(DealScore.objects.values_list("player", "total"))
    User.objects.filter(pk=alex.pk).update(email="alexandra@example.org")
    client = client_for(alex)
    deletion.delete_account_on_request(alex, by=administrator, reason="Asked for by letter")
    alex.refresh_from_db()
    assert alex.username == f"Former player {alex.pk:04}"
    assert (alex.email, alex.is_active, alex.has_usable_password()) == ("", False, False)
    assert list(DealScore.objects.values_list("player", "total")) == scores
    assert snapshot_for(code).seats[0].stand_in, "a bot plays on"
    assert not Message.objects.exists()
    assert "Alexandra" not in json.dumps(Report.objects.get().context)
    assert client.get(reverse("settings_account")).status_code == 302
    pages = client_for(administrator)
    for page in ("games_game", "accounts_user", "site_config_auditentry", "games_report"):
        assert "Alexandra" not in pages.get(reverse(f"admin:{page}_changelist")).text


PERSONAL = {
    "email": "alex@example.org", "language": "es", "visibility": Visibility.PUBLIC, "online_to": "all",
    "must_rename": True, "suspension_reason": "Rude", "theme": "dark", "card_size": "large",
    "hand_order": "suits", "four_colours": True,
    "no_card_ahead": True, "confirms_card": True, "autoplays_last": True, "autoplays_forced": True,
    "no_animation": True, "sounds": False, "text_table": True, "felt": "wine", "back": "dots", "deck": "clear",
}  # fmt: skip
ANONYMOUS = {
    "email": "", "language": "", "visibility": Visibility.PRIVATE, "online_to": "nobody",
    "must_rename": False, "suspension_reason": "",
    **{field.name: field.default for field in Preferences._meta.get_fields()},
}  # fmt: skip
MOMENTS = ("last_login", "suspended_until", "muted_until")


def test_anonymised_account_has_no_personal_data() -> None:
    alex = registered("Alex")
    played_game(alex, None, None)
    tomorrow = dict.fromkeys(MOMENTS, timezone.now() + timedelta(days=1))
    User.objects.filter(pk=alex.pk).update(**PERSONAL, **tomorrow)
    alex.refresh_from_db()
    EmailAddress.objects.create(user=alex, email="alex@example.org")
    Authenticator.objects.create(user=alex, type=Authenticator.Type.TOTP, data={})
    deletion.delete_account(alex)
    account = User.objects.values().get(pk=alex.pk)
    assert set(ANONYMOUS) == set(PERSONAL), "all of a player's preferences has been something else before"
    assert {name: account[name] for name in ANONYMOUS} == ANONYMOUS
    assert {account[name] for name in MOMENTS} == {None}
    assert not EmailAddress.objects.exists()
    assert not Authenticator.objects.exists()


def test_anonymised_account_has_no_invitations_mutes_or_blocks() -> None:
    alex, ben, cleo = map(registered, ("Alex", "Ben", "Cleo"))
    played_game(alex, ben, None)
    invitations.invite(code=gather(ben, alex), inviter=alex, name=registered("Dora").username)
    invitations.invite(code=gather(cleo), inviter=cleo, name="Alex")
    code = begin(alex, ben, cleo)
    for one, other in permutations((alex, ben)):
        chat_services.mute(code=code, user=one, name=other.username)
        chat_services.block(code=code, user=one, name=other.username)
    chat_services.mute(code=code, user=ben, name="Cleo")
    chat_services.block(code=code, user=ben, name="Cleo")
    assert [model.objects.count() for model in (Invitation, Mute, Block)] == [2, 3, 3]
    deletion.delete_account(alex)
    assert not Invitation.objects.exists()
    assert list(Mute.objects.values_list("user", "muted")) == [(ben.pk, cleo.pk)]
    assert list(Block.objects.values_list("user", "blocked")) == [(ben.pk, cleo.pk)]


def test_tables_with_a_stand_in_bot_show_the_new_name() -> None:
    alex, ben = registered("Alex"), registered("Ben")
    played_game(alex, ben, None)
    code = begin(alex, ben)
    proposals.give_up(code=code, player=0)
    before = snapshot_for(code).version
    deletion.delete_account(alex)
    assert names_at(code)[0] == f"Former player {alex.pk:04}"
    assert snapshot_for(code).version > before, "open pages show it too"


@pytest.mark.parametrize(
    "lose_name",
    [deletion.delete_account, partial(moderation.take_name, reason="Rude")],
    ids=["account deleted", "name taken away"],
)
def test_ended_games_show_the_new_name_at_once(client_for: ClientFor, lose_name: Callable[..., None]) -> None:
    alex, ben = registered("Alexandra"), registered("Ben")
    code = begin(alex, ben, rules=SHORT)
    play_on(code, lambda shown: shown.stage is Stage.OVER)
    table_cache.store(table_queries.full_snapshot_of(loading.game_by_code(code)))  # as after its last move
    player = client_for(ben)

    def shown() -> str:
        pages = [player.get(reverse(f"games:{page}", args=[code])).text for page in ("table", "sheet")]
        return "".join([*pages, player.get(reverse("games:latest", args=[code]), headers=HTMX).text])

    assert "Alexandra" in shown()
    lose_name(alex, **({"by": member(MODERATOR)} if isinstance(lose_name, partial) else {}))
    assert "Alexandra" not in shown()


def test_report_does_not_keep_an_earlier_name_of_its_author() -> None:
    alex, ben, moderator = registered("Alexandra"), registered("Ben"), member(MODERATOR)
    code = begin(alex, ben)
    chat_services.send_message(code=code, author=alex, text="Rude")
    chat_services.report(code=code, reporter=ben, number=Message.objects.get().pk)
    moderation.take_name(alex, by=moderator, reason="Rude")
    alexandra = registered("Alexandra")
    chat_services.send_message(code=code, author=alexandra, text="Hello")
    deletion.delete_account(alexandra)
    assert Report.objects.get().context[-1]["author"] == "Alexandra", "another one of that name has gone"
    deletion.delete_account(alex)
    assert Report.objects.get().context[-1]["author"] == f"Former player {alex.pk:04}"


def test_account_without_games_is_deleted() -> None:
    alex = registered("Alex")
    deletion.delete_account_on_request(alex, by=member(ADMINISTRATOR), reason="Asked for")
    assert not User.objects.filter(pk=alex.pk).exists()


@pytest.mark.parametrize(("guest", "wrong", "right"), [(False, "not it", PASSWORD), (True, "Somebody", "alex")])
def test_player_deletes_own_account(client_for: ClientFor, guest: bool, wrong: str, right: str) -> None:
    alex = guests.create_guest("Alex") if guest else registered("Alex")
    code = begin(alex)
    client, page = client_for(alex), reverse("delete_account")
    assert client.post(page, {"proof": wrong}).status_code == 422
    assert User.objects.filter(username="Alex", is_active=True).exists()
    assert client.post(page, {"proof": right}).status_code == 302
    assert not User.objects.filter(username="Alex").exists()
    assert snapshot_for(code).stage is Stage.CLOSED, "nobody else played"


def test_guest_stays_signed_in_if_deletion_fails(client_for: ClientFor, monkeypatch: pytest.MonkeyPatch) -> None:
    """A signed-out guest could not return to the account."""
    alex = guests.create_guest("Alex")
    client = client_for(alex)
    monkeypatch.setattr(sessions, "end_all", Mock(side_effect=OperationalError))
    assert client.post(reverse("delete_account"), {"proof": "Alex"}).status_code == 503
    assert client.get(reverse("settings_account")).status_code == 200


@pytest.fixture(params=[False, True], ids=["has never played", "has played"])
def deleted_player(request: pytest.FixtureRequest) -> User:
    alex = guests.create_guest("Alex")
    if request.param:
        begin(alex)
    return alex


@pytest.mark.django_db(transaction=True)
def test_second_deletion_request_redirects_to_sign_in(
    client_for: ClientFor, monkeypatch: pytest.MonkeyPatch, deleted_player: User
) -> None:
    alex = deleted_player
    first, again = client_for(alex), client_for(alex)
    meanwhile(monkeypatch, DeleteAccountForm, "is_valid", lambda: deletion.delete_account(alex))
    answers = [client.post(reverse("delete_account"), {"proof": "Alex"}, follow=True) for client in (first, again)]
    assert "Your account is removed." in answers[0].text
    assert answers[1].redirect_chain[0][0].startswith(reverse("account_login"))


@pytest.mark.django_db(transaction=True)
def test_player_deleted_while_sitting_down_gets_no_seat(
    client_for: ClientFor, monkeypatch: pytest.MonkeyPatch, deleted_player: User
) -> None:
    alex = deleted_player
    client, code = client_for(alex), gather(registered("Ben"))
    meanwhile(monkeypatch, tables, "sit", lambda: deletion.delete_account(alex))
    answer = client.post(reverse("games:sit", args=[code]), {"player": "1"})
    assert (answer["Location"], names_at(code)) == (reverse("games:home"), ["Ben", "", ""])
    assert not get_user(client).is_authenticated


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("service", ["open_table", "open_game_with_bots"])
def test_player_deleted_while_opening_a_table_opens_none(
    client_for: ClientFor, monkeypatch: pytest.MonkeyPatch, service: str
) -> None:
    alex = guests.create_guest("Alex")
    client, page = client_for(alex), reverse("games:new_table")
    meanwhile(monkeypatch, tables, service, lambda: deletion.delete_account(alex))
    usual = client.get(page).context["form"].initial | ({"players": "bots"} if "bots" in service else {})
    fields = {name: value for name, value in usual.items() if value is not None}
    assert client.post(page, fields)["Location"] == reverse("games:home")
    assert not get_user(client).is_authenticated
    assert not Game.objects.exists()


def test_staff_delete_an_account_once() -> None:
    administrator, alex = member(ADMINISTRATOR), registered("Alex")
    begin(alex)
    before = User.objects.get(pk=alex.pk)
    deletion.delete_account_on_request(alex, by=administrator, reason="Asked for")
    with pytest.raises(ActionDenied):
        deletion.delete_account_on_request(before, by=administrator, reason="Asked for")
    assert AuditEntry.objects.filter(action=AuditAction.DELETE_ACCOUNT).count() == 1


def test_account_deletion_is_rate_limited(client_for: ClientFor) -> None:
    client, page = client_for(registered("Alex")), reverse("delete_account")
    assert "no-store" in client.get(page)["Cache-Control"]
    assert {client.post(page, {"proof": "wrong"}).status_code for _ in range(10)} == {422}
    answer = client.post(page, {"proof": PASSWORD})
    assert (answer.status_code, "try again in a few minutes" in answer.text) == (429, True)
    assert User.objects.filter(username="Alex", is_active=True).exists()


def test_export_is_rate_limited(client_for: ClientFor) -> None:
    client = client_for(registered("Alex"))
    assert [client.get(reverse("export_account")).status_code for _ in range(6)] == [200] * 5 + [429]


def test_staff_cannot_delete_their_own_account(client_for: ClientFor) -> None:
    assert client_for(member(MODERATOR)).get(reverse("delete_account")).status_code == 403


def test_export_has_own_data_and_no_hidden_cards(client_for: ClientFor) -> None:
    alex, ben = registered("Alex"), registered("Ben")
    game = played_game(alex, ben, None)
    code = begin(alex, ben)
    chat_services.send_message(code=code, author=alex, text="Hello Ben")
    data = json.loads(client_for(alex).get(reverse("export_account")).text)
    assert data["account"]["username"] == "Alex"
    assert [line["code"] for line in data["games"]] == [game.code]
    assert len(data["deals"]) == game.deal_number
    assert data["messages"][0]["text"] == "Hello Ben"
    assert "password" not in data["account"]
    assert not {"hands", "secret", "payload"} & set(_keys(data)), "what a running deal holds is not the player's yet"


def _keys(data: object) -> list[str]:
    if isinstance(data, dict):
        return [*data, *(key for value in data.values() for key in _keys(value))]
    return [key for value in data for key in _keys(value)] if isinstance(data, list) else []


def test_export_has_mutes_invitations_and_rating_changes(client_for: ClientFor) -> None:
    alex, ben = registered("Alex"), registered("Ben")
    game = played_game(alex, ben, None)
    code = gather(ben)
    invitations.invite(code=code, inviter=ben, name="Alex")
    chat_services.mute(code=game.code, user=alex, name="Ben")
    data, his = (json.loads(client_for(user).get(reverse("export_account")).text) for user in (alex, ben))
    assert [(line["code"], line["by"]) for line in data["invitations"]] == [(code, "Ben")]
    assert data["muted"] == [{"code": game.code, "name": "Ben"}]
    assert {line["code"] for line in data["rating_changes"]} == {game.code}
    assert (his["invitations"], his["muted"]) == ([], []), (
        "who ignores an invitation, or mutes somebody, shows that to nobody"
    )
