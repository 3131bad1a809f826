"""Where the points of a deal went, in words: the numbers are those of the analysis and of the score."""

from random import Random

import pytest

from games.analysis.findings import Aim, BestPlay, PointsAnalysis, cards_played, gain_of_declarer
from games.bots import Advice, Cause, Opinion, Reason
from games.engine import DUMMY, PLAYERS, Play, Player, State, Triple, parse_cards, score
from games.engine.seats import triple
from games.review.points import PointsPage, own_costliest, points_given, points_page
from games.review.queries import ReviewedDeal
from tests.builders import ONE_SUIT_EACH, bid, claim, new_deal, play, play_out
from tests.review.test_positions import chosen, log_of, reviewed

END = play_out(bid(new_deal(), 10, 1, 3), Random(2))
SCORED: Triple = triple(line.total for line in score(END))
CARDS = cards_played(END)


def analysis_with(changes: dict[int, Triple] | None = None, aims: tuple[Aim, ...] = ()) -> PointsAnalysis:
    """Return an analysis in which best play leads to `changes` before a card, otherwise to the same as after it."""
    value, positions = SCORED, [BestPlay(SCORED)]
    for number in reversed(range(52)):
        before = (changes or {}).get(number, value)
        positions.insert(0, BestPlay(before, parse_cards("D5 D4") if before != value else ()))
        value = before
    return PointsAnalysis(tuple(positions), aims)


def shown(
    analysis: PointsAnalysis, viewer: Player | None = None, end: State = END, thoughts: tuple[Opinion, ...] = ()
) -> PointsPage:
    deal = ReviewedDeal(reviewed().seats, viewer, log_of(end))
    page = points_page(deal, chosen(), analysis, thoughts)
    assert page is not None
    return page


def better(points: int, number: int) -> Triple:
    """Return scores that are so much better for the side that plays the card with this number."""
    declarer = END.declarer
    assert declarer is not None
    change = points if CARDS[number].hand in (declarer, DUMMY) else -points
    one, two, three = (total + change * (player == declarer) for player, total in enumerate(SCORED))
    return one, two, three


def test_points_given_away_lead_from_best_play_to_the_score() -> None:
    analysis = analysis_with({30: better(40, 30), 9: (70, -40, 13)})
    given = points_given(END, analysis)
    gain = gain_of_declarer((70, -40, 13), END)
    for card in given:
        gain += card.points if gain_of_declarer(card.after, END) > gain_of_declarer(card.before, END) else -card.points
    assert gain == gain_of_declarer(SCORED, END)
    assert [card.number for card in given] == [9, 30]
    lines = shown(analysis).lines
    assert [line.scored for line in lines] == [f"{total:+}".replace("-", "−") for total in SCORED]
    assert [line.best for line in lines] == ["+70", "−40", "+13"]


def test_three_cards_that_gave_most_away_are_shown_in_the_order_of_play() -> None:
    values, total = {}, SCORED
    for number, points in ((40, 20), (30, 50), (20, 30), (10, 5)):
        owner_is_declarer = CARDS[number].hand in (END.declarer, DUMMY)
        change = points if owner_is_declarer else -points
        total = triple(value + change * (player == END.declarer) for player, value in enumerate(total))
        values[number] = total
    page = shown(analysis_with(values))
    assert [turn.given.number for turn in page.turns] == [20, 30, 40]
    assert [turn.trick for turn in page.turns] == [6, 8, 11]
    assert [turn.given.points for turn in page.turns] == [30, 50, 20]
    assert [turn.href for turn in page.turns] == ["?at=23", "?at=33", "?at=43"]
    assert [card.code for card in page.turns[0].better] == ["D5", "D4"]
    assert sum(float(line.given) for line in page.lines) == 105


def test_own_costliest_cards_are_two_of_the_reader_s_own_and_lead_to_their_tricks() -> None:
    values, total = {}, SCORED
    for number, points in ((40, 20), (36, 9), (30, 50), (20, 30), (10, 15)):
        change = points if CARDS[number].hand in (END.declarer, DUMMY) else -points
        total = triple(value + change * (player == END.declarer) for player, value in enumerate(total))
        values[number] = total
    analysis = analysis_with(values)
    given = points_given(END, analysis)
    for viewer in (*PLAYERS, None):
        deal = ReviewedDeal(reviewed().seats, viewer, log_of(END))
        own = own_costliest(deal, chosen(), analysis)
        mine = sorted([card for card in given if card.player == viewer], key=lambda card: -card.points)
        assert [card.at for card in own] == [card.number + 3 for card in mine[:2] if card.points >= 10]
        assert [card.href for card in own] == [f"?at={card.at}" for card in own]


def test_cards_that_gave_little_away_are_no_turning_points() -> None:
    assert shown(analysis_with({20: better(9, 20)})).turns == ()
    assert len(shown(analysis_with({20: better(10, 20)})).turns) == 1


def test_turning_point_names_scores_before_and_after() -> None:
    (turn,) = shown(analysis_with({20: better(40, 20)}), viewer=CARDS[20].hand if CARDS[20].hand != DUMMY else 0).turns
    declarer = END.declarer
    assert declarer is not None
    assert f"{better(40, 20)[declarer]:+}".replace("-", "−") in turn.scores
    assert f"{SCORED[declarer]:+}".replace("-", "−") in turn.scores
    assert "40 points" in turn.sentence


@pytest.mark.parametrize(
    ("opinion", "words"),
    [
        (Opinion(Reason(Cause.NO_DIFFERENCE), None), "finds no better card"),
        (Opinion(Reason(Cause.NO_DIFFERENCE), Advice(Play(0, parse_cards("D4")[0]), None)), "the four of diamonds"),
    ],
)
def test_turning_point_says_what_could_be_known(opinion: Opinion, words: str) -> None:
    analysis = analysis_with({20: better(40, 20)})
    assert shown(analysis).turns[0].expert == ""
    assert words in shown(analysis, thoughts=(opinion,) * 55).turns[0].expert


def aim_sentence(possible: list[bool | None], player: Player) -> str:
    page = shown(analysis_with(aims=(Aim(player, None, tuple(possible)),)))
    return " ".join(page.aims)


def test_contracts_are_said_to_be_safe_lost_or_decided_by_a_card() -> None:
    made = next(player for player, line in enumerate(score(END)) if line.made)
    down = next(player for player, line in enumerate(score(END)) if not line.made)
    assert "never in danger" in aim_sentence([True] * 53, made)
    assert "always down" in aim_sentence([False] * 53, down)
    assert "only after" in aim_sentence([False] * 21 + [True] * 32, made)
    assert "in trick 6" in aim_sentence([False] * 21 + [True] * 32, made)
    assert "was lost and won back" in aim_sentence([True] * 5 + [False] * 16 + [True] * 32, made)
    assert "could be made until" in aim_sentence([True] * 21 + [False] * 32, down)
    assert aim_sentence([None] * 3 + [True] * 50, made) == ""
    assert "only after" in aim_sentence([None] * 3 + [False] * 18 + [True] * 32, made)


def test_claim_is_compared_with_best_play() -> None:
    end = claim(play(bid(new_deal(ONE_SUIT_EACH), 12, 0, 0), "SA HA CA DA"))
    declarer = end.declarer
    assert declarer == 0
    scored = tuple(line.total for line in score(end))
    for best, words in (
        (scored, "changed nothing"),
        ((scored[0] - 30, *scored[1:]), "gave declarer’s side 30 points"),
        ((scored[0] + 30, *scored[1:]), "gave the defenders 30 points"),
    ):
        analysis = PointsAnalysis((BestPlay(best),) * 5, (Aim(0, None, (True,) * 4 + (False,)),))  # type: ignore[arg-type]
        page = shown(analysis, end=end)
        assert words in page.claim
        assert "was made only by the claim" in page.aims[0]


def test_page_says_where_the_figures_begin() -> None:
    analysis = analysis_with()
    later = PointsAnalysis((BestPlay(None),) * 5 + analysis.positions[5:], ())
    assert "trick 2" in shown(later).since
    assert shown(analysis).since == ""
    deal = reviewed()
    nothing = PointsAnalysis((BestPlay(None),) * 53, ())
    assert points_page(deal, chosen(), nothing) is None
