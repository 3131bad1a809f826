"""Deals as text and as pictures: all hands of a state, and of a view what its viewer may know."""

import re
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, strategies as st

from games.engine import (
    DECK,
    HAND_NAMES,
    PLAYERS,
    AnswerClaim,
    Card,
    Claim,
    Phase,
    State,
    View,
    act,
    hand_picture,
    trick_picture,
    view_for,
    waiting_for,
)
from tests.builders import ONE_SUIT_EACH, bid, new_deal, play, random_state
from tests.engine.strategies import Moment, moments
from tests.engine.twins import twin

VIEWERS = (*PLAYERS, None)


def drawn(picture: str) -> set[Card]:
    """Return the cards in a picture, which has to be well-formed and nothing but shapes and text."""
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(picture).iter()}
    assert tags <= {"svg", "rect", "title", "text"}
    return {Card.parse(name) for name in re.findall(r"<title>(..)</title>", picture)}


def picture_of(deal: State | View) -> str:
    """Return the picture that a notebook shows."""
    return deal._repr_svg_()


@given(moments(), st.sampled_from(VIEWERS))
def test_hidden_cards_change_neither_text_nor_picture_of_a_view(moment: Moment, viewer: int | None) -> None:
    state = moment.state
    if state.claim is None and not state.refused_claimers and state.claimed is None:
        one, two = view_for(state, viewer), view_for(twin(state, viewer, moment.rng), viewer)
        assert str(one) == str(two)
        assert picture_of(one) == picture_of(two)


@given(moments(), st.sampled_from(VIEWERS))
def test_picture_of_a_view_has_the_cards_that_it_knows(moment: Moment, viewer: int | None) -> None:
    view = view_for(moment.state, viewer)
    known = {*(view.hand or ()), *(view.dummy or ()), *(view.claim_hand or ())}
    known |= {card for _place, card in view.places} | {on.card for on in view.trick}
    assert drawn(picture_of(view)) == (set(DECK) if view.dealt else known)


@given(moments())
def test_picture_of_a_state_has_all_cards_left(moment: Moment) -> None:
    state = moment.state
    left = {card for hand in state.hands for card in hand} | {on.card for on in state.trick}
    assert drawn(picture_of(state)) == (set(DECK) if state.phase is Phase.FINISHED else left)


TABLE = """\
                        dummy
                        S -
                        H -
                        D -
                        C A K Q J T 9 8 7 6 5 4 3 2
player 1                                        player 2
S -                                             S -
H A K Q J T 9 8 7 6 5 4 3 2                     H -
D -                                             D A K Q J T 9 8 7 6 5 4 3 2
C -                                             C -
                        player 0
                        S K Q J T 9 8 7 6 5 4 3 2
                        H -
                        D -
                        C -
playing, dealer 2; none, standard, target 500
bids: 0 8, 1 3 nil dummy, 2 1
declarer 0; tricks: 0 0, 1 0, 2 0, dummy 0
trick: 0 SA"""


def test_state_is_printed_as_a_table_of_four_hands() -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH), 8, (3, "dummy"), 1), "SA")
    assert str(state) == TABLE


def test_hidden_hands_are_printed_as_numbers_of_cards() -> None:
    state = bid(new_deal(ONE_SUIT_EACH), 8, 3, 1)
    lines = str(view_for(state, 1)).splitlines()
    assert lines[1].strip() == "13 cards"
    assert lines[6].split() == ["S", "-", "13", "cards"]


@pytest.mark.parametrize("cards", [(), DECK[:1], DECK[:13]])
def test_picture_of_a_hand(cards: tuple[Card, ...]) -> None:
    assert drawn(hand_picture(cards)) == set(cards)


def test_picture_of_a_trick() -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH), 8, 3, 1), "SA HA")
    assert state.order is not None
    assert drawn(trick_picture(state.trick, state.order)) == {Card.parse("SA"), Card.parse("HA")}


def test_open_claim_is_shown() -> None:
    before = random_state(bid(new_deal(), 4, 4, 4), Random(2), 8)
    claimer = before.player_to_play
    assert claimer is not None
    state = act(before, Claim(claimer))
    assert state.claim is not None
    assert str(state).endswith(f"claim: {claimer} claims all for {HAND_NAMES[state.claim.hand]}")
    first = waiting_for(state)[0]
    accepted = act(state, AnswerClaim(first, accept=True))
    for shown in (accepted, view_for(accepted, None)):
        assert str(shown).endswith(f", accepted by {first}")
