"""The steps of the lessons: every action in them is legal, and only the action asked for is accepted."""

import pytest

from games.bots.claims import accepts
from games.engine import DECK, Bid, Claim, IllegalAction, Phase, Play, act, legal_actions, parse_cards, view_for
from games.lessons.first_deal import FIRST_DEAL
from games.lessons.lesson import ANA, BEN, YOU, Lesson, WrongLessonMove
from games.lessons.nils_and_bags import NILS_AND_BAGS

LESSONS = (FIRST_DEAL, NILS_AND_BAGS)
MOVES = [
    pytest.param(lesson, number, id=f"{lesson.code}-{number}")
    for lesson in LESSONS
    for number, step in enumerate(lesson.steps)
    if step.asks is not None
]
of_each = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.code)
at_each_move = pytest.mark.parametrize(("lesson", "number"), MOVES)


@of_each
def test_lesson_has_eight_short_steps(lesson: Lesson) -> None:
    assert len(lesson.steps) == 8
    assert all(len(str(step.text)) < 260 for step in lesson.steps)


def test_each_step_of_the_first_lesson_but_the_result_is_a_move() -> None:
    assert [step.asks is not None for step in FIRST_DEAL.steps] == [True] * 7 + [False]


@of_each
def test_pack_is_complete(lesson: Lesson) -> None:
    assert sorted(map(str, DECK)) == sorted(str(card) for hand in lesson.pack.values() for card in parse_cards(hand))


@at_each_move
def test_only_the_action_asked_for_is_accepted(lesson: Lesson, number: int) -> None:
    for action in legal_actions(lesson.states[number]):
        if action == lesson.steps[number].asks:
            lesson.check_move(number, action)
        else:
            with pytest.raises(WrongLessonMove):
                lesson.check_move(number, action)


@at_each_move
def test_illegal_action_raises_illegal_action(lesson: Lesson, number: int) -> None:
    with pytest.raises(IllegalAction):
        lesson.check_move(number, Bid(YOU, 14))
    with pytest.raises(IllegalAction):
        lesson.check_move(number, Play(YOU, parse_cards("CJ")[0]))


@at_each_move
def test_step_that_asks_for_an_action_offers_it(lesson: Lesson, number: int) -> None:
    view, asks = lesson.table_at(number).view, lesson.steps[number].asks
    assert view is not None
    assert not isinstance(asks, Play) or asks.card in view.playable
    assert view.may_claim is isinstance(asks, Claim)
    assert lesson.steps[number].task


@of_each
def test_step_to_read_offers_no_action(lesson: Lesson) -> None:
    for number, step in enumerate(lesson.steps[:-1]):
        view = lesson.table_at(number).view
        assert view is not None
        offers = (view.playable, view.bid_options, view.may_claim)
        assert (offers == ((), (), False)) is (step.asks is None)


@of_each
def test_claim_of_the_lesson_is_certain(lesson: Lesson) -> None:
    claimed = act(lesson.states[lesson.last - 1], Claim(YOU))
    assert accepts(view_for(claimed, ANA), ANA)
    assert accepts(view_for(claimed, BEN), BEN)


def test_scores_of_the_first_lesson_match_its_texts() -> None:
    yours, anas, bens = FIRST_DEAL.table_at(FIRST_DEAL.last).finished[0].scores
    assert FIRST_DEAL.states[-1].phase is Phase.FINISHED
    assert (yours.contract, yours.side_tricks, yours.total) == (11, 13, 112)
    assert [(score.contract, score.total) for score in (anas, bens)] == [(1, -10), (2, -20)]


def test_scores_of_the_second_lesson_match_its_texts() -> None:
    yours, anas, bens = NILS_AND_BAGS.table_at(NILS_AND_BAGS.last).finished[0].scores
    assert (yours.contract, yours.side_tricks, yours.contract_points, yours.bag_penalty) == (9, 11, 92, -100)
    assert (yours.nils, yours.bags_after) == ((), 0)
    assert (anas.contract, anas.side_tricks, anas.total, anas.nils) == (2, 2, 20, ())
    assert (bens.contract, bens.total, [(nil.hand, nil.made) for nil in bens.nils]) == (3, -130, [(ANA, False)])
