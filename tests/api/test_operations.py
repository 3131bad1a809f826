"""The API as a program uses it: tokens, tables, moves, and refusals in sentences."""

import json
from collections.abc import Callable
from typing import Any, get_args

import pytest
from django.test import Client

from accounts.api_tokens import services as api_tokens
from accounts.models import Scope, User
from accounts.services import AccountDeleted
from games.engine import DECK, DUMMY, HAND_NAMES, PeekRule, Rules, waiting_for
from games.engine.play import may_claim
from games.lobby import tables as lobby_tables
from games.models import DealSet, Game, Report
from games.operations.schemas import Hand
from tests.api.programs import Program
from tests.clients import signed_in
from tests.security.test_hidden_cards import staff
from tests.site_config import set_site_settings
from tests.tables import (
    act,
    close_table,
    finish_deals,
    gather,
    new_player,
    play_on,
    snapshot_for,
    state_of,
    three_people,
    user_at,
)

pytestmark = pytest.mark.django_db


def first_legal(options: dict[str, Any]) -> dict[str, Any]:
    """Return the first move that the options of a table allow."""
    if options["peek"]:
        return {"kind": "peek", "places": list(range(options["peek"]))}
    if options["answer"]:
        return {"kind": "answer", "accept": False}
    if options["bids"]:
        option = options["bids"][0]
        return {"kind": "bid", "tricks": option["tricks"][-1] % 5, "nils": option["nils"][0]}
    return {"kind": "play", "card": options["cards"][0]}


def programs_at(code: str) -> list[Program]:
    """Return a program for each of three people at a table."""
    return [Program(user_at(code, player)) for player in range(3)]


class TestTokens:
    @pytest.mark.parametrize("header", [None, "Bearer dhs_nothing", "Basic Zm9vOmJhcg==", "Bearer"])
    def test_request_without_a_token_that_works_is_refused(self, client: Client, header: str | None) -> None:
        answer = client.get("/api/v1/account", headers={"Authorization": header} if header else {})
        assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
        assert answer["Content-Type"] == "application/problem+json"

    @pytest.mark.parametrize("path", ["/tables/%00", "/sets/a%00b", "/tables/%00/stream"])
    def test_nothing_is_at_an_address_with_a_nul(self, path: str) -> None:
        assert Program(new_player()).get(path, 404)["detail"] == "There is nothing at this address."

    def test_token_is_who_made_it(self) -> None:
        user = new_player()
        assert Program(user).get("/account") == {"name": user.username, "is_bot": False}

    def test_signed_in_browser_is_nobody_without_a_token(self, client_for: Callable[[User], Client]) -> None:
        assert client_for(new_player()).get("/api/v1/account").status_code == 401

    def test_token_to_read_does_not_play(self) -> None:
        code = three_people()
        program = Program(user_at(code), Scope.READ)
        table = program.get(f"/tables/{code}")
        program.move(table, 403, kind="ready")

    def test_withdrawn_token_and_suspended_player_are_refused(self) -> None:
        one, two = new_player(), new_player()
        programs = Program(one), Program(two)
        api_tokens.withdraw(two, key=one.api_tokens.get().pk)  # not theirs
        programs[0].get("/account")
        api_tokens.withdraw(one, key=one.api_tokens.get().pk)
        programs[0].get("/account", 401)
        two.is_active = False
        two.save()
        programs[1].get("/account", 401)

    def test_no_cache_keeps_what_a_token_gets(self) -> None:
        program = Program(user_at(code := three_people()))
        for path, kept in (("/account", "private, no-cache"), ("/tables/nowhere", "no-store")):
            answer = program.answer("GET", path)
            assert kept in answer["Cache-Control"]
        assert "no-store" in program.answer("DELETE", f"/tables/{code}/seat")["Cache-Control"]

    def test_account_that_is_deleted_during_a_request_is_refused(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def gone(**_named: object) -> None:
            raise AccountDeleted

        program = Program(new_player())
        monkeypatch.setattr(lobby_tables, "open_game_with_bots", gone)
        program.ask("POST", "/tables", {}, 401)


class TestTables:
    def test_whole_deal_is_played(self) -> None:
        code = three_people()
        programs = programs_at(code)
        while (table := programs[0].get(f"/tables/{code}"))["deal"]["phase"] != "finished":
            player = table["deal"]["waiting"][0]
            own = programs[player].get(f"/tables/{code}")
            programs[player].move(own, **first_legal(own["deal"]["options"]))
        assert table["deal"]["scores"] == table["points"]
        record = programs[1].get(f"/tables/{code}/deals/1")
        assert len(record["plays"]) == 52
        assert "proof" in record

    def test_some_of_the_remaining_tricks_are_claimed(self) -> None:
        programs = programs_at(three_people())
        code = Game.objects.get().code
        table, options = self.on_turn(programs, code)
        while not options["claims"][:-1]:
            programs[table["player"]].move(table, **first_legal(options))
            table, options = self.on_turn(programs, code)
        claimer, left = table["player"], options["claims"][-1]
        programs[claimer].move(table, 422, kind="claim", tricks=left + 1)
        programs[claimer].move(table, kind="claim", tricks=1)
        for _ in range(2):
            program = programs[programs[0].get(f"/tables/{code}")["deal"]["waiting"][0]]
            asked = program.get(f"/tables/{code}")
            assert (asked["deal"]["claim_by"], asked["deal"]["claim_tricks"]) == (claimer, 1)
            assert asked["deal"]["options"]["answer"]
            program.move(asked, kind="answer", accept=True)
        after = programs[0].get(f"/tables/{code}")["deal"]
        assert (after["phase"], sum(after["taken"].values())) == ("finished", 13)
        (record,) = (programs[0].get(f"/tables/{code}/deals/1"),)
        assert record["claim"] == {"player": claimer, "tricks": 1}

    def on_turn(self, programs: list[Program], code: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the table as the player on turn reads it, and that player's options."""
        waiting = programs[0].get(f"/tables/{code}")["deal"]["waiting"][0]
        table = programs[waiting].get(f"/tables/{code}")
        return table, table["deal"]["options"]

    def test_game_with_bots_is_opened_and_listed(self) -> None:
        program = Program(new_player())
        table = program.ask("POST", "/tables", {"target": 200, "peek": "three"}, 201)
        assert [seat["is_bot"] for seat in table["seats"]] == [False, True, True]
        assert (table["rules"]["peek"], table["rules"]["target"], table["player"]) == ("three", 200, 0)
        assert [row["code"] for row in program.get("/tables")] == [table["code"]]

    def test_duplicate_table_is_opened_and_has_no_target(self) -> None:
        table = Program(new_player()).ask("POST", "/tables", {"target": 300, "duplicate": True}, 201)
        assert (table["duplicate"], table["rules"]["target"]) == (True, None)

    def test_people_sit_down_and_leave(self) -> None:
        host, guest = Program(new_player()), Program(user := new_player())
        code = host.ask("POST", "/tables", {"bots": False}, 201)["code"]
        table = guest.ask("PUT", f"/tables/{code}/seat", {"player": 1})
        assert (table["seats"][1]["name"], table["player"]) == (user.username, 1)
        Program(new_player()).ask("PUT", f"/tables/{code}/seat", {"player": 1}, 409)
        assert guest.ask("DELETE", f"/tables/{code}/seat")["player"] is None

    def test_seat_that_is_taken_twice_is_taken_once_and_answered_twice(self) -> None:
        """So a program that got no answer asks again, also if the game began meanwhile."""
        host, guest = Program(new_player()), Program(new_player())
        code = host.ask("POST", "/tables", {"bots": False}, 201)["code"]
        table = guest.ask("PUT", f"/tables/{code}/seat", {"player": 1})
        assert guest.ask("PUT", f"/tables/{code}/seat", {"player": 1}) == table
        begun = host.ask("POST", f"/tables/{code}/start", {"version": table["version"]})
        assert guest.ask("PUT", f"/tables/{code}/seat", {"player": 1})["version"] == begun["version"]
        guest.ask("PUT", f"/tables/{code}/seat", {"player": 2}, 409)

    def test_refusals_at_a_table_that_waits_say_what_is_wrong(self) -> None:
        host, guest, third = (Program(new_player()) for _ in range(3))
        code = host.ask("POST", "/tables", {"bots": False}, 201)["code"]
        version = guest.ask("PUT", f"/tables/{code}/seat", {"player": 1})["version"]
        assert third.ask("PUT", f"/tables/{code}/seat", {"player": 1}, 409)["code"] == "SeatTaken"
        assert guest.ask("POST", f"/tables/{code}/start", {"version": version}, 409)["code"] == "NotHost"
        host.ask("POST", f"/tables/{code}/start", {"version": version})
        assert third.ask("PUT", f"/tables/{code}/seat", {"player": 2}, 409)["code"] == "NotGathering"
        assert host.ask("POST", f"/tables/{code}/invitations", {"name": "x"}, 409)["code"] == "NotGathering"

    def test_move_while_a_bot_plays_says_so(self) -> None:
        program = Program(user_at(code := three_people(), 1))
        table = program.ask("DELETE", f"/tables/{code}/seat")
        assert program.move(table, 409, kind="bid", tricks=3)["code"] == "BotPlays"

    def test_game_that_is_begun_twice_begins_once_and_is_answered_twice(self) -> None:
        host, guest = Program(new_player()), Program(new_player())
        code = host.ask("POST", "/tables", {"bots": False}, 201)["code"]
        table = guest.ask("PUT", f"/tables/{code}/seat", {"player": 1})
        begun = host.ask("POST", f"/tables/{code}/start", {"version": table["version"]})
        assert host.ask("POST", f"/tables/{code}/start", {"version": table["version"]}) == begun
        guest.ask("POST", f"/tables/{code}/start", {"version": table["version"]}, 409)

    def test_game_that_is_given_up_twice_is_answered_twice(self) -> None:
        code = three_people()
        program = Program(user_at(code, 1))
        table = program.ask("DELETE", f"/tables/{code}/seat")
        assert program.ask("DELETE", f"/tables/{code}/seat") == table
        assert program.ask("PUT", f"/tables/{code}/seat", {"player": 1})["seats"][1]["stand_in"] == ""

    def test_too_many_games_are_refused_in_a_sentence(self) -> None:
        set_site_settings(most_games=1)
        program = Program(new_player())
        program.ask("POST", "/tables", {}, 201)
        assert program.ask("POST", "/tables", {}, 409)["code"] == "TooManyGames"

    def test_game_is_given_up(self) -> None:
        code = three_people()
        program = Program(user_at(code, 1))
        assert program.ask("DELETE", f"/tables/{code}/seat")["seats"][1]["stand_in"]

    @pytest.mark.parametrize(
        ("move", "status", "code"),
        [
            ({"kind": "bid", "tricks": 4}, 422, "too_early"),
            ({"kind": "ready"}, 409, "NotBetweenDeals"),
            ({"kind": "play", "card": "XX"}, 422, "UnprocessableContent"),
            ({"kind": "play"}, 422, "UnprocessableContent"),
            ({"kind": "peek", "places": [13]}, 422, "UnprocessableContent"),
            ({"kind": "dance"}, 422, "UnprocessableContent"),
            ({"kind": "ready", "more": 1}, 422, "UnprocessableContent"),
        ],
    )
    def test_wrong_move_gets_a_sentence_and_changes_nothing(
        self, move: dict[str, Any], status: int, code: str | None
    ) -> None:
        table = Program(user_at(table_code := peeking())).get(f"/tables/{table_code}")
        problem = Program(user_at(table_code)).move(table, status, **move)
        assert problem["detail"]
        assert problem.get("code") == code
        assert Game.objects.get(code=table_code).version == table["version"]

    @pytest.mark.parametrize("content_type", ["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"])
    def test_form_is_not_understood(self, content_type: str) -> None:
        program, body = Program(user_at(code := three_people())), '{"version": 1, "kind": "ready"'
        answer = Client().post(f"/api/v1/tables/{code}/moves", body, content_type=content_type, headers=program.headers)
        assert (answer.status_code, answer["Content-Type"]) == (400, "application/problem+json")
        assert "Content-Type: application/json" in answer.json()["detail"]

    def test_move_at_an_earlier_version_is_refused(self) -> None:
        programs = programs_at(code := three_people())
        first = programs[0].get(f"/tables/{code}")["deal"]["waiting"][0]
        table = programs[first].get(f"/tables/{code}")
        second = programs[first].move(table, kind="bid", tricks=3)["deal"]["waiting"][0]
        problem = programs[second].move(table, 409, kind="bid", tricks=3)
        assert problem["code"] == "StaleGame"
        assert problem["detail"] == "The table had moved on, and nothing has changed: read it again."
        assert problem["version"] == table["version"] + 1

    def test_move_in_a_game_that_has_ended_says_so(self) -> None:
        program = Program(user_at(code := three_people()))
        table = program.get(f"/tables/{code}")
        close_table(code)
        for move in ({"kind": "ready"}, {"kind": "bid", "tricks": 3}, {"kind": "play", "card": "SA"}):
            problem = program.move(table, 409, **move)
            assert (problem["code"], problem["detail"]) == ("GameHasEnded", "The game has ended. Nothing has changed.")

    def test_move_that_is_sent_twice_is_made_once_and_answered_twice(self) -> None:
        programs = programs_at(code := three_people())
        table = programs[0].get(f"/tables/{code}")
        program = programs[table["deal"]["waiting"][0]]
        assert program.move(table, kind="bid", tricks=3) == program.move(table, kind="bid", tricks=3)
        assert len(program.get(f"/tables/{code}")["deal"]["bids"]) == 1

    def test_answer_to_a_claim_that_somebody_has_declined_meanwhile_is_stale(self) -> None:
        """Two are asked at once, as declarer claims: the one who is second has done nothing wrong."""
        programs = programs_at(code := three_people())
        play_on(code, lambda _: may_claim(state_of(code)) == state_of(code).declarer is not None)
        claimer = state_of(code).declarer
        assert claimer is not None
        asked = programs[claimer].move(programs[claimer].get(f"/tables/{code}"), kind="claim")
        first, second = (programs[(claimer + turn) % 3] for turn in (1, 2))
        declined = first.move(asked, kind="answer", accept=False)
        for accepts in (True, False):
            problem = second.move(asked, 409, kind="answer", accept=accepts)
            assert (problem["code"], problem["version"]) == ("StaleGame", declined["version"])
        assert second.move(declined, 422, kind="answer", accept=True)["code"] == "bad_claim"

    def test_hand_on_lead_is_shown_to_who_answers_a_claim(self) -> None:
        programs = programs_at(code := three_people())
        play_on(code, lambda snapshot: snapshot.view is not None and len(snapshot.view.tricks) == 1)
        state = state_of(code)
        claimer = may_claim(state)
        assert claimer is not None
        claimed = programs[claimer].get(f"/tables/{code}")
        assert claimed["deal"]["claim_hand"] is None
        programs[claimer].move(claimed, kind="claim")
        asked = waiting_for(state_of(code))[0]
        other = programs[asked].get(f"/tables/{code}")["deal"]
        claim = state_of(code).claim
        assert claim is not None
        cards = claimed["deal"]["dummy" if claim.hand == DUMMY else "hand"]  # of the hand on lead
        assert (other["claim_by"], other["claim_hand"]) == (claimer, cards)

    @pytest.mark.parametrize(
        ("body", "at"),
        [
            ({"kind": "play", "card": "XX"}, "card"),
            ({"kind": "play"}, "card"),
            ({"kind": "bid", "tricks": 3, "nils": ["0", "4"]}, "nils[1]"),
            ({"kind": "claim", "tricks": "all"}, "tricks"),
            ({"kind": "dance"}, "kind"),
            ({}, "kind"),
            ({"kind": "ready", "more": 1}, "more"),
        ],
    )
    def test_fault_of_a_move_names_its_field(self, body: dict[str, Any], at: str) -> None:
        program = Program(user_at(code := three_people()))
        (fault,) = program.post(f"/tables/{code}/moves", {"version": 1, **body}, 422)["errors"]
        assert fault["at"] == at

    def test_fault_of_other_requests_names_its_field(self) -> None:
        program = Program(new_player())
        for method, path, body, at in (
            ("POST", "/tables", {"target": "many"}, "target"),
            ("POST", "/tables", {"invite": [""]}, "invite[0]"),
            ("POST", "/tables", {"peek": None}, "peek"),
            ("POST", "/tables", [], "body"),
            ("GET", "/tables/x/chat?after=many", None, "after"),
            ("GET", "/tables/x/deals/first", None, "number"),
        ):
            (fault,) = program.ask(method, path, body, 422)["errors"]
            assert fault["at"] == at

    def test_stranger_makes_no_move_and_missing_table_is_missing(self) -> None:
        stranger, code = Program(new_player()), three_people()
        table = stranger.get(f"/tables/{code}")
        assert table["player"] is None
        stranger.move(table, 403, kind="ready")
        stranger.get("/tables/nowhere", 404)
        stranger.get(f"/tables/{code}/deals/1", 404)


def peeking() -> str:
    """Return the code of a table of three people who look at cards of the dummy now."""
    return three_people(rules=Rules(PeekRule.THREE))


class TestHiddenCards:
    def test_answers_hold_only_what_the_view_holds(self) -> None:
        """At each step of a deal, each player's answer names no card that the player may not know."""
        code = peeking()
        programs = [*programs_at(code), Program(new_player())]
        steps = 0
        while (state := state_of(code)).phase != "finished" and steps < 25:
            seen = [program.get(f"/tables/{code}") for program in programs]
            for viewer, table in enumerate(seen):
                view = snapshot_for(code, viewer if viewer < 3 else None).view
                assert view is not None
                known = {*(view.hand or ()), *(view.dummy or ()), *(card for _place, card in view.places)}
                known |= {on.card for on in view.trick} | {on.card for trick in view.tricks for on in trick.cards}
                text = json.dumps(table)
                assert [card for card in set(DECK) - known if f'"{card}"' in text] == []
            own = seen[player := seen[0]["deal"]["waiting"][0]]
            programs[player].move(own, **first_legal(own["deal"]["options"]))
            steps += 1
        assert steps > 20
        assert state.declarer is not None

    def test_deals_of_a_duplicate_game_are_closed_until_its_end(self) -> None:
        code = three_people(duplicate=True)
        finish_deals(code)
        program = Program(user_at(code))
        assert program.get(f"/tables/{code}")["deal"] is None
        assert program.get(f"/tables/{code}/deals/1", 403)["detail"]

    def test_table_for_its_players_is_closed(self) -> None:
        code = three_people(spectators=False)
        finish_deals(code)
        stranger = Program(new_player())
        stranger.get(f"/tables/{code}", 403)
        stranger.get(f"/tables/{code}/deals/1", 403)

    def test_table_shown_one_deal_behind_says_so_and_gives_finished_deals(self) -> None:
        code = three_people(delayed=True)
        stranger = Program(new_player())
        for path in (f"/tables/{code}", f"/tables/{code}/stream"):
            assert stranger.get(path, 403)["code"] == "OneDealBehind"
        stranger.get(f"/tables/{code}/deals/1", 404)
        finish_deals(code)
        assert len(stranger.get(f"/tables/{code}/deals/1")["plays"]) == 52
        assert stranger.get(f"/tables/{code}", 403)["code"] == "OneDealBehind"

    def test_token_of_staff_is_one_of_a_player(self) -> None:
        """Who judges a report looks at deals that are closed to spectators on the site, signed in as staff."""
        code, judge = three_people(spectators=False), staff()
        finish_deals(code)
        Report.objects.create(game=Game.objects.get(code=code), reporter=user_at(code, 2), subject=user_at(code, 1))
        assert signed_in(judge).get(f"/tables/{code}/deals/1/").status_code == 200
        Program(judge).get(f"/tables/{code}/deals/1", 403)


class TestLimits:
    """Who asks too often reads after how many seconds the next request is within the limit."""

    @pytest.mark.parametrize(
        ("action", "method", "path", "body"),
        [
            ("api", "GET", "/account", None),
            ("open_game", "POST", "/tables", {"bots": False}),
            ("sit", "PUT", "/tables/{code}/seat", {"player": 1}),
            ("invite", "POST", "/tables/{code}/invitations", {"name": "nobody"}),
            ("challenge", "POST", "/sets", {"invite": "nobody"}),
        ],
    )
    def test_refusal_says_how_long_to_wait(
        self, limit: Callable[[str, str], None], action: str, method: str, path: str, body: Any
    ) -> None:
        program, code = Program(user := new_player()), gather(user, new_player())
        limit(action, "2/50s/user")
        answers = [program.answer(method, path.format(code=code), body) for _ in range(3)]
        assert [answer.status_code == 429 for answer in answers] == [False, False, True]
        assert 1 <= int(answers[-1]["Retry-After"]) <= 50

    def test_refused_message_says_how_long_to_wait(self) -> None:
        program = Program(user_at(code := three_people()))
        answers = [program.answer("POST", f"/tables/{code}/chat", {"text": "Hello"}) for _ in range(9)]
        assert [answer.status_code for answer in answers] == [201] * 8 + [429]
        assert answers[-1]["Retry-After"] == "20"


class TestReading:
    """What browsers and other programs learn about an answer: whether it has changed, and who may read it."""

    def test_unchanged_table_is_not_sent_again(self) -> None:
        code = three_people()
        program, other = programs_at(code)[:2]
        first = program.answer("GET", f"/tables/{code}")
        again = program.answer("GET", f"/tables/{code}", **{"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert other.answer("GET", f"/tables/{code}", **{"If-None-Match": first["ETag"]}).status_code == 200
        act(code)
        assert program.answer("GET", f"/tables/{code}", **{"If-None-Match": first["ETag"]}).status_code == 200

    def test_token_counts_before_the_tag(self) -> None:
        program = Program(new_player())
        tag = program.answer("GET", "/account")["ETag"]
        answer = Client().get("/api/v1/account", headers={"If-None-Match": tag})
        assert answer.status_code == 401

    def test_pages_of_other_sites_may_read(self, client: Client) -> None:
        asks = {"Origin": "https://example.org", "Access-Control-Request-Method": "GET"}
        answer = client.options("/api/v1/account", headers=asks | {"Access-Control-Request-Headers": "authorization"})
        assert answer.status_code == 204
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert "Authorization" in answer["Access-Control-Allow-Headers"]
        assert answer["Access-Control-Allow-Methods"] == "GET, HEAD"
        for status, program in ((200, Program(new_player())), (401, None)):
            read = program.answer("GET", "/account") if program else client.get("/api/v1/account")
            assert (read.status_code, read["Access-Control-Allow-Origin"]) == (status, "*")
            assert "Access-Control-Allow-Credentials" not in read

    def test_pages_of_other_sites_may_read_the_description(self, client: Client) -> None:
        assert client.get("/api/v1/openapi.json")["Access-Control-Allow-Origin"] == "*"

    @pytest.mark.parametrize("path", ["/account", "/tables/nowhere", "/openapi.json", "/account/stream"])
    def test_head_is_answered_as_get_without_content(self, path: str) -> None:
        program = Program(new_player())
        head, get = program.answer("HEAD", path), program.answer("GET", path)
        of_one_answer = {"Content-Length"} if head.status_code == 404 else set()
        assert (head.status_code, head.content) == (get.status_code, b"")
        assert {*head.items()} | {("Content-Length", "")} >= {
            item for item in get.items() if item[0] not in of_one_answer
        }

    def test_head_is_among_the_methods_that_an_address_takes(self) -> None:
        assert Program(new_player()).answer("POST", "/account")["Allow"] == "GET, HEAD"
        assert Program(new_player()).answer("GET", "/bot")["Allow"] == "POST"

    def test_what_is_made_has_an_address(self) -> None:
        program, other = Program(new_player()), new_player()
        for path, body in (
            ("/tables", {"bots": False}),
            ("/sets", {}),
            ("/tables/{code}/chat", {"text": "Hello"}),
            ("/tables/{code}/invitations", {"name": other.username}),
            ("/sets/{set}/invitations", {"name": other.username}),
        ):
            made = {"code": Game.objects.values_list("code", flat=True).first(), "set": DealSet.objects.first()}
            answer = program.answer("POST", path.format(code=made["code"], set=made["set"] and made["set"].code), body)
            assert answer.status_code == 201, answer.content
            assert program.answer("GET", answer["Location"].removeprefix("/api/v1")).status_code in (200, 403)

    def test_pages_of_other_sites_may_not_write_or_read_elsewhere(self, client: Client) -> None:
        answer = Program(new_player()).answer("POST", "/tables", {})
        assert answer.status_code == 201
        assert "Access-Control-Allow-Origin" not in answer
        assert "Access-Control-Allow-Origin" not in client.get("/")
        assert "Access-Control-Allow-Origin" not in client.options(
            "/me/settings/account/", headers={"Origin": "https://example.org"}
        )


def test_hand_names_of_schemas_are_those_of_records() -> None:
    assert get_args(Hand.__value__) == HAND_NAMES
