"""Tournaments, clubs and the search for players by the API: what each reader may see and do."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import Scope
from games.models import Block, Club, Game, PairingRequest, TournamentEntry
from games.pairing import opened_tables
from tests.api.programs import Program
from tests.api.test_without_token import read
from tests.clubs.clubs import club_of, trio
from tests.competitions.tournaments.tournaments import announced, begin, entered, go_on, play_round, running, tables_of
from tests.pairing.queue import looking
from tests.tables import new_player

pytestmark = pytest.mark.django_db


class TestTournaments:
    def test_stranger_reads_what_comes_and_how_it_stands(self) -> None:
        tournament = announced()
        entered(tournament, 2)
        (line,) = read("/tournaments")["coming"]
        assert (line["code"], line["entered"], line["stage"]) == (tournament.code, 2, "open")
        shown = read(f"/tournaments/{tournament.code}")
        assert (shown["standings"], shown["own"], shown["club"]) == ([], None, None)

    def test_player_enters_checks_in_and_withdraws(self) -> None:
        tournament, program = announced(minutes_ahead=24 * 60), Program(new_player())
        path = f"/tournaments/{tournament.code}"
        assert program.ask("PUT", f"{path}/entry")["own"] == {
            "entered": True, "waiting": False, "may_check_in": False, "checked_in": False, "table": None,
        }  # fmt: skip
        tournament.starts_at = timezone.now() + timedelta(minutes=10)
        tournament.save()
        assert program.get(path)["own"]["may_check_in"]
        assert program.ask("PUT", f"{path}/entry")["own"]["checked_in"]
        assert not program.ask("DELETE", f"{path}/entry")["own"]["entered"]
        assert not TournamentEntry.objects.exists()

    def test_running_round_shows_no_result_and_no_card(self) -> None:
        tournament = running(3)
        (game,) = tables_of(tournament)
        user = game.seats.get(player=0).user
        assert user is not None
        shown = Program(user).get(f"/tournaments/{tournament.code}")
        assert shown["own"]["table"] == game.code
        assert {(line["place"], line["points"], line["boards"]) for line in shown["standings"]} <= {(None, 0.0, 0)}
        Program(user).ask("DELETE", f"/tournaments/{tournament.code}/entry", status=409)

    def test_standings_are_those_of_the_file(self) -> None:
        tournament = running(3, rounds=1)
        play_round(tournament)
        go_on(tournament)
        shown = read(f"/tournaments/{tournament.code}")
        assert [line["boards"] for line in shown["standings"]] == [1, 1, 1]

    def test_tournament_of_a_private_club_is_not_there_for_others(self) -> None:
        officer, member = new_player(), new_player()
        tournament = announced()
        tournament.club = club_of(officer, member, public=False)
        tournament.save()
        path = f"/tournaments/{tournament.code}"
        assert Program(member).get(path)["club"] == tournament.club.code
        read(path, 404)
        stranger = Program(new_player())
        stranger.get(path, 404)
        stranger.ask("PUT", f"{path}/entry", status=404)
        assert read("/tournaments") == {"coming": [], "past": []}

    def test_bots_and_tokens_to_read_do_not_enter(self) -> None:
        tournament, bot = announced(), new_player()
        bot.is_bot = True
        bot.save()
        assert Program(bot).ask("PUT", f"/tournaments/{tournament.code}/entry", status=409)["code"] == "NotForBots"
        Program(new_player(), Scope.READ).ask("PUT", f"/tournaments/{tournament.code}/entry", status=403)

    def test_tournament_that_has_begun_takes_nobody_back(self) -> None:
        tournament = announced()
        (user, *_others) = entered(tournament, 3)
        begin(tournament)
        problem = Program(user).ask("DELETE", f"/tournaments/{tournament.code}/entry", status=409)
        assert problem["code"] == "EntriesClosed"


class TestClubs:
    def test_members_read_all_and_others_the_officers_of_a_public_club(self) -> None:
        officer, member = new_player(), new_player()
        club = club_of(officer, member)
        game = Program(member).ask("POST", f"/clubs/{club.code}/tables", status=201)["code"]
        shown = Program(officer).get(f"/clubs/{club.code}")
        assert (shown["members"], shown["tables"]) == ([officer.username, member.username], [game])
        for outside in (read(f"/clubs/{club.code}"), Program(new_player()).get(f"/clubs/{club.code}")):
            assert (outside["size"], outside["officers"]) == (2, [officer.username])
            assert outside["members"] == outside["tables"] == outside["evenings"] == []
            assert member.username not in str(outside)

    @pytest.mark.parametrize("kind", ["private", "trio", "hidden"])
    def test_private_club_is_not_there_for_others(self, kind: str) -> None:
        officer = new_player()
        club = trio(officer) if kind == "trio" else club_of(officer, public=kind == "hidden")
        if kind == "hidden":
            Club.objects.filter(pk=club.pk).update(hidden_reason="Unkind words")
        assert Program(officer).get("/clubs")[0]["code"] == club.code
        read(f"/clubs/{club.code}", 404)
        stranger = Program(new_player())
        assert stranger.get("/clubs") == []
        stranger.get(f"/clubs/{club.code}", 404)
        stranger.ask("POST", f"/clubs/{club.code}/tables", status=404)
        assert not Game.objects.exists()

    def test_trio_opens_one_table_however_often_it_is_asked(self) -> None:
        people = [new_player() for _ in range(3)]
        club = trio(*people)
        codes = {Program(user).ask("POST", f"/clubs/{club.code}/tables", status=201)["code"] for user in people}
        assert len(codes) == 1

    def test_stranger_to_a_public_club_opens_no_table(self) -> None:
        club = club_of(new_player())
        Program(new_player()).ask("POST", f"/clubs/{club.code}/tables", status=404)


class TestSearch:
    def test_player_waits_and_stops(self) -> None:
        program = Program(new_player())
        assert program.get("/search")["state"] == "none"
        waits = program.ask("PUT", "/search", {"target": 300})
        assert (waits["state"], waits["wishes"]["target"], waits["table"]) == ("waiting", 300, None)
        assert program.ask("DELETE", "/search")["state"] == "none"

    def test_table_that_is_found_is_named(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(opened_tables, "_STARTED", timezone.now() - timedelta(hours=1))
        user, *_others = looking()
        opened_tables.serve()
        found = Program(user).get("/search")
        assert (found["state"], found["table"]) == ("found", Game.objects.get(paired=True).code)

    def test_reading_is_a_sign_of_life(self) -> None:
        (user,) = looking(1)
        before = timezone.now() - timedelta(minutes=1)
        PairingRequest.objects.update(seen_at=before)
        Program(user).get("/search")
        assert PairingRequest.objects.get().seen_at > before

    def test_who_is_blocked_is_not_counted(self) -> None:
        ana, ben = looking(2)
        assert Program(ana).get("/search")["others"] == 1
        Block.objects.create(user=ben, blocked=ana)
        assert Program(ana).get("/search")["others"] == 0

    def test_search_is_for_people_and_needs_a_token_to_play(self) -> None:
        bot = new_player()
        bot.is_bot = True
        bot.save()
        assert Program(bot).ask("PUT", "/search", {}, 409)["code"] == "NotForBots"
        Program(new_player(), Scope.READ).ask("PUT", "/search", {}, 403)
        read("/search", 401)
