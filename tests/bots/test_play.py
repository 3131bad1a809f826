"""Kinds of play: what a Spades player does with the contract open, made or lost, and around nils.

Player 0 declares, so a trick goes round 0, 1, dummy, 2. The hearts given are all that each hand holds.
"""

from __future__ import annotations

from random import Random

from games.bots import choose
from games.engine import Card, Play, State, view_for
from tests.builders import bid, hands, new_deal, play

LAST_HAND = hands("HK95", "HQ8742", "HAJ3", "HT6")


def choice(state: State) -> Card:
    assert state.player_to_play is not None, "someone is to play"
    action = choose(view_for(state, state.player_to_play), Random(1))
    assert isinstance(action, Play)
    return action.card


def named(text: str) -> set[Card]:
    return {Card.parse(word) for word in text.split()}


def test_the_last_hand_wins_as_cheaply_as_it_can() -> None:
    state = play(bid(new_deal(LAST_HAND), 7, 6, 6), "H9 H2 HT")
    assert choice(state) is Card.parse("HJ")


def test_with_the_contract_made_and_nobody_to_set_a_trick_is_ducked() -> None:
    state = play(bid(new_deal(LAST_HAND), 1, 0, 0), "H9 H2 HT")
    assert choice(state) is Card.parse("H3")


def test_with_the_contract_made_a_trick_that_may_set_the_declarer_is_taken() -> None:
    state = play(bid(new_deal(LAST_HAND), 12, 0, 0), "H9 H2 HT")
    assert choice(state) in named("HA HJ")


def test_a_trick_the_partner_has_for_sure_is_left_to_the_partner() -> None:
    state = play(bid(new_deal(hands("HA5T9", "H42873", "HQJ", "HK6")), 7, 5, 5), "HA H2")
    assert choice(state) is Card.parse("H6")


def test_the_third_hand_plays_high_over_the_dummy() -> None:
    deal = new_deal(hands("HK87", "HQ542", "HA93", "HJT6"), dealer=0)
    assert choice(play(bid(deal, 5, 5, 7), "H2 HT")) is Card.parse("HA")


def test_the_second_hand_plays_low_from_an_honour_that_would_hardly_win() -> None:
    deal = new_deal(hands("HQ83", "HAK9", "HJT762", "H54"), dealer=1)
    assert choice(play(bid(deal, 5, 7, 5), "H6")) in named("H8 H3")


def test_a_void_hand_ruffs_an_opponents_winner_with_its_lowest_spade() -> None:
    state = play(bid(new_deal(hands("HAKQJT", "H98762", "S762 D98", "H543")), 7, 6, 6), "HA H2 H3")
    assert choice(state) is Card.parse("S2")


def test_spades_are_not_wasted_on_the_partners_trick() -> None:
    deal = new_deal(hands("HKQJT3", "HA9876", "S762 D98 C42", "H542"), dealer=0)
    assert choice(play(bid(deal, 6, 6, 7), "HA H2")) not in named("S7 S6 S2")


def test_a_nil_on_the_dummy_is_covered_before_the_dummy_has_to_win() -> None:
    deal = new_deal(hands("HAK3", "H652", "H974T", "HQ8J"), dealer=1)
    assert choice(play(bid(deal, 5, (7, "dummy"), 5), "H7")) in named("HA HK")


def test_a_nil_hand_plays_its_highest_card_that_loses() -> None:
    state = play(bid(new_deal(hands("HAK5", "HJ8742", "HQ93", "HT6")), 7, 5, (3, "2")), "HA H2 HT")
    assert choice(state) is Card.parse("HQ")


def test_a_nil_hand_keeps_under_what_is_on_the_table() -> None:
    state = play(bid(new_deal(hands("HAK95", "HQ742", "HJ83", "HT6")), 7, 5, (3, "2")), "H9 H2 HT")
    assert choice(state) is Card.parse("H8")


def test_a_nil_hand_throws_away_a_dangerous_card() -> None:
    deal = new_deal(hands("HAKQJ", "HT98762", "S2 CA DA5432", "H543"))
    assert choice(play(bid(deal, 7, 5, (3, "2")), "HA H2 H3")) in named("CA DA")


NIL_ON_THE_DUMMY = hands("HKQ52", "H98743", "HA6", "HJT")


def test_an_opponents_nil_in_trouble_is_left_there() -> None:
    trick = "H2 H3 HT"
    assert choice(play(bid(new_deal(NIL_ON_THE_DUMMY), (7, "dummy"), 5, 5), trick)) is Card.parse("H6")
    assert choice(play(bid(new_deal(NIL_ON_THE_DUMMY), 7, 5, 5), trick)) is Card.parse("HA")


def test_an_opponents_nil_that_has_failed_is_no_longer_hunted() -> None:
    deal = new_deal(hands("HKQ52 D2", "H98743 D3", "HA6 D4", "HJT DA"))
    state = play(bid(deal, (7, "dummy"), 5, 5), "D2 D3 DA D4 HT")
    assert choice(state) is Card.parse("HA")


def test_no_ace_is_spent_to_save_a_fellow_defenders_nil() -> None:
    deal = new_deal(hands("HKQ54", "HJ9863", "HA72", "HT"), dealer=0)
    assert choice(play(bid(deal, (5, "1"), 6, 7), "HJ HT")) is Card.parse("H2")


def test_with_the_contract_lost_a_trick_still_sets_the_declarer() -> None:
    state = play(bid(new_deal(LAST_HAND), 13, 13, 13), "H9 H2 HT")
    assert choice(state) in named("HA HJ")
