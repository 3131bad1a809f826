"""Voiding a game: statistics and ratings are then as if it had not been played."""

import random
from datetime import timedelta

import pytest

from accounts.models import User
from accounts.site_config.errors import ActionDenied
from games.engine import BiddingStyle, Rules
from games.models import DealResult, Game, GameResult, Rating, RatingChange, Tally, Void
from games.play import game_moderation
from games.results import rebuild
from games.values import Stage
from tests.finished_games import NOON, played_game
from tests.tables import begin, new_player, play_on, scored, snapshot_for

pytestmark = pytest.mark.django_db

STYLES = (Rules(target=100, floor=-100), Rules(bidding=BiddingStyle.MIRROR, target=100, floor=-100))


def play(people: list[User], seed: int, skip: int | None = None) -> list[Game]:
    """Play the same games for the same seed, not in the order in which they end; `skip` leaves one out."""
    rng = random.Random(seed)
    games = []
    for number in range(5):
        table: list[User | None] = list(rng.sample(people, 3))
        if rng.random() < 0.4:
            table[rng.randrange(3)] = None
        at = NOON + timedelta(days=rng.randrange(60))
        rules = rng.choice(STYLES)
        if number != skip:
            games.append(played_game(*table, rules=rules, at=at, seed=100 * seed + number))
    return games


def derived() -> dict[str, list[tuple[object, ...]]]:
    """Return all rows that follow from games that count, with exact numbers."""
    names = [*Tally.KEY, *Tally.COUNTS]
    return {
        "lines": sorted(DealResult.objects.values_list("user", "at", "points", "declarer", "left", "right")),
        "tallies": sorted(Tally.objects.values_list(*names)),
        "ratings": sorted(
            Rating.objects.values_list(
                "ladder__company",
                "ladder__bidding",
                "ladder__month",
                "user",
                "mu",
                "sigma",
                "lower_bound",
                "games",
                "wins",
            )
        ),
        "changes": sorted(
            RatingChange.objects.values_list(
                "ladder__bidding", "ladder__month", "at", "user", "number", "mu", "mu_before"
            )
        ),
    }  # type: ignore[return-value]


@pytest.mark.parametrize(("seed", "voided"), [(0, 0), (1, 2), (2, 4)])
def test_statistics_after_voiding_equal_those_without_the_game(seed: int, voided: int) -> None:
    people = [new_player() for _ in range(4)]
    play(people, seed, skip=voided)
    expected = derived()
    Game.objects.all().delete()
    Tally.objects.all().delete()
    Rating.objects.all().delete()
    games = play(people, seed)
    assert derived() != expected
    game_moderation.void(code=games[voided].code, by=people[0], public_reason="One person", reason="A note")
    assert derived() == expected
    verdicts = rebuild.rebuild(print)
    assert {model: verdict.wrong for model, verdict in verdicts.items() if verdict.wrong} == {}


def test_void_game_keeps_its_results_and_the_first_reason() -> None:
    ana = new_player()
    game = played_game(ana, None, None)
    game_moderation.void(code=game.code, by=ana, public_reason="A broken clock", reason="A note")
    assert Void.objects.get(game=game).reason == "A broken clock"
    assert GameResult.objects.filter(game=game).count() == 1
    with pytest.raises(ActionDenied, match="void already"):
        game_moderation.void(code=game.code, by=ana, public_reason="Again", reason="A note")
    assert Void.objects.get(game=game).reason == "A broken clock"


def test_voiding_is_a_new_version_for_open_pages() -> None:
    ana = new_player()
    game = played_game(ana, None, None)
    before = snapshot_for(game.code).version
    game_moderation.void(code=game.code, by=ana, public_reason="A broken clock", reason="A note")
    shown = snapshot_for(game.code)
    assert (shown.version, shown.void, shown.stage) == (before + 1, "A broken clock", Stage.OVER)


def test_running_game_is_closed_when_it_is_voided() -> None:
    host = new_player()
    code = begin(host)
    play_on(code, scored)
    game_moderation.void(code=code, by=host, public_reason="Stuck", reason="A note")
    assert Game.objects.get(code=code).stage == Stage.CLOSED
    assert not DealResult.objects.exists()
    assert not Tally.objects.exists()
