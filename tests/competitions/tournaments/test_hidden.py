"""Nothing of a board is shown while a table of its round still plays it, to nobody but those who sit at the table."""

import re
from collections.abc import Iterator
from http import HTTPStatus

import pytest
from django.test import Client

from accounts.api_tokens import services as api_tokens
from accounts.models import Scope, User
from accounts.site_config.errors import ActionDenied
from games import engine
from games.fairness import deal_counts
from games.learning.training import _open_deals
from games.models import Club, DealCount, DealScore, Game, Tournament, TournamentScore
from games.play import game_moderation, joint_reviews, loading, queries as table_queries
from tests.clients import ClientFor
from tests.clubs.clubs import club_of
from tests.competitions.tournaments.tournaments import go_on, play_round, play_table, running, tables_of
from tests.staff.people import ADMINISTRATOR, HOST, MODERATOR, member
from tests.tables import new_player, user_at

pytestmark = pytest.mark.django_db

POINTS = 29_173
"""Points that are on no page by chance."""

REVIEWS = (
    "deals/1/",
    "deals/1.png",
    "deals/1.json",
    "deals/1.pbn",
    "deals.jsonl",
    "deals.pbn",
    "deals/1/verify/",
    "deals/1/embed/",
)


@pytest.fixture
def finished() -> Game:
    """A table of a round, which has played its board, while the two others play it."""
    tournament = running(9, rounds=2)
    game = play_table(tables_of(tournament)[0].code)
    TournamentScore.objects.update(points=POINTS)
    DealScore.objects.update(total=POINTS, points_after=POINTS)
    return game


def tournament_of(game: Game) -> Tournament:
    assert game.round is not None
    return game.round.tournament


def visitor(who: str, game: Game) -> User | None:
    other = tables_of(tournament_of(game))[0]
    people = {
        "other table": lambda: user_at(other.code),
        "host": lambda: tournament_of(game).host,
        "administrator": lambda: member(ADMINISTRATOR),
        "moderator": lambda: member(MODERATOR),
        "somebody": new_player,
    }
    return people[who]() if who in people else None


WHO = ["visitor", "somebody", "other table", "host", "moderator", "administrator"]


def around(client: Client, game: Game) -> Iterator[str]:
    """Yield all that this visitor gets around the table and its tournament."""
    tournament, name = tournament_of(game), user_at(game.code).username
    of_tournament = f"/tournaments/{tournament.code}/"
    addresses = [
        *(f"/tables/{game.code}/{rest}" for rest in ("", "latest/", "sheet/", "comparison/", *REVIEWS)),
        *(f"{of_tournament}{rest}" for rest in ("", "direct/", "?round=1", "results.csv", "results.json", "deals.pbn")),
        *(f"/players/{name}/{rest}" for rest in ("", "statistics/", "games/", "deals/")),
        *("/", "/people/ranks/", "/verify/", "/people/", "/learn/"),
        f"/admin/games/tournament/{tournament.pk}/change/",
        f"/admin/games/game/{game.pk}/change/",
        "/admin/site_config/auditentry/",
    ]
    for address in addresses:
        yield b"".join(client.get(address, follow=True)).decode(errors="replace")


@pytest.mark.slow
def test_nothing_of_a_board_that_others_play(finished: Game, client_for: ClientFor) -> None:
    root = bytes.fromhex(finished.chain_root)
    secrets = [engine.chain_secret(root, number).hex() for number in (1, 2, 1000)]
    for who in WHO:
        user = visitor(who, finished)
        shown = "\n".join(around(client_for(user) if user else Client(), finished))
        for hidden in (*secrets, "29,173", "29.173"):
            assert hidden not in shown, who
        assert not re.search(rf"\b{POINTS}\b", shown), who  # random codes may have these digits


def test_own_table_is_not_reviewed_before_the_round_ends(finished: Game, client_for: ClientFor) -> None:
    client = client_for(user_at(finished.code))
    for rest in REVIEWS:
        answer = client.get(f"/tables/{finished.code}/{rest}", follow=True)
        assert answer.status_code in (HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND), rest


def test_own_table_shows_its_scores_and_no_hands(finished: Game) -> None:
    assert not joint_reviews.may_lead(finished, 0)
    snapshot = table_queries.full_snapshot_of(loading.game_by_code(finished.code)).of(0)
    assert snapshot.finished
    assert snapshot.view is None
    assert snapshot.proof is None


def test_api_refuses_the_deals(finished: Game) -> None:
    for user in (user_at(finished.code), new_player()):
        token = api_tokens.create(user, name="a program", scopes=list(Scope))
        headers = {"Authorization": f"Bearer {token}"}
        assert (
            Client().get(f"/api/v1/tables/{finished.code}/deals/1", headers=headers).status_code == HTTPStatus.FORBIDDEN
        )
    assert Client().get(f"/api/v1/tables/{finished.code}", headers=headers).status_code == HTTPStatus.FORBIDDEN


def test_deals_are_in_no_statistic_of_cards_and_no_exercise(finished: Game) -> None:
    deal_counts.count_new()
    assert not DealCount.objects.exists()
    assert not _open_deals().filter(game=finished).exists()


def test_staff_who_take_part_see_no_cards(finished: Game) -> None:
    other = tables_of(tournament_of(finished))[0]
    staff = user_at(finished.code)
    with pytest.raises(ActionDenied):
        game_moderation.show_cards(code=other.code, by=staff, reason="a doubt")


def test_round_that_has_ended_is_open_to_all_with_its_proof(finished: Game, client_for: ClientFor) -> None:
    play_round(tournament_of(finished))
    go_on(tournament_of(finished))
    for who in ("visitor", "somebody", "other table", "host"):
        user = visitor(who, finished)
        client = client_for(user) if user else Client()
        assert client.get(f"/tables/{finished.code}/deals/1/").status_code == HTTPStatus.OK
        proof = client.get(f"/tables/{finished.code}/deals/1.json").json()["proof"]
        assert proof["game"] == tournament_of(finished).code
        assert proof["secret"] == engine.chain_secret(bytes.fromhex(finished.chain_root), 1).hex()
    assert client.get(f"/tables/{finished.code}/deals/1/verify/", follow=True).status_code == HTTPStatus.OK


def test_deals_of_a_private_club_are_for_those_to_whom_its_tournament_is_shown(client_for: ClientFor) -> None:
    officer, other = new_player(), new_player()
    club = club_of(officer, other, public=False)
    tournament = running(3, rounds=1)
    code = tables_of(tournament)[0].code
    play_round(tournament)
    Tournament.objects.update(club=club)
    go_on(tournament)
    reviews = [f"/tables/{code}/{rest}" for rest in REVIEWS]
    readers = [client_for(user) for user in (officer, other, user_at(code), member(HOST, "Another host"))]
    for page in [page for page in reviews if "png" not in page and "embed" not in page]:
        assert {client.get(page, follow=True).status_code for client in readers} == {HTTPStatus.OK}, page
    for page in reviews:
        for stranger in (Client(), client_for(new_player())):
            assert stranger.get(page, follow=True).status_code == HTTPStatus.FORBIDDEN, page
    assert "/embed/" not in client_for(officer).get(f"/tables/{code}/deals/1/").text
    Club.objects.update(public=True)
    for page in reviews:
        assert Client().get(page, follow=True).status_code == HTTPStatus.OK, page
