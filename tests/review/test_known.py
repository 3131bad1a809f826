"""What was known at a position of a review: every number is the experts', and every sentence that of its analysis."""

import pytest

from games.analysis.findings import BestPlay, PointsAnalysis, cards_played
from games.bots import Advice, CardChances, Cause, HiddenHand, HiddenHands, Opinion, Reason, infer_hidden
from games.components.cards import face_of
from games.engine import DUMMY, Play, Player, parse_cards, replay, score, view_for, waiting_for
from games.engine.seats import triple
from games.review.known import WasKnown, what_was_known
from games.review.page import review_page
from games.words.names import decimal
from tests.review.test_positions import chosen, reviewed

DEAL = reviewed()
END = replay(DEAL.log)
SCORED = triple(line.total for line in score(END))
PLAIN = Opinion(Reason(Cause.NO_DIFFERENCE), None)
FOUR = Opinion(PLAIN.reason, Advice(Play(0, parse_cards("D4")[0]), None))


def known(at: int, seen_by: Player | None = None) -> WasKnown:
    knowledge = what_was_known(DEAL, at, seen_by)
    assert knowledge is not None
    return knowledge


@pytest.mark.parametrize("at", [0, 2, 3, 20, 40])
def test_numbers_are_those_of_the_player_on_turn(at: int) -> None:
    state, knowledge = replay(DEAL.log[: at + 1]), known(at)
    (player,) = waiting_for(state)
    hidden = infer_hidden(view_for(state, player))
    assert knowledge.title == f"What {DEAL.seats[player].name} could know here"
    assert [hand.size for hand in knowledge.hands] == [hand.count for hand in hidden.hands]
    for shown, hand in zip(knowledge.hands, hidden.hands, strict=True):
        for text, length in zip(shown.lengths, hand.lengths, strict=True):
            assert text == ("0" if length == 0 else decimal(length))
    for line, honour in zip(knowledge.cards, hidden.honours, strict=True):
        for text, chance in zip(line.chances, honour.chances, strict=True):
            assert abs(int(text.removesuffix("%")) - 100 * chance) <= 1
            assert (text in ("0%", "100%")) == (chance in (0.0, 1.0))
    assert f"From {hidden.deals:,} deals" in knowledge.note
    assert f"at most {decimal(100 * hidden.error)} points." in knowledge.note


def test_what_is_nearly_certain_is_not_called_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    (ace, king), lines = (
        parse_cards("SA SK"),
        (HiddenHand(1, 9, (), (9.0, 0, 0, 0)), HiddenHand(2, 4, (), (4.0, 0, 0, 0))),
    )
    hidden = HiddenHands(10, 0.1, lines, (CardChances(ace, (0.999, 0.001)), CardChances(king, (0.0, 1.0))))
    monkeypatch.setattr("games.review.known.infer_hidden", lambda _view: hidden)
    assert [line.chances for line in known(20).cards] == [("99%", "1%"), ("0%", "100%")]


@pytest.mark.parametrize("at", [0, 2, 3, 20, 40])
def test_each_hidden_card_has_the_probability_that_it_was_where_it_is(at: int) -> None:
    state, knowledge = replay(DEAL.log[: at + 1]), known(at)
    (player,) = waiting_for(state)
    hidden = infer_hidden(view_for(state, player))
    unseen = {card for hand in hidden.hands for card in state.hands[hand.hand]}
    assert set(knowledge.on_cards) == unseen
    for line in hidden.cards:
        column = next(place for place, hand in enumerate(hidden.hands) if line.card in state.hands[hand.hand])
        assert abs(int(knowledge.on_cards[line.card]) - 100 * line.chances[column]) <= 1
    shown = review_page(DEAL, chosen(at), chances=knowledge.on_cards)
    on_page = {card.face.name: card.chance for seat in shown.seats for suit in seat.suits for card in suit.cards}
    assert {name for name, chance in on_page.items() if chance} == {face_of(card).name for card in unseen}
    assert all(on_page[face_of(card).name] == chance for card, chance in knowledge.on_cards.items())
    on_cards = {face_of(card).name: f"{chance}%" for card, chance in knowledge.on_cards.items()}
    assert all(on_cards[line.card.name] in line.chances for line in knowledge.cards)


def test_cards_have_no_probabilities_in_the_view_of_a_player() -> None:
    (player,) = waiting_for(replay(DEAL.log[:21]))
    assert known(20, player).on_cards == {}
    shown = review_page(DEAL, chosen(20, player), chances=known(20).on_cards)
    assert not any(card.chance for seat in shown.seats for suit in seat.suits for card in suit.cards)


def test_only_the_player_on_turn_and_open_hands_show_it() -> None:
    (player,) = waiting_for(replay(DEAL.log[:21]))
    for viewer in range(3):
        assert (what_was_known(DEAL, 20, viewer) is not None) is (viewer == player)
    assert known(20, player)._replace(on_cards={}, legend="") == known(20)._replace(on_cards={}, legend="")
    assert what_was_known(DEAL, len(DEAL.log) - 1, None) is None


def analysis(number: int, points: int, better: str) -> PointsAnalysis:
    """Return an analysis in which the card with this number gives points away, and the others do not."""
    change = points if cards_played(END)[number].hand in (END.declarer, DUMMY) else -points
    before = triple(total + change * (player == END.declarer) for player, total in enumerate(SCORED))
    cards = parse_cards(better) if better else ()
    positions = [BestPlay(before)] * number + [BestPlay(before, cards)] + [BestPlay(SCORED)] * (52 - number)
    return PointsAnalysis(tuple(positions), ())


WOULD_PLAY = "An expert who does not see the hidden hands would have played the four of diamonds."
NO_BETTER = "An expert who does not see the hidden hands finds no better card."
HARD = "Hard to know: an expert who does not see the hidden hands finds no better card."


@pytest.mark.parametrize(
    ("opinion", "points", "better", "sentence"),
    [
        (FOUR, 40, "H7", f"{WOULD_PLAY} With all hands open, the seven of hearts saves 40 points."),
        (
            PLAIN,
            25,
            "H7 H8",
            f"{HARD} With all hands open, the seven of hearts and the eight of hearts save 25 points each.",
        ),
        (FOUR, 0, "", f"{WOULD_PLAY} With all hands open, no other card saves ten points or more."),
        (PLAIN, 9, "H7", f"{NO_BETTER} With all hands open, no other card saves ten points or more."),
    ],
)
def test_expert_and_open_hands_are_compared(opinion: Opinion, points: int, better: str, sentence: str) -> None:
    knowledge = what_was_known(DEAL, 23, None, [opinion] * 55, analysis(20, points, better))
    assert knowledge is not None
    assert knowledge.comparison == sentence


def test_nothing_is_compared_that_is_not_known() -> None:
    points = analysis(20, 40, "H7")
    (player,) = waiting_for(replay(DEAL.log[:24]))
    unsolved = PointsAnalysis((BestPlay(None),) * 21 + points.positions[21:], ())
    for at, seen_by, thoughts, knowledge in (
        (23, None, [], points),
        (23, None, [FOUR] * 55, unsolved),
        (23, None, [FOUR] * 55, None),
        (23, player, [FOUR] * 55, points),
        (1, None, [FOUR] * 55, points),
    ):
        shown = what_was_known(DEAL, at, seen_by, thoughts, knowledge)
        assert shown is not None
        assert shown.comparison == ""
