"""What strangers read without a token: what pages show them, and nothing of the player whose cookies a browser has."""

from dataclasses import asdict
from typing import Any

import pytest
from django.test import Client

from accounts.people import online
from games.analysis.findings import bids_to_json, thoughts_to_json
from games.bots import Advice, BidReview, BidWorth, Cause, Opinion, Reason
from games.engine import DUMMY, Bid, Card, Play, Rules
from games.models import Analysis, Block
from games.play.modes import access
from tests.api.programs import Program
from tests.clients import ClientFor
from tests.competitions.sets.sets import challenge
from tests.tables import act, deal, finish_deals, gather, new_player, open_table, three_people, user_at

pytestmark = pytest.mark.django_db


def read(path: str, status: int = 200, client: Client | None = None) -> Any:
    """Return the JSON of an answer to a request without a token."""
    answer = (client or Client()).get(f"/api/v1{path}")
    assert answer.status_code == status, answer.content
    return answer.json()


def test_stranger_reads_a_table_as_a_spectator(client_for: ClientFor) -> None:
    code = three_people(public=True)
    table = read(f"/tables/{code}")
    assert (table["player"], table["deal"]["hand"], table["deal"]["dummy"]) == (None, None, None)
    assert table == read(f"/tables/{code}", client=client_for(user_at(code))), "cookies count for nothing"
    assert Program(user_at(code)).get(f"/tables/{code}")["deal"]["hand"]


def test_table_without_spectators_is_closed_to_strangers() -> None:
    code = three_people(spectators=False)
    finish_deals(code)
    for path in ("", "/deals/1"):
        assert read(f"/tables/{code}{path}", 403)["code"] == "NotForSpectators"


def test_running_deal_has_no_record() -> None:
    code = three_people(public=True)
    act(code)
    read(f"/tables/{code}/deals/1", 404)
    finish_deals(code)
    assert len(read(f"/tables/{code}/deals/1")["hands"]["dummy"]) == 13


def test_lobby_lists_public_tables_only() -> None:
    shown, hidden = gather(new_player(), public=True), gather(new_player())
    running, closed = three_people(public=True), three_people(public=True, spectators=False)
    lobby = read("/lobby")
    assert [table["code"] for table in lobby["open"]] == [shown]
    assert [table["code"] for table in lobby["running"]] == [running]
    assert hidden not in str(lobby)
    assert closed not in str(lobby)


def test_lobby_leaves_out_own_games() -> None:
    code = three_people(public=True)
    assert Program(user_at(code)).get("/lobby")["running"] == []


@pytest.mark.parametrize("visibility", ["public", "players", "nobody"])
def test_results_are_shown_as_their_player_chose(visibility: str) -> None:
    deal(code := open_table(new_player()))
    finish_deals(code)
    user = user_at(code)
    user.visibility = visibility
    user.save()
    for path in ("", "/games", "/deals"):
        read(f"/players/{user.username}{path}", 200 if visibility == "public" else 403)


def test_results_of_an_open_set_are_closed_to_strangers() -> None:
    of_set = challenge(boards=1)
    assert not access.may_see_all_results(of_set, new_player())
    read(f"/sets/{of_set.code}", 403)


@pytest.mark.parametrize("path", ["/ladders/people", "/seasons/tables"])
def test_ladders_are_public(path: str) -> None:
    assert read(path) == []


@pytest.mark.parametrize(
    "path",
    [
        "/account",
        "/account/stream",
        "/account/token",
        "/tables",
        "/invitations",
        "/following",
        "/sets/x/boards",
        "/sets/today",
    ],
)
def test_what_is_a_players_own_needs_a_token(path: str, client_for: ClientFor) -> None:
    read(path, 401)
    read(path, 401, client_for(new_player()))


def test_broken_token_is_not_taken_for_none() -> None:
    answer = Client().get("/api/v1/lobby", headers={"Authorization": "Bearer dhs_nothing"})
    assert answer.status_code == 401


def test_strangers_are_limited_by_their_address(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"api_without_token": "2/m/ip"}
    answers = [Client().get("/api/v1/lobby") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 1 <= int(answers[-1]["Retry-After"]) <= 60


class TestFollowing:
    def test_player_is_followed_and_unfollowed(self) -> None:
        program, ben = Program(new_player()), new_player()
        assert program.ask("PUT", f"/following/{ben.username}") == program.get("/following")
        assert [one["name"] for one in program.get("/following")] == [ben.username]
        assert program.ask("DELETE", f"/following/{ben.username}") == []
        program.ask("PUT", "/following/Nobody", status=404)

    def test_who_has_blocked_the_reader_is_never_online(self) -> None:
        ana, ben = new_player(), new_player()
        program = Program(ana)
        program.ask("PUT", f"/following/{ben.username}")
        online.mark(ben)
        assert program.get("/following")[0]["is_online"]
        Block.objects.create(user=ben, blocked=ana)
        assert program.get("/following") == [{"name": ben.username, "is_online": False, "table": None}]


class TestTokens:
    def test_token_is_tested_and_withdrawn_by_itself(self) -> None:
        user = new_player()
        program, other = Program(user, "chat"), Program(user)
        assert program.get("/account/token") | {"created_at": ""} == {
            "name": "a program", "scopes": ["chat"], "created_at": "",
        }  # fmt: skip
        answer = program.answer("DELETE", "/account/token")
        assert (answer.status_code, answer.content) == (204, b"")
        program.get("/account/token", 401)
        other.get("/account/token")


def test_rules_of_the_lobby_are_those_of_the_table() -> None:
    code = gather(new_player(), public=True, rules=Rules(target=300))
    assert read("/lobby")["open"][0]["rules"] == read(f"/tables/{code}")["rules"]


class TestAnalyses:
    def test_analysis_of_a_finished_deal_is_asked_for_once(self) -> None:
        finish_deals(code := three_people(public=True))
        program = Program(user_at(code))
        waiting = {"state": "waiting", "tricks": None, "points": None, "opinions": None, "bids": None}
        assert program.get(f"/tables/{code}/deals/1/analysis") == waiting
        assert read(f"/tables/{code}/deals/1/analysis") == waiting
        analysis = Analysis.objects.get()
        analysis.tricks, analysis.points = [{"SA": 8}], {"positions": [[[71, 50, -60], ["SA"]]], "aims": []}
        analysis.save()
        known = program.get(f"/tables/{code}/deals/1/analysis")
        assert (known["tricks"], known["points"]) == ([{"SA": 8}], [{"points": [71, 50, -60], "better": ["SA"]}])

    def test_analysis_has_what_an_expert_thinks_of_bids_and_cards(self) -> None:
        finish_deals(code := three_people())
        program = Program(user_at(code))
        program.get(f"/tables/{code}/deals/1/analysis")
        why, other = Reason(Cause.NIL, player=2, hand=DUMMY, chance=0.5), Reason(Cause.ONLY_CARD)
        bid, card = Advice(Bid(0, 5, frozenset({DUMMY, 0})), why), Advice(Play(1, Card.parse("SA")), other)
        worth = BidWorth(5, (1, 3), 0.5, 0.25, 0.125, 20.0, 2.0, 1.5, 0.3, 4.0)
        opinions = (Opinion(why, bid), Opinion(other, card), Opinion(other, None))
        Analysis.objects.update(
            thoughts=thoughts_to_json(opinions), bids=bids_to_json([BidReview(1, 600, (worth,), worth)])
        )
        known = program.get(f"/tables/{code}/deals/1/analysis")
        reason = {"cause": "nil", "player": 2, "hand": "dummy", "chance": 0.5, "otherwise": 0.0}
        only = {"cause": "only card", "player": None, "hand": None, "chance": 0.0, "otherwise": 0.0}
        assert known["opinions"] == [
            {"reason": reason, "better": {"card": None, "tricks": 5, "nils": ["0", "dummy"], "reason": reason}},
            {"reason": only, "better": {"card": "SA", "tricks": None, "nils": [], "reason": only}},
            {"reason": only, "better": None},
        ]
        bids = {"player": 1, "deals": 600, "bids": [asdict(worth) | {"nils": ["1", "dummy"]}], "best": 0}
        assert known["bids"] == [bids]

    def test_running_and_closed_deals_have_none(self) -> None:
        running, closed = three_people(public=True), three_people(spectators=False)
        act(running)
        finish_deals(closed)
        Program(user_at(running)).get(f"/tables/{running}/deals/1/analysis", 404)
        read(f"/tables/{closed}/deals/1/analysis", 403)
        assert not Analysis.objects.exists()

    def test_analyses_are_limited(self, settings: Any) -> None:
        settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"analyse": "1/h/key"}
        finish_deals(code := three_people(), 2)
        program = Program(user_at(code))
        program.get(f"/tables/{code}/deals/1/analysis")
        assert program.get(f"/tables/{code}/deals/2/analysis", 429)["code"] == "AskedTooOften"
        program.get(f"/tables/{code}/deals/1/analysis")
