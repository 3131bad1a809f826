"""Scores explained: every point has its reason, ignored nils included."""

import pytest

from games.components.scores import Explained, explain, score_sheet, score_table
from games.engine import Bid, BiddingStyle, Phase, Play, Standing, State, act, legal_actions, score, standing_before
from games.values import Stage, Who
from games.words.charts import points_over_game
from games.words.names import Names
from games.words.sentences import deal_headline
from tests.builders import play_out
from tests.components.dom import page_of, parse
from tests.pages.scenes import SEATS, dealt, finished_deal, snapshot

YOU, ANA, LARK = range(3)


def bid_and_play(*bids: tuple[int, set[int]], before: Standing | None = None, **rules: object) -> State:
    """A finished deal with these bids of players 0, 1 and 2, who bid in that order."""
    state = dealt(5, before=before, **rules)
    for player, (tricks, nils) in enumerate(bids):
        state = act(state, Bid(player, tricks, frozenset(nils)))
    return play_out(state)


def taking(tricks_of_defence: int, *bids: int) -> State:
    """A finished deal, declared by player 2, in which the defenders took so many tricks together."""
    for seed in range(400):
        state = dealt(seed)
        for player, tricks in enumerate(bids):
            state = act(state, Bid(player, tricks))
        state = greedy(state, high=seed % 2 == 0)
        if 13 - finished_deal(state).scores[LARK].side_tricks == tricks_of_defence:
            return state
    raise AssertionError("no such deal")


def greedy(state: State, high: bool) -> State:
    """Everyone plays the first, or the last, legal card."""
    while state.phase is not Phase.FINISHED:
        plays = [action for action in legal_actions(state) if isinstance(action, Play)]
        state = act(state, plays[0 if high else -1])
    return state


def explained(state: State, viewer: int | None = YOU) -> tuple[Explained, ...]:
    table = snapshot(state, viewer).snapshot
    return explain(table.finished[-1], table.rules, Names(table.seats, viewer))


def lines(player: Explained) -> list[tuple[str, str, str]]:
    return [(line.text, line.detail, line.points) for line in player.lines]


def test_first_worked_example() -> None:
    you, ana, lark = explained(taking(5, 5, 6, 7))
    assert lines(you) == [("Bid 5, side took 5", "5 × 10", "+50")]
    assert lines(ana) == [("Bid 6, side took 5", "1 short: minus 6 × 10", "−60")]
    assert lines(lark) == [("Bid 7, side took 8", "7 × 10, and 1 bag", "+71")]
    assert (you.role, ana.role, lark.role) == ("Defender, with Ana", "Defender, with you", "Declarer, with the dummy")


def test_second_worked_example() -> None:
    you, ana, lark = explained(taking(7, 5, 6, 7))
    assert lines(you) == [("Bid 5, side took 7", "5 × 10, and 2 bags", "+52")]
    assert lines(ana) == [("Bid 6, side took 7", "6 × 10, and 1 bag", "+61")]
    assert lines(lark) == [("Bid 7, side took 6", "1 short: minus 7 × 10", "−70")]


def test_two_of_three_nils_of_a_defender_are_ignored_with_a_reason() -> None:
    state = bid_and_play((3, {YOU, 3, LARK}), (2, set()), (6, set()))
    nils = [line for line in lines(explained(state)[0]) if line[0].startswith("Nil")]
    assert nils[0][0] in ("Nil on own hand made", "Nil on own hand failed")
    assert nils[1:] == [
        ("Nil on Bot Lark’s hand", "ignored: Bot Lark declared", "0"),
        ("Nil on the dummy", "ignored: Bot Lark declared", "0"),
    ]


def test_nil_of_the_declarer_on_a_defender_is_ignored() -> None:
    state = bid_and_play((6, {ANA, LARK}), (2, set()), (3, set()))
    assert lines(explained(state)[0])[1:] == [
        ("Nil on Ana’s hand", "ignored: Ana defended", "0"),
        ("Nil on Bot Lark’s hand", "ignored: Bot Lark defended", "0"),
    ]


def test_nil_names_its_hand_and_its_result() -> None:
    state = bid_and_play((6, {3}), (2, set()), (3, set()))
    took_a_trick = state.taken[3] > 0
    expected = ("Nil on the dummy failed", "−100") if took_a_trick else ("Nil on the dummy made", "+100")
    line = explained(state)[0].lines[1]
    assert (line.text, line.points) == expected


def test_tenth_bag_costs_a_hundred() -> None:
    state = bid_and_play((0, set()), (0, set()), (0, set()), before=Standing((209, 0, 0), (9, 0, 0)))
    score = finished_deal(state).scores[YOU]
    you = explained(state)[0]
    assert lines(you)[-1] == ("Bag penalty", f"bags went from 9 to {9 + score.bags}", f"−{-score.bag_penalty}")
    assert you.before == "209"
    assert you.after == str(209 + score.total)
    assert you.bags == f"{score.bags_after} of 10"


def test_mirror_explains_contracts() -> None:
    state = dealt(5, bidding=BiddingStyle.MIRROR)
    while state.phase is Phase.BIDDING:
        state = act(state, next(iter(legal_actions(state))))
    assert all(player.lines[0].text.startswith("Contract ") for player in explained(play_out(state)))


@pytest.mark.parametrize(("viewer", "expected"), [(LARK, "You"), (YOU, "Bot Lark"), (None, "Bot Lark")])
def test_headline_speaks_to_the_viewer(viewer: int | None, expected: str) -> None:
    headline = deal_headline(finished_deal(taking(7, 5, 6, 7)), Names(SEATS, viewer))
    assert headline.startswith(expected)
    assert headline.endswith("7 fails: the defence takes 7 tricks")


def test_column_of_the_viewer_comes_first() -> None:
    assert [player.name for player in explained(taking(5, 5, 6, 7), ANA)] == ["You", "Bot Lark", "Alex"]


def test_score_sheet_has_a_row_a_deal_and_the_totals() -> None:
    sheet = score_sheet(snapshot(taking(7, 5, 6, 7)).snapshot)
    assert sheet is not None
    assert sheet.players == (Who("You"), Who("Ana"), Who("Bot Lark"))
    assert [(cell.how, cell.points, cell.declared) for cell in sheet.rows[0].cells] == [
        ("5 · 7", "+52", False),
        ("6 · 7", "+61", False),
        ("7 · 6", "−70", True),
    ]
    assert sheet.totals == ("52", "61", "−70")
    assert sheet.bags == ("2 of 10", "1 of 10", "0 of 10")


def test_score_sheet_and_curve_of_a_replay_begin_with_its_points() -> None:
    before = Standing((209, 40, -63), (9, 0, 6))
    finished = bid_and_play((3, set()), (4, set()), (5, set()), before=before)
    table = snapshot(finished).snapshot
    sheet, curve = score_sheet(table), points_over_game(table)
    assert sheet is not None
    assert curve is not None
    assert sheet.before == ("209", "40", "−63")
    assert parse(score_table(sheet)).of_tag("tr")[1].text == "Before20940−63"
    assert standing_before(score(finished), finished.rules) == before
    heights = [float(line.points.split()[0].split(",")[1]) for line in curve.drawing.lines]
    assert heights == sorted(heights), "the higher a line begins, the more points its player has"
    assert len(set(heights)) == 3


def test_no_score_sheet_before_the_first_deal_is_scored() -> None:
    assert score_sheet(snapshot(None).snapshot) is None


def test_names_lead_to_the_players_pages_once_the_game_has_ended() -> None:
    sheet = score_sheet(snapshot(taking(7, 5, 6, 7), stage=Stage.CLOSED).snapshot)
    assert sheet is not None
    assert [who.page for who in sheet.players] == ["Alex", "Ana", ""]


def test_final_places_are_ranked_and_equal_totals_share_a_place() -> None:
    over = snapshot(taking(5, 5, 6, 7), stage=Stage.OVER, winner=LARK)
    table = over.changed(standing=Standing((400, 400, 510), (0, 0, 0)))
    (standings,) = page_of(table).of_class("standings")
    lines = standings.of_tag("li")
    assert [line.text for line in lines] == ["Bot Lark 510 1st bot: expert", "You 400 2nd", "Ana 400 2nd"]
    links = [[link["href"] for link in line.of_tag("a")] for line in lines]
    assert links == [[], ["/players/Alex/"], ["/players/Ana/"]]
