"""Exercises: always the same, judged as reviews are, and made from what their player may know."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games import bots
from games.analysis.findings import cards_played
from games.engine import Bid, Phase, State, dealt_event, replay, view_for
from games.learning import exercises
from games.learning.exercise_answers import answer
from games.learning.exercise_words import question
from games.learning.exercises import GENERATED, Exercise, Kind, exercise
from tests.security.exchange import exchanged

EACH = pytest.mark.parametrize("kind", GENERATED)
NUMBERS = (1, 2)


@EACH
def test_exercise_follows_from_its_kind_and_number(kind: Kind) -> None:
    first = exercise(kind, 1)
    exercises.exercise.cache_clear()
    assert exercise(kind, 1) == first
    assert exercise(kind, 2).state != first.state


@EACH
@pytest.mark.parametrize("number", NUMBERS)
def test_question_does_not_depend_on_hidden_cards(kind: Kind, number: int) -> None:
    asked = exercise(kind, number)
    other = with_other_cards(asked)
    assert other.dealt != asked.state.dealt
    assert view_for(other, asked.player) == asked.view
    solved = exercises._SOLVED[kind](view_for(other, asked.player))
    assert question(replace(asked, state=other, options=solved[0], best=solved[1])) == question(asked)


@EACH
@pytest.mark.parametrize("number", NUMBERS)
def test_only_options_within_two_standard_errors_of_the_best_are_right(kind: Kind, number: int) -> None:
    asked = exercise(kind, number)
    for option in asked.options:
        error = max(option.error, asked.best.error)
        near = option is asked.best or asked.best.worth - option.worth <= 2 * error
        assert asked.is_right(option) is near
        assert answer(asked, option, votes()).is_right is near


@pytest.mark.parametrize("number", NUMBERS)
def test_bids_are_worth_what_the_review_says(number: int) -> None:
    asked = exercise(Kind.BID, number)
    review = bots.review_bids(asked.view)
    assert review is not None
    assert asked.best.move == Bid(asked.player, review.best.tricks, frozenset(review.best.nils))
    for option in asked.options:
        assert isinstance(option.move, Bid)
        assert (option.worth, option.points) == (review.of(option.move).worth, review.of(option.move).points)


@pytest.mark.parametrize("number", NUMBERS)
def test_best_card_is_the_one_that_a_hint_names(number: int) -> None:
    asked = exercise(Kind.CARD, number)
    assert asked.view.phase is Phase.PLAYING
    assert bots.advise(asked.view).action.card == asked.best.move  # type: ignore[union-attr]  # the view waits for a card, as the line above says


def test_drills_ask_for_nils_that_are_right_and_for_some_that_are_wrong() -> None:
    asked = [exercise(Kind.NIL, number) for number in range(1, 9)]
    assert {one.best is one.options[1] for one in asked} == {True, False}


@EACH
def test_picture_of_an_answer_adds_up(kind: Kind) -> None:
    asked = exercise(kind, 1)
    for chart in answer(asked, asked.options[0], votes()).charts:
        assert 98 <= sum(int(share.rstrip("%")) for _name, share in chart.rows) <= 102


@EACH
def test_numbers_of_the_verdict_are_those_of_the_table(kind: Kind) -> None:
    asked = exercise(kind, 1)
    for option in asked.options:
        answered = answer(asked, option, votes(asked.options[0].code))
        (line,) = [line for line in answered.lines if line.is_chosen]
        (best,) = [line for line in answered.lines if line.is_best]
        beside = [] if option is asked.best else [line.label, best.label]
        assert [pick.label for pick in answered.picks] == beside, "the reason below speaks of the last"
        assert not answered.is_right or answered.verdict.endswith(f"{best.label}.")
        assert {mark.code: mark.word for mark in answered.marks} == {option.code: "yours"} | {asked.best.code: "best"}
        assert best.lost == "0.0"
        assert answered.is_right or line.lost in answered.verdict
        assert (line.chosen_by == "100%") is (option is asked.options[0])


def test_points_of_a_bid_are_spread_around_its_average() -> None:
    asked = exercise(Kind.BID, 1)
    for option in asked.options:
        assert isinstance(option.move, Bid)
        shares = bots.points_spread(asked.view, option.move)
        lowest = sum(share * (-150 + 50 * place) for place, share in enumerate(shares))
        assert -100 < option.points - lowest < 100
        assert sum(shares) == pytest.approx(1)


def test_dummy_is_read_as_the_sampled_deals_say() -> None:
    asked = exercise(Kind.DUMMY, 1)
    assert asked.dummy is not None
    assert sum(asked.dummy.shares) == pytest.approx(1)
    assert asked.best.move == round(min(6, max(1, asked.dummy.average)))


def with_other_cards(asked: Exercise) -> State:
    """The deal of an exercise, with the cards that its player may not know exchanged."""
    one, two, three, dummy = map(tuple, exchanged(asked.state, asked.player, Random(1)))
    dealt = replace(dealt_event(asked.state), hands=(one, two, three, dummy))
    return replay([dealt, *asked.state.peeks, *asked.state.bids, *cards_played(asked.state)])


def votes(*codes: str) -> Counter[str]:
    return Counter(codes)
