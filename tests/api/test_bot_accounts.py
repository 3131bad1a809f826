"""Accounts of bots: how one comes about, where it is marked, and what it can't do."""

from datetime import UTC

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from accounts.base.names import validate_name
from accounts.models import Scope, User
from accounts.names.services import give_temporary_name
from accounts.personal_data import merging
from games.api.bot_accounts import AmongPeople, HasPlayed, become_bot
from games.clubs import membership
from games.competitions.sets import services as sets
from games.competitions.tournaments import services as tournaments
from games.lobby import invitations, tables
from games.models import Company, DealSet, Game, Ladder, PairingRequest, PairingState, SetKind
from games.pairing import opened_tables, services as pairing
from games.pairing.matching import Wishes
from games.play.errors import NotForBots
from games.results import ratings
from tests.api.programs import Program
from tests.clients import ClientFor
from tests.clubs.clubs import club_of
from tests.competitions.sets.sets import board_of, challenge
from tests.competitions.tournaments.tournaments import announced
from tests.finished_games import played_game
from tests.staff.people import registered
from tests.tables import begin, finish_deals, gather, new_player, open_table, snapshot_for

pytestmark = pytest.mark.django_db

PAGE = "/api/bot-account/"


def bot(name: str = "Zoe") -> User:
    """Return the account of a bot."""
    return become_bot(registered(name))


class TestBecoming:
    def test_account_becomes_a_bot_by_the_api(self) -> None:
        program = Program(user := registered("Zoe"))
        assert program.post("/bot", {"forever": True}) == {"name": "BOT Zoe", "is_bot": True}
        assert program.post("/bot", {"forever": True}) == {"name": "BOT Zoe", "is_bot": True}
        user.refresh_from_db()
        assert user.is_bot
        assert program.get("/account")["is_bot"]

    @pytest.mark.parametrize("body", [{}, {"forever": False}, {"forever": True, "more": 1}])
    def test_program_has_to_know_that_it_is_for_ever(self, body: object) -> None:
        Program(registered("Zoe")).post("/bot", body, 422)
        assert not User.objects.filter(is_bot=True).exists()

    def test_token_to_read_makes_no_bot(self) -> None:
        Program(registered("Zoe"), Scope.READ).post("/bot", {"forever": True}, 403)

    def test_account_becomes_a_bot_on_its_page_once_that_is_confirmed(self, client_for: ClientFor) -> None:
        client = client_for(user := registered("Zoe"))
        assert "BOT Zoe" in client.get(PAGE).text
        assert client.post(PAGE, {}).status_code == 422
        assert client.post(PAGE, {"forever": "on"}, follow=True).status_code == 200
        user.refresh_from_db()
        assert (user.is_bot, user.username) == (True, "BOT Zoe")
        assert "<button" not in client.get(PAGE).text.partition("<main")[2].partition("</main>")[0]

    def test_who_has_played_becomes_none(self, client_for: ClientFor) -> None:
        open_table(user := registered("Zoe"))
        answer = client_for(user).post(PAGE, {"forever": "on"})
        assert answer.status_code == 409
        assert str(HasPlayed.message) in answer.text
        assert Program(user).post("/bot", {"forever": True}, 409)["code"] == "HasPlayed"
        assert not User.objects.filter(is_bot=True).exists()

    def test_who_is_in_a_club_or_a_tournament_becomes_none(self, client_for: ClientFor) -> None:
        club, tournament, user = club_of(new_player()), announced(), registered("Zoe")
        membership.join_by_link(str(club.link), user)
        answer = client_for(user).post(PAGE, {"forever": "on"})
        assert (answer.status_code, str(AmongPeople.message) in answer.text) == (409, True)
        membership.leave(club, user)
        tournaments.enter(tournament.code, user)
        assert Program(user).post("/bot", {"forever": True}, 409)["code"] == "AmongPeople"
        tournaments.withdraw(tournament.code, user)
        assert become_bot(user).is_bot

    def test_who_has_become_a_bot_in_another_tab_does_not_join_in(self) -> None:
        club, tournament, user = club_of(new_player()), announced(), registered("Zoe")
        become_bot(User.objects.get(pk=user.pk))
        with pytest.raises(NotForBots):
            membership.join_by_link(str(club.link), user)
        with pytest.raises(NotForBots):
            tournaments.enter(tournament.code, user)

    def test_guest_becomes_none(self, client_for: ClientFor) -> None:
        assert client_for(new_player()).post(PAGE, {"forever": "on"}).status_code == 403

    def test_second_bot_of_a_name_gets_a_number(self) -> None:
        bot()
        assert bot("zoe").username == "BOT zoe 2"


class TestMark:
    @pytest.mark.parametrize("name", ["BOT Zoe", "bot.zoe", "Bot", "B0T Zoe", "\u0412\u041e\u0422"])
    def test_people_are_not_called_like_bots(self, name: str) -> None:
        with pytest.raises(ValidationError):
            validate_name(name)

    @pytest.mark.parametrize("name", ["Botond", "Robot", "Zoe BOT"])
    def test_similar_names_remain(self, name: str) -> None:
        validate_name(name)

    def test_bot_stays_marked_when_the_staff_takes_its_name_away(self) -> None:
        give_temporary_name(user := bot())
        assert user.username == "BOT Player"

    def test_table_and_profile_show_it(self, client: Client) -> None:
        user = bot()
        code = Program(user).post("/tables", {"bots": False}, 201)["code"]
        assert "BOT Zoe" in client.get(f"/tables/{code}/").text
        assert "A program plays under this name." in client.get("/players/BOT Zoe/").text
        (seat, *_others) = Program(user).get(f"/tables/{code}")["seats"]
        assert (seat["name"], seat["is_bot"], seat["by_api"]) == ("BOT Zoe", True, True)
        assert snapshot_for(code).seats[0].is_person


class TestCompany:
    def test_bot_sits_down_with_people_only_where_it_is_invited(self) -> None:
        program, code = Program(user := bot()), gather(host := new_player())
        assert program.ask("PUT", f"/tables/{code}/seat", {"player": 1}, 409)["code"] == "NotForBots"
        invitations.invite(code=code, inviter=host, name=user.username)
        assert program.ask("PUT", f"/tables/{code}/seat", {"player": 1})["player"] == 1

    def test_bots_and_people_sit_down_at_a_bots_table(self) -> None:
        code = Program(bot()).post("/tables", {"bots": False}, 201)["code"]
        Program(bot("Yan")).ask("PUT", f"/tables/{code}/seat", {"player": 1})
        tables.sit(code=code, user=new_player(), player=2)

    def test_bot_is_not_paired(self) -> None:
        with pytest.raises(NotForBots):
            pairing.find(user=bot(), wishes=Wishes())

    def test_who_becomes_a_bot_while_waiting_is_not_paired(self) -> None:
        for user in (waiting := registered("Zoe"), new_player(), new_player()):
            pairing.find(user=user, wishes=Wishes())
        become_bot(waiting)
        opened_tables.serve()
        assert [row.state for row in PairingRequest.objects.all()] == [PairingState.WAITING] * 2

    def test_bot_plays_challenges_but_no_deal_of_the_day(self) -> None:
        user = bot()
        sets.begin(board_of(challenge()), user)
        sets.open_sets_of_day(timezone.now().astimezone(UTC).date())
        for kind in (SetKind.DAY, SetKind.EIGHT):
            with pytest.raises(NotForBots):
                sets.begin(board_of(DealSet.objects.get(kind=kind)), user)

    def test_guest_leaves_nothing_to_a_bot(self) -> None:
        finish_deals(begin(guest := new_player()))
        user = registered("Zoe")
        assert merging.offer(guest, user)
        user = become_bot(user)
        assert merging.offer(guest, user) == []
        assert not merging.merge(guest, user)


class TestRatings:
    def test_game_with_a_bot_is_rated_on_the_bots_ladder_only(self) -> None:
        user, person = bot(), new_player()
        played_game(user, person, None)
        assert set(Ladder.objects.values_list("company", flat=True)) == {Company.API}
        assert [row.name for row in ratings.ladder(Company.API, "", "", person)] == ["BOT Zoe"]
        assert ratings.ladder(Company.PEOPLE, "", "", person) == []
        assert set(ratings.ratings_of(person)) == {Company.API}
        assert [row["name"] for row in Program(user).get("/ladders/api")] == ["BOT Zoe"]


class TestBrowser:
    def test_bots_browser_looks_but_does_nothing(self, client_for: ClientFor) -> None:
        user = bot()
        client = client_for(user)
        code = Program(user).post("/tables", {}, 201)["code"]
        assert client.get(f"/tables/{code}/").status_code == 200
        version = Game.objects.get(code=code).version
        for path in (f"/tables/{code}/ready/", "/tables/new/", "/play/", "/play/people/", f"/tables/{code}/chat/send/"):
            assert client.post(path, {"version": version}).status_code == 403
        assert Game.objects.get(code=code).version == version
        assert client.post("/language/", {"language": "es", "next": "/"}).status_code == 302
