"""Accounts that go for good, and the copy that their players take along."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from accounts import forgetting, services, supervision
from accounts.models import User
from games.models import DealScore, Message, Report
from games.services import invitations, talk
from games.snapshot import Stage
from tests.pasts import past_game
from tests.staff.people import ADMINISTRATOR, MODERATOR, PASSWORD, member, registered
from tests.tables import begin, finish_deals, gather, look

pytestmark = pytest.mark.django_db

ClientFor = Callable[[User], Client]


def test_a_removed_account_leaves_its_scores_and_nothing_personal(client_for: ClientFor) -> None:
    administrator, alex, ben = member(ADMINISTRATOR), registered("Alexandra"), registered("Ben")
    past_game(alex, ben, None)
    code = begin(alex, ben)
    finish_deals(code)
    talk.say(code=code, author=alex, text="My secret plan")
    talk.report(code=code, reporter=ben, number=Message.objects.get().pk)
    scores = list(DealScore.objects.values_list("player", "total"))
    User.objects.filter(pk=alex.pk).update(email="alexandra@example.org")
    client = client_for(alex)
    forgetting.forget_on_request(alex, by=administrator, reason="Asked for by letter")
    alex.refresh_from_db()
    assert alex.username == f"Former player {alex.pk:04}"
    assert (alex.email, alex.is_active, alex.has_usable_password()) == ("", False, False)
    assert list(DealScore.objects.values_list("player", "total")) == scores
    assert look(code).seats[0].stand_in, "a bot plays on"
    assert not Message.objects.exists()
    assert "Alexandra" not in json.dumps(Report.objects.get().context)
    assert client.get(reverse("you")).status_code == 302
    pages = client_for(administrator)
    for page in ("games_game", "accounts_user", "house_auditentry", "games_report"):
        assert "Alexandra" not in pages.get(reverse(f"admin:{page}_changelist")).text


def test_a_report_does_not_keep_a_name_its_author_had_before() -> None:
    alex, ben, moderator = registered("Alexandra"), registered("Ben"), member(MODERATOR)
    code = begin(alex, ben)
    talk.say(code=code, author=alex, text="Rude")
    talk.report(code=code, reporter=ben, number=Message.objects.get().pk)
    supervision.take_name(alex, by=moderator, reason="Rude")
    alexandra = registered("Alexandra")
    talk.say(code=code, author=alexandra, text="Hello")
    forgetting.forget(alexandra)
    assert Report.objects.get().context[-1]["author"] == "Alexandra", "another one of that name has gone"
    forgetting.forget(alex)
    assert Report.objects.get().context[-1]["author"] == f"Former player {alex.pk:04}"


def test_an_account_without_games_is_gone_altogether() -> None:
    alex = registered("Alex")
    forgetting.forget_on_request(alex, by=member(ADMINISTRATOR), reason="Asked for")
    assert not User.objects.filter(pk=alex.pk).exists()


@pytest.mark.parametrize(("guest", "wrong", "right"), [(False, "not it", PASSWORD), (True, "Somebody", "alex")])
def test_players_remove_their_own_account(client_for: ClientFor, guest: bool, wrong: str, right: str) -> None:
    alex = services.create_guest("Alex") if guest else registered("Alex")
    code = begin(alex)
    client, page = client_for(alex), reverse("remove_account")
    assert client.post(page, {"proof": wrong}).status_code == 422
    assert User.objects.filter(username="Alex", is_active=True).exists()
    assert client.post(page, {"proof": right}).status_code == 302
    assert not User.objects.filter(username="Alex").exists()
    assert look(code).stage is Stage.CLOSED, "nobody else played"


def test_guessing_the_password_of_an_account_to_be_removed_is_stopped(client_for: ClientFor) -> None:
    client, page = client_for(registered("Alex")), reverse("remove_account")
    assert "no-store" in client.get(page)["Cache-Control"]
    assert {client.post(page, {"proof": "wrong"}).status_code for _ in range(10)} == {422}
    answer = client.post(page, {"proof": PASSWORD})
    assert (answer.status_code, "wait a few minutes" in answer.text) == (429, True)
    assert User.objects.filter(username="Alex", is_active=True).exists()


def test_staff_do_not_remove_their_own_account(client_for: ClientFor) -> None:
    assert client_for(member(MODERATOR)).get(reverse("remove_account")).status_code == 403


def test_players_have_a_copy_of_their_own_data_and_no_hidden_card(client_for: ClientFor) -> None:
    alex, ben = registered("Alex"), registered("Ben")
    game = past_game(alex, ben, None)
    code = begin(alex, ben)
    talk.say(code=code, author=alex, text="Hello Ben")
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


def test_the_copy_says_whom_the_player_mutes_who_invites_and_how_ratings_went(client_for: ClientFor) -> None:
    alex, ben = registered("Alex"), registered("Ben")
    game = past_game(alex, ben, None)
    code = gather(ben)
    invitations.invite(code=code, inviter=ben, name="Alex")
    talk.mute(code=game.code, user=alex, name="Ben")
    data, his = (json.loads(client_for(user).get(reverse("export_account")).text) for user in (alex, ben))
    assert [(line["code"], line["by"]) for line in data["invitations"]] == [(code, "Ben")]
    assert data["muted"] == [{"code": game.code, "name": "Ben"}]
    assert {line["code"] for line in data["rating_changes"]} == {game.code}
    assert (his["invitations"], his["muted"]) == ([], []), "who ignores an invitation, or does not listen, tells nobody"
