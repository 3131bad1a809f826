"""What is celebrated at the end of a deal or a game, and how it sounds: decided on the server, for one viewer."""

from dataclasses import replace

import pytest

from games.engine import NilResult
from games.values import Stage
from tests.components.dom import page_of
from tests.pages.scenes import Scene, finished, finished_deal, game_over, snapshot, with_declarer

OVER = finished(with_declarer(2))


def signs(scene: Scene) -> tuple[str | None, ...]:
    """Return how the heading of a result sounds, what is celebrated there, and what the browser remembers of it."""
    (shown,) = page_of(scene).of_class("outcome")
    return tuple([shown.attributes.get(f"data-{name}") for name in ("sounds", "celebrates", "once")])


def ended(*nils: bool, made: bool = True, total: int = 50) -> Scene:
    """The end of a deal in which player 0 made the contract or not, and these nils."""
    deal = finished_deal(OVER)
    results = tuple(NilResult(0, nil, 100 if nil else -100) for nil in nils)
    own = replace(deal.scores[0], contract=4, side_tricks=5 if made else 2, nils=results, total=total)
    return snapshot(OVER, 0).changed(finished=(replace(deal, scores=(own, *deal.scores[1:])),))


@pytest.mark.parametrize(
    ("scene", "sound"),
    [
        (ended(), "rise"),
        (ended(made=False, total=-40), "fall"),
        (ended(False, total=-60), "fall"),
        (ended(True, made=False, total=60), "rise"),
    ],
)
def test_deal_that_was_made_rises_and_one_that_was_set_falls(scene: Scene, sound: str) -> None:
    assert signs(scene)[0] == sound


def test_nil_that_was_made_is_celebrated_once_a_deal() -> None:
    assert signs(ended(True)) == ("rise", "nil", "KQJT98.4")
    assert signs(ended()) == ("rise", None, None)
    assert signs(ended(False)) == ("rise", None, None)


def test_win_is_celebrated_by_its_winner_only() -> None:
    won = game_over().seen_by(1)
    assert signs(won) == ("rise", "win", "KQJT98")
    for viewer in (0, None):
        assert signs(game_over().seen_by(viewer)) == (None, None, None)
    assert signs(won.changed(void="Two accounts")) == (None, None, None)


def test_spectators_celebrate_nothing() -> None:
    assert signs(ended(True).seen_by(None)) == (None, None, None)
    assert Stage.SCORED is ended(True).snapshot.stage
