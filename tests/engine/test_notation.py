"""The notation of deals and positions: it comes back, hides what a viewer may not know, and says what is wrong."""

import re
from contextlib import suppress

import pytest
from hypothesis import given, strategies as st

from games.engine import (
    PLAYERS,
    Fault,
    State,
    deal_notation,
    dealt_event,
    legal_cards,
    perft,
    position_notation,
    read_deal,
    read_position,
    read_view,
    view_for,
    view_notation,
)
from tests.builders import ONE_SUIT_EACH, bid, claim, new_deal, play
from tests.engine.strategies import Moment, moments
from tests.engine.twins import twin
from tests.sites import ROOT

VIEWERS = (*PLAYERS, None)


@given(moments())
def test_deal_comes_back(moment: Moment) -> None:
    dealt = dealt_event(moment.state)
    assert read_deal(deal_notation(dealt), dealt.rules, dealt.before) == dealt


@given(moments())
def test_position_comes_back(moment: Moment) -> None:
    assert read_position(position_notation(moment.state)) == moment.state


@given(moments())
def test_view_comes_back(moment: Moment) -> None:
    for viewer in VIEWERS:
        view = view_for(moment.state, viewer)
        assert read_view(view_notation(view)) == view


@given(moments(), st.sampled_from(VIEWERS))
def test_hidden_cards_change_no_notation_of_a_view(moment: Moment, viewer: int | None) -> None:
    state = moment.state
    other = twin(state, viewer, moment.rng)
    if state.claim is None and not state.refused_claimers and state.claimed is None:
        assert view_notation(view_for(other, viewer)) == view_notation(view_for(state, viewer))


@given(moments(), st.data())
def test_damaged_notation_is_a_position_or_says_what_is_wrong(moment: Moment, data: st.DataObject) -> None:
    viewer = data.draw(st.sampled_from(VIEWERS))
    for text, read in (
        (position_notation(moment.state), read_position),
        (view_notation(view_for(moment.state, viewer)), read_view),
    ):
        fields = text.split(" ")
        at = data.draw(st.integers(0, len(fields) - 1))
        place = data.draw(st.integers(0, len(fields[at])))
        inserted = data.draw(st.text("0123456789SHDCAKQ./-?=,n@:dx", max_size=3) | st.sampled_from(["all", "claim1"]))
        fields[at] = fields[at][:place] + inserted + fields[at][place + data.draw(st.integers(0, 3)) :]
        with suppress(Fault):
            read(" ".join(fields))


EXAMPLE = "2:AKQJT98765432.../.AKQJT98765432../..AKQJT98765432./CACKCQCJCTC9C8C7C6C5C4C3C2"


def test_deal_is_written_as_in_pbn_and_the_dummy_by_place() -> None:
    assert deal_notation(dealt_event(new_deal(ONE_SUIT_EACH))) == EXAMPLE


def test_dummy_may_be_written_as_other_hands() -> None:
    assert read_deal(EXAMPLE.rpartition("/")[0] + "/...AKQJT98765432") == read_deal(EXAMPLE)


def test_state_with_all_fields() -> None:
    state = play(
        bid(new_deal(ONE_SUIT_EACH, points=(120, -35, 80), bags=(7, 0, 2)), 8, (3, "0 2"), (1, "2 dummy")), "SA"
    )
    assert position_notation(state) == (f"{EXAMPLE} none.standard.500.10.none 120+7/-35+0/80+2 - 8/3n02/1n2d SA - all")


def test_view_hides_what_the_viewer_does_not_know() -> None:
    state = bid(new_deal(ONE_SUIT_EACH), 8, 3, 1)
    rest = "none.standard.500.10.none 0+0/0+0/0+0 - 8/3/1"
    assert view_notation(view_for(state, 1)) == f"2:?/.AKQJT98765432../?/? {rest} - - 1"
    exposed = view_for(play(state, "SA"), None)
    assert view_notation(exposed) == f"2:?/?/?/...AKQJT98765432 {rest} SA - spectator"


def test_claims_are_written() -> None:
    state = play_some(bid(new_deal(), 4, 3, 3))
    lead = state.player_to_play
    refused = claim(state, accept=False)
    assert position_notation(refused).split()[6].startswith(f"refused{lead}/no")
    assert position_notation(claim(state, 13 - len(state.tricks))).split()[6] == f"made{lead}"


def play_some(state: State) -> State:
    """Return the state after two tricks."""
    while len(state.tricks) < 2:
        state = play(state, str(legal_cards(state)[0]))
    return state


BAD = {
    "seven fields": ("2:?/?/?/? none.standard.500.10.none 0+0/0+0/0+0 - - - -", "position"),
    "no dealer": (EXAMPLE.replace("2:", "3:", 1), "deal"),
    "a card twice": (EXAMPLE.replace("2:AK", "2:AA", 1), "deal"),
    "a word that is no rule": (f"{EXAMPLE} three 0+0/0+0/0+0 - - - - all", "rules"),
    "a target that is not allowed": (f"{EXAMPLE} none.standard.501.10.none 0+0/0+0/0+0 - - - - all", "rules"),
    "two standings": (f"{EXAMPLE} none.standard.500.10.none 0+0/0+0 - - - - all", "before"),
    "four bids": (f"{EXAMPLE} none.standard.500.10.none 0+0/0+0/0+0 - 1/2/3/4 - - all", "bids"),
    "a card that is not held": (f"{EXAMPLE} none.standard.500.10.none 0+0/0+0/0+0 - 4/3/2 HA - all", "plays[0]"),
    "a claim before the play": (f"{EXAMPLE} none.standard.500.10.none 0+0/0+0/0+0 - - - claim0 all", "claims"),
    "a viewer": (f"{EXAMPLE} none.standard.500.10.none 0+0/0+0/0+0 - - - - 0", "viewer"),
    "nobody": (f"{EXAMPLE} none.standard.500.10.none 0+0/0+0/0+0 - - - - me", "viewer"),
}


@pytest.mark.parametrize(("text", "at"), BAD.values(), ids=BAD)
def test_wrong_notation_names_the_field(text: str, at: str) -> None:
    with pytest.raises(Fault) as refusal:
        read_position(text) if " " in text else read_deal(text)
    assert refusal.value.at == at


def test_view_with_more_than_its_viewer_knows_is_refused() -> None:
    with pytest.raises(Fault, match="deal"):
        read_view(f"{EXAMPLE} none.standard.500.10.none 0+0/0+0/0+0 - - - - 0")


def test_view_that_no_deal_agrees_with_is_refused() -> None:
    """A hand that has followed no spade bids two of them."""
    state = play(bid(new_deal(ONE_SUIT_EACH, bidding="mirror"), 13, (0, "1"), (0, "2")), "SA")
    text = view_notation(view_for(state, 0)).replace("13/0n1/0n2", "13/2/0n2")
    with pytest.raises(Fault, match="deal"):
        read_view(text)


def test_examples_of_the_document_are_notation() -> None:
    """docs/records.md shows a deal, then what a player knows of it, twice."""
    page = (ROOT / "docs" / "records.md").read_text()
    deal, *views = re.findall(r"^    (2:\S+.*)$", page, re.MULTILINE)
    assert deal_notation(read_deal(deal)) == deal
    assert [view_notation(read_view(view)) for view in views] == views
    assert len(views) == 2


def counts() -> list[tuple[str, list[int]]]:
    """Return the positions of the document with their numbers of sequences."""
    page = (ROOT / "docs" / "records.md").read_text()
    rows = re.findall(r"^\| `(2:.*?)` \| ([\d, ]+) \|$", page, re.MULTILINE)
    return [(position, [int(number) for number in numbers.split(", ")]) for position, numbers in rows]


@pytest.mark.parametrize(("position", "numbers"), counts())
def test_published_counts_are_those_of_the_engine(position: str, numbers: list[int]) -> None:
    state = read_position(position)
    assert [perft(state, depth) for depth in range(1, len(numbers) + 1)] == numbers


def test_there_are_published_counts() -> None:
    assert len(counts()) == 4
