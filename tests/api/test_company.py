"""Programs and others: invitations, challenges, sets of deals and the chat, by the API."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Notification, Scope
from games.chat import services as chat
from games.competitions.sets import services
from games.competitions.sets.services import open_challenge
from games.engine import Rules
from games.models import DealSet, Game, Invitation
from games.values import Stage
from tests.api.programs import Program
from tests.competitions.sets.sets import DAY, challenge
from tests.competitions.sets.test_challenges import finish
from tests.staff.people import registered
from tests.tables import begin, gather, new_player, three_people, user_at

pytestmark = pytest.mark.django_db


class TestInvitations:
    def test_player_is_invited_and_accepts_by_sitting_down(self) -> None:
        host, guest = Program(new_player()), Program(user := new_player())
        code = host.post("/tables", {"bots": False}, 201)["code"]
        assert host.post(f"/tables/{code}/invitations", {"name": user.username}, 201) == {"name": user.username}
        assert [line["table"] for line in guest.get("/invitations")] == [code]
        guest.ask("PUT", f"/tables/{code}/seat", {"player": 2})
        assert guest.get("/invitations") == []

    def test_invitation_is_declined(self) -> None:
        host, guest = new_player(), new_player()
        program = Program(guest)
        code = Program(host).post("/tables", {"invite": [guest.username]}, 201)["code"]
        assert program.get("/invitations") == [{"table": code, "by": host.username}]
        assert program.ask("DELETE", f"/invitations/{code}") == []
        assert not Invitation.objects.exists()

    def test_two_players_are_challenged_or_nobody(self) -> None:
        program, known = Program(new_player()), new_player()
        problem = program.post("/tables", {"invite": [known.username, "Nobody here"]}, 404)
        assert problem["code"] == "UnknownPlayer"
        assert not Game.objects.exists()
        table = program.post("/tables", {"invite": [known.username, new_player().username]}, 201)
        assert table["stage"] == Stage.OPEN
        assert Notification.objects.filter(kind="challenge").count() == 2

    def test_stranger_invites_nobody(self) -> None:
        code, user = gather(new_player()), new_player()
        Program(user).post(f"/tables/{code}/invitations", {"name": new_player().username}, 403)
        Program(user).post("/tables/nowhere/invitations", {"name": user.username}, 404)
        Program(user).ask("DELETE", "/invitations/nowhere", status=404)

    def test_host_begins_the_game_at_the_version_that_was_read(self) -> None:
        host = Program(user := new_player())
        code = gather(user, new_player())
        version = host.get(f"/tables/{code}")["version"]
        Program(user_at(code, 1)).post(f"/tables/{code}/start", {"version": version}, 409)
        assert host.post(f"/tables/{code}/start", {"version": version - 1}, 409)["code"] == "StaleGame"
        table = host.post(f"/tables/{code}/start", {"version": version})
        assert (table["stage"], table["seats"][2]["is_bot"]) == (Stage.DRAWING, True)


@pytest.fixture
def noon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let it be noon of a day whose sets are open."""
    monkeypatch.setattr(timezone, "now", lambda: DAY + timedelta(hours=12))
    services.open_sets_of_day(DAY.date())


class TestSets:
    def test_challenge_is_opened_notified_and_played(self) -> None:
        host, guest = Program(new_player()), Program(user := new_player())
        code = host.post("/sets", {"boards": 3, "bot_level": "beginner", "invite": user.username}, 201)["code"]
        assert Notification.objects.get().user == user
        assert [board["table"] for board in guest.get(f"/sets/{code}/boards")] == [None] * 3
        table = guest.ask("PUT", f"/sets/{code}/boards/2")
        assert table["player"] is not None
        assert guest.ask("PUT", f"/sets/{code}/boards/2")["code"] == table["code"]
        assert [board["table"] for board in guest.get(f"/sets/{code}/boards")] == [None, table["code"], None]
        assert guest.get(f"/sets/{code}", 403)["code"] == "ResultsClosed"
        third = new_player()
        guest.post(f"/sets/{code}/invitations", {"name": third.username}, 201)
        assert Notification.objects.filter(user=third).exists()

    def test_unknown_player_opens_no_set(self) -> None:
        Program(new_player()).post("/sets", {"invite": "Nobody here"}, 404)
        assert not DealSet.objects.exists()

    def test_who_takes_no_part_sends_nothing(self) -> None:
        of_set = challenge()
        Program(new_player()).post(f"/sets/{of_set.code}/invitations", {"name": new_player().username}, 403)
        assert not Notification.objects.exists()

    def test_missing_sets_and_boards_are_missing(self) -> None:
        program, of_set = Program(new_player()), challenge()
        program.ask("PUT", f"/sets/{of_set.code}/boards/4", status=404)
        program.get("/sets/nothing/boards", 404)
        program.post("/sets/nothing/invitations", {"name": "Ana"}, 404)

    def test_boards_name_no_card_and_others_tables_stay_closed(self) -> None:
        """The table of a board, which everybody plays, is shown to its player only."""
        of_set = open_challenge(host=new_player(), rules=Rules(), count=3)
        code = Program(new_player()).ask("PUT", f"/sets/{of_set.code}/boards/1")["code"]
        other = Program(new_player())
        other.get(f"/tables/{code}", 403)
        assert {key for board in other.get(f"/sets/{of_set.code}/boards") for key in board} == {
            "number", "peek", "bidding", "table", "points", "is_open"
        }  # fmt: skip

    @pytest.mark.usefixtures("noon")
    def test_sets_of_today_are_listed_and_played(self) -> None:
        program = Program(user := new_player())
        day_set, eight = program.get("/sets/today")
        assert (day_set["code"], day_set["kind"], day_set["boards"]) == ("day-2026-11-27", "day", 1)
        assert (eight["code"], eight["kind"], eight["boards"]) == ("eight-2026-11-27", "eight", 8)
        finish(DealSet.objects.get(code=day_set["code"]), user, 50)
        program.ask("PUT", f"/sets/{eight['code']}/boards/3")
        assert [of_today["finished"] for of_today in program.get("/sets/today")] == [1, 0]
        points = {
            of_today["code"]: [board["points"] for board in program.get(f"/sets/{of_today['code']}/boards")]
            for of_today in (day_set, eight)
        }
        assert points == {day_set["code"]: [51], eight["code"]: [None] * 8}
        assert program.get(f"/sets/{day_set['code']}", 403)["code"] == "ResultsClosed"

    @pytest.mark.usefixtures("noon")
    def test_sets_of_today_are_not_for_bots(self) -> None:
        program = Program(registered("Zoe"))
        program.post("/bot", {"forever": True})
        assert program.get("/sets/today") == []


class TestChat:
    def test_messages_are_written_and_read(self) -> None:
        one, two = Program(user_at(code := three_people())), Program(user_at(code, 1))
        (message,) = one.post(f"/tables/{code}/chat", {"text": "Good luck"}, 201)
        assert (message["text"], message["player"], message["phrase"]) == ("Good luck", 0, "")
        two.post(f"/tables/{code}/chat", {"text": "Thanks"}, 201)
        assert [line["text"] for line in one.get(f"/tables/{code}/chat")] == ["Good luck", "Thanks"]
        assert [line["text"] for line in one.get(f"/tables/{code}/chat?after={message['number']}")] == ["Thanks"]

    def test_spectator_reads_no_message_of_players(self) -> None:
        code = three_people()
        chat.send_message(code=code, author=user_at(code), text="I hold the ace")
        assert Program(new_player()).get(f"/tables/{code}/chat") == []

    def test_token_needs_the_scope(self) -> None:
        program = Program(user_at(code := three_people()), Scope.READ, Scope.PLAY)
        program.get(f"/tables/{code}/chat", 403)
        program.post(f"/tables/{code}/chat", {"text": "Hello"}, 403)

    @pytest.mark.parametrize("body", [{}, {"text": ""}, {"text": "a", "phrase": "hello"}, {"phrase": "nothing"}])
    def test_message_that_is_none_is_refused(self, body: dict[str, Any]) -> None:
        program = Program(user_at(code := three_people()))
        program.post(f"/tables/{code}/chat", body, 422)
        assert program.get(f"/tables/{code}/chat") == []

    def test_flood_is_refused_as_that_of_a_player(self) -> None:
        program = Program(user_at(code := three_people()))
        for _ in range(chat.RATE_LIMIT_MESSAGES):
            program.post(f"/tables/{code}/chat", {"text": "again"}, 201)
        assert program.post(f"/tables/{code}/chat", {"text": "again"}, 429)["code"] == "TooManyMessages"

    @pytest.mark.parametrize("opened", [lambda: three_people(chat=False), lambda: begin(new_player())])
    def test_there_is_no_chat_where_the_page_shows_none(self, opened: Callable[[], str]) -> None:
        program = Program(user_at(code := opened()))
        program.get(f"/tables/{code}/chat", 404)

    def test_table_for_its_players_keeps_its_chat(self) -> None:
        Program(new_player()).get(f"/tables/{three_people(spectators=False)}/chat", 403)
