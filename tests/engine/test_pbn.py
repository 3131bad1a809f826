"""PBN export: a bridge program reads the hands, the auction and the play of a deal."""

import re
from random import Random

import pytest
from endplay.dds import calc_dd_table
from endplay.parsers import pbn
from endplay.types import Board, Denom, Player

from games.engine import DUMMY, Card, Phase, State, to_pbn
from tests.builders import bid, claim, new_deal, play_out, random_state
from tests.known_deals import DEALS, SPADE_TRICKS, known_deal

SEATS = (Player.south, Player.west, Player.north, Player.east)


def parsed(text: str) -> Board:
    """Return what endplay reads from a PBN file with one game."""
    (board,) = pbn.loads(text)
    return board


def named(cards: object) -> list[str]:
    """Return the names of endplay cards in our notation."""
    return ["SHDC"[card.suit] + card.rank.abbr for card in cards]  # type: ignore[attr-defined]


def played(state: State) -> list[str]:
    return [str(card.card) for trick in state.tricks for card in trick.cards]


@pytest.mark.parametrize("number", range(len(DEALS)))
def test_export_has_the_hands_with_known_double_dummy_tricks(number: int) -> None:
    board = parsed(to_pbn(known_deal(number)))
    assert board.deal.to_pbn(Player.north) == f"N:{DEALS[number]}"
    table = calc_dd_table(board.deal)
    assert tuple(table[Denom.spades, Player(seat)] for seat in range(4)) == SPADE_TRICKS[number]


@pytest.mark.parametrize("seed", range(12))
def test_export_of_finished_deal_has_hands_declarer_result_and_play(seed: int) -> None:
    rng = Random(seed)
    state = play_out(bid(new_deal(dealer=seed % 3), *(rng.randrange(2, 10) for _ in range(3))), rng)
    assert state.order is not None
    board = parsed(to_pbn(state, names=("Ana", "Ben", "Cleo")))
    for hand, seat in zip(state.order, SEATS, strict=True):
        assert set(named(board.deal[seat])) == set(map(str, state.dealt[hand]))
    assert board.contract is not None
    assert board.contract.declarer == Player.south
    assert board.contract.level + 6 + board.contract.result == state.taken[state.declarer or 0] + state.taken[DUMMY]
    assert named(board.play) == played(state)
    assert {board.info["West"], board.info["East"], board.info["South"]} == {"Ana", "Ben", "Cleo"}
    assert board.info["North"] == "Dummy"


def test_auction_is_the_shortest_to_the_contract() -> None:
    text = to_pbn(play_out(bid(new_deal(dealer=2), 3, 9, 4)))
    assert '[Contract "3S"]' in text
    assert parsed(text).auction[-4].level == 3
    assert '[DummyHandBids "E 3; S 9; W 4"]' in text


def test_contract_below_seven_is_one_spade_with_real_bids_in_own_tag() -> None:
    text = to_pbn(play_out(bid(new_deal(dealer=2), (4, "0 dummy"), 2, 3)))
    assert '[Contract "1S"]' in text
    assert '[DummyHandBids "S 4 nil S nil N; W 2; E 3"]' in text


def test_claim_is_exported() -> None:
    state = bid(new_deal(), 4, 3, 3)
    while len(state.tricks) < 5:
        state = random_state(state, Random(1), 1)
        assert state.phase is not Phase.FINISHED
    text = to_pbn(claim(state))
    assert parsed(text).claimed
    (line,) = (line for line in text.splitlines() if "DummyHandClaim" in line)
    assert re.fullmatch(r'\[DummyHandClaim "[SWNE] after trick 5"\]', line)
    some = to_pbn(claim(state, 3))
    assert parsed(some).claimed
    assert line.replace(" after", " 3 after") in some.splitlines()


def test_export_before_the_play_has_no_play_and_no_contract() -> None:
    text = to_pbn(new_deal())
    assert "[Play" not in text
    assert parsed(text).contract is None


def test_names_are_escaped() -> None:
    board = parsed(to_pbn(known_deal(0), names=('A"] [Deal "N:', "B\\", "C\nD"), event='x"\n[Site "y"]'))
    assert board.info["South"] == "A'] [Deal 'N:"
    assert board.info["West"] == "B/"
    assert board.info["Site"] == "?"


def test_card_is_written_in_bridge_notation() -> None:
    assert named(parsed(to_pbn(known_deal(1))).deal[Player.east])[0] == str(Card.parse("SQ"))


def test_typographic_signs_of_all_tags_become_those_of_latin_1() -> None:
    text = to_pbn(new_deal(), names=("Ana–Lú", "“Ben”", "O’Neil"), event="BOT Ana’s table…", place={"Table": "A—1"})
    assert '[Event "BOT Ana\'s table..."]' in text
    assert '[Table "A-1"]' in text
    assert {"Ana-Lú", "'Ben'", "O'Neil"} <= set(re.findall(r'^\[\w+ "(.*)"\]$', text, re.MULTILINE))
    text.encode("latin-1")
