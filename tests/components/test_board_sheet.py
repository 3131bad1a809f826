"""The score sheet of a duplicate game by boards."""

from dataclasses import replace

import pytest

from games.components.board_sheet import board_sheet
from games.components.scores import score_sheet
from games.engine import Player
from games.values import Stage, TableOptions
from tests.components.dom import page_of
from tests.pages.scenes import RUN, duplicate_over, finished, game_over, snapshot, with_declarer

DUPLICATE = TableOptions(duplicate=True)


def points(number: int, player: Player) -> int:
    """Return what a player scored in the deal with this number."""
    return RUN[number][player] - RUN[number - 1][player] if number < len(RUN) else LAST[player]


LAST = tuple(score.total for score in game_over().full.base.finished[-1].scores)


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_each_line_compares_what_all_made_of_one_hand(viewer: Player | None) -> None:
    """Player d deals board 1 in deal 1, 4 or 7, so the hand that bids last is that of 0, 1, 2 in turn."""
    sheet = board_sheet(duplicate_over().seen_by(viewer).snapshot)
    assert sheet is not None
    first = viewer or 0
    assert sheet.boards[0].title == "Board 1: deals 1, 4 and 7"
    last = sheet.boards[0].hands[2]
    assert last.position == "Bids last"
    made = [(result.deal, result.points) for result in last.results if result]
    expected = [(1, points(1, 0)), (4, points(4, 1)), (7, points(7, 2))]
    expected = expected[first:] + expected[:first]
    assert made == [(deal, f"{total:+d}".replace("-", "−")) for deal, total in expected]
    best = max(total for _, total in expected)
    assert [result.is_best for result in last.results if result] == [total == best for _, total in expected]


def test_sums_of_the_boards_are_the_totals() -> None:
    shown = duplicate_over().snapshot
    sheet = board_sheet(shown)
    assert sheet is not None
    sums = [[int(text.replace("−", "-")) for text in board.sums] for board in sheet.boards]
    gained = [sum(deal.scores[player].total for deal in shown.finished) for player in range(3)]
    assert [sum(column) for column in zip(*sums, strict=True)] == gained
    lines = [line for board in sheet.boards for line in board.hands]
    assert sum(sheet.best) == sum(result.is_best for line in lines for result in line.results if result) >= 9


def test_hands_that_were_not_played_have_no_result() -> None:
    over = duplicate_over()
    early = over.changed(stage=Stage.CLOSED, finished=over.full.base.finished[:4])
    sheet = board_sheet(early.snapshot)
    assert sheet is not None
    assert [len(board.hands) for board in sheet.boards] == [3, 3, 3]
    assert sum(result is None for board in sheet.boards for line in board.hands for result in line.results) == 9 + 6
    assert "–" in page_of(early).at("boards").text


def test_equal_results_are_not_the_best() -> None:
    over = duplicate_over()
    deals = over.full.base.finished
    same = [replace(deal, scores=tuple(replace(line, total=50) for line in deal.scores)) for deal in deals]
    sheet = board_sheet(over.changed(finished=tuple(same)).snapshot)
    assert sheet is not None
    assert sheet.best == (0, 0, 0)


def test_there_is_none_before_the_end_nor_in_other_games() -> None:
    scored = snapshot(finished(with_declarer(2)), options=DUPLICATE).snapshot
    assert board_sheet(scored) is None
    assert board_sheet(game_over().snapshot) is None


def test_after_a_deal_neither_hands_nor_review_are_shown() -> None:
    page = page_of(snapshot(finished(with_declarer(2)), 1, options=DUPLICATE))
    assert page.of_class("turned-up") == []
    assert "every deal is played three times" in page.text
    assert not any("/deals/" in link["href"] for link in page.of_tag("a"))


def test_score_sheet_of_a_running_game_leads_to_no_review() -> None:
    sheet = score_sheet(snapshot(finished(with_declarer(2)), options=DUPLICATE).snapshot)
    assert sheet is not None
    assert sheet.are_closed
    assert sheet.bags == ()


def test_end_shows_the_sheet_with_links_to_reviews() -> None:
    boards = page_of(duplicate_over()).at("boards")
    assert len(boards.of_tag("tbody")) == 3
    assert {link["href"] for link in boards.of_tag("a")} >= {f"/tables/KQJT98/deals/{deal}/" for deal in range(1, 10)}


def test_shared_first_place_is_announced() -> None:
    tied = duplicate_over().changed(winner=None)
    standing = replace(tied.full.base.standing, points=(400, 400, 100))
    assert page_of(tied.changed(standing=standing)).at("sheet-title").text == "You and Ana share first place"
