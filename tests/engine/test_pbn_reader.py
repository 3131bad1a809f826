"""Reading PBN: what `to_pbn` wrote comes back whole; of other programs' files the hands and the dealer are read."""

import json
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from endplay.parsers import pbn
from endplay.types import Board, Deal
from hypothesis import given, strategies as st

from games.engine import Fault, PeekRule, State, read_log, read_pbn, replay, to_pbn
from games.engine.pbn_games import games_in
from games.engine.pbn_reader import PbnFault
from games.engine.record_shape import read_record
from tests.builders import bid, claim, new_deal, play_out, random_state
from tests.engine.proved_records import proved_record
from tests.engine.strategies import Moment, moments
from tests.known_deals import DEALS


def read_again(state: State) -> State:
    """Return the state that the written deal leads to."""
    (deal,) = read_pbn(to_pbn(state, names=('Ana "A"', "Ben", "Cleo\\"), board=3))
    assert deal.fault is None
    assert deal.is_whole
    assert deal.board == "3"
    return deal.state()


def without_refused_claims(state: State) -> State:
    """Return what a file can hold: a claim that was refused, or still waits for its answers, is left out."""
    return replace(state, claim=None, refused_claimers=frozenset(), claim_refused_at=None, refused_by=None)


@given(moments())
def test_own_files_come_back_whole(moment: Moment) -> None:
    assert read_again(moment.state) == without_refused_claims(moment.state)


@pytest.mark.parametrize("tricks", [None, 0, 3])
def test_accepted_claim_comes_back(tricks: int | None) -> None:
    state = bid(new_deal(), 4, 3, 3)
    while len(state.tricks) < 5:
        state = random_state(state, Random(1), 1)
    claimed = claim(state, tricks)
    assert claimed.claimed is not None
    assert read_again(claimed) == claimed


@pytest.mark.parametrize(("rematch", "duplicate"), [(False, False), (True, False), (False, True)])
def test_proof_comes_back(rematch: bool, duplicate: bool) -> None:
    record = proved_record(peek=PeekRule.FOUR, rematch=rematch, duplicate=duplicate)
    line = json.dumps(record).encode()
    (deal,) = read_pbn(to_pbn(replay(read_log(line)), proof=read_record(line).proof))
    assert deal.record is not None
    assert deal.record["proof"] == record["proof"]
    read_log(json.dumps(deal.record).encode())


def test_deals_of_another_program_are_read_before_their_bidding() -> None:
    boards = [Board(Deal(f"N:{hands}"), board_num=number) for number, hands in enumerate(DEALS, start=1)]
    read = read_pbn(pbn.dumps(boards))
    assert [deal.board for deal in read] == ["1", "2", "3"]
    for deal, board in zip(read, boards, strict=True):
        assert not deal.is_whole
        assert deal.record is not None
        (dealt,) = read_log(json.dumps(deal.record).encode())
        hands = ["SHDC"[card.suit] + card.rank.abbr for card in board.deal.north]  # type: ignore[attr-defined]  # endplay has no types
        assert sorted(deal.record["hands"]["dummy"]) == sorted(hands)
        assert dealt.dealer in (0, 1, 2)


@pytest.mark.parametrize(
    ("declarer", "dealer", "wanted"), [("W", "E", 0), ("W", "S", 0), ("W", "W", 1), ("W", "N", 2), ("?", "E", 0)]
)
def test_dummy_sits_opposite_the_declarer_and_does_not_deal(declarer: str, dealer: str, wanted: int) -> None:
    text = f'[Dealer "{dealer}"]\n[Declarer "{declarer}"]\n[Deal "N:{DEALS[0]}"]\n'
    (deal,) = read_pbn(text)
    assert deal.record is not None
    east = DEALS[0].split()[1]
    assert (deal.record["hands"]["dummy"][0] == "S" + east[0]) == (declarer == "W")
    assert deal.record["dealer"] == wanted


def test_comments_repeated_values_and_tags_of_sections_are_understood() -> None:
    text = f"""% PBN 2.1
{{ a comment
[Deal "of two lines"] }}
[Event "Friends"] ; a comment
[Board "1"][Dealer "N"]
[Deal "S:{DEALS[0]}"]
[Auction "N"]
1C Pass =1= 7NT

[Event "#"]
[Board "2"]
[Dealer "#"]
[Deal "W:{DEALS[1]}"]
"""
    one, two = read_pbn(text)
    assert (one.line, one.board, two.line, two.board) == (4, "1", 10, "2")
    assert two.record is not None
    assert two.record["dealer"] == 0  # the first player after the dummy, in North
    assert two.record["hands"]["dummy"][0] == "S" + DEALS[1].split()[1][0]


@pytest.mark.parametrize("braces", [1, 199_000], ids=["one", "as many as a file may have"])
def test_comment_that_is_not_closed_takes_the_rest_of_its_line(braces: int) -> None:
    """Nothing is looked for from each brace to the end of the line: that took eleven seconds for so many."""
    (game,) = games_in(f'[Play "N"]\nSA {"{" * braces} or so\nHA {{ closed }} H2 ; a comment')
    assert [words for _line, words in game.play] == [["SA"], ["HA", "H2"]]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ('[Event "?"]\n[Dealer "N"]\n', 1, "no_deal"),
        ('[Event "?', 1, "no_deal"),
        ('{ a comment\n[Event "?"]', 1, "no_deal"),
        (f'[Event "?"]\n[Deal "N:{DEALS[0]}"]\n', 1, "no_dealer"),
        (f'[Dealer "north"]\n[Deal "N:{DEALS[0]}"]\n', 1, "no_dealer"),
        ('[Dealer "N"]\n[Deal "N:AKQ.. - - -"]\n', 2, "bad_deal"),
        (f'[Dealer "N"]\n[Deal "N:{DEALS[0][:-1]}"]\n', 2, "bad_deal"),
        (f'[Dealer "N"]\n[Deal "N:{" ".join([DEALS[0].split()[0]] * 4)}"]\n', 2, "bad_deal"),
        (f'[Dealer "N"]\n[Deal "N:{DEALS[0][:-1]}X"]\n', 2, "bad_deal"),
    ],
)
def test_what_cannot_be_read_says_where_and_why(text: str, line: int, code: str) -> None:
    (deal,) = read_pbn(text)
    assert deal.record is None
    assert deal.fault is not None
    assert (deal.fault.line, deal.fault.code) == (line, code)


def test_own_tags_and_the_play_are_checked() -> None:
    text = to_pbn(play_out(bid(new_deal(), 4, 3, 3), Random(4)))
    for old, new, code in (
        ("bag limit 10", "no bags", "bad_tag"),
        ("0+0; ", "", "bad_tag"),
        (" 3; ", " three; ", "bad_tag"),
        ('[DummyHandPlaces "', '[DummyHandPlaces "SA ', "bad_tag"),
        ("\nS", "\n1S", "bad_play"),
    ):
        (deal,) = read_pbn(text.replace(old, new, 1))
        assert deal.fault is not None, new
        assert deal.fault.code == code


@given(moments(), st.data())
def test_files_that_were_damaged_give_a_deal_or_a_reason(moment: Moment, data: st.DataObject) -> None:
    text = to_pbn(moment.state)
    at = data.draw(st.integers(0, len(text)))
    damaged = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 9)) :]
    for deal in read_pbn(damaged):
        assert (deal.record is None) == isinstance(deal.fault, PbnFault)
        if deal.fault:
            assert deal.fault.message
            assert 1 <= deal.fault.line <= damaged.count("\n") + 1
            continue
        with suppress(Fault):  # what the record check says of it: nothing else may be raised
            read_log(json.dumps(deal.record).encode())


@given(st.text(alphabet='[]"\\{};%\n NESWDeal:.-*0123456789#'))
def test_any_text_is_read_without_an_error(text: str) -> None:
    assert read_pbn(text)


def test_deal_that_was_not_read_has_no_state() -> None:
    (deal,) = read_pbn('[Board "8"]')
    with pytest.raises(PbnFault, match="no_deal"):
        deal.state()


def test_other_number_of_names_is_refused() -> None:
    with pytest.raises(ValueError, match="three names, or none"):
        to_pbn(new_deal(), names=["Ana"])
