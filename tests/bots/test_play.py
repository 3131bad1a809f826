"""Cards played by rules of thumb, with the contract open, made or lost, and with nils.

Player 0 is declarer, so the order of play is 0, 1, dummy, 2. Each hand holds exactly the hearts given.
"""

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


def test_last_hand_wins_with_the_lowest_winning_card() -> None:
    state = play(bid(new_deal(LAST_HAND), 7, 6, 6), "H9 H2 HT")
    assert choice(state) is Card.parse("HJ")


def test_trick_is_ducked_if_contract_is_made_and_declarer_is_safe() -> None:
    state = play(bid(new_deal(LAST_HAND), 1, 0, 0), "H9 H2 HT")
    assert choice(state) is Card.parse("H3")


def test_trick_that_may_set_declarer_is_taken_with_contract_made() -> None:
    state = play(bid(new_deal(LAST_HAND), 12, 0, 0), "H9 H2 HT")
    assert choice(state) in named("HA HJ")


def test_trick_certain_for_partner_is_left_to_partner() -> None:
    state = play(bid(new_deal(hands("HA5T9", "H42873", "HQJ", "HK6")), 7, 5, 5), "HA H2")
    assert choice(state) is Card.parse("H6")


def test_third_hand_plays_high_over_the_dummy() -> None:
    deal = new_deal(hands("HK87", "HQ542", "HA93", "HJT6"), dealer=0)
    assert choice(play(bid(deal, 5, 5, 7), "H2 HT")) is Card.parse("HA")


def test_second_hand_plays_low() -> None:
    deal = new_deal(hands("HQ83", "HAK9", "HJT762", "H54"), dealer=1)
    assert choice(play(bid(deal, 5, 7, 5), "H6")) in named("H8 H3")


def test_void_hand_ruffs_with_its_lowest_spade() -> None:
    state = play(bid(new_deal(hands("HAKQJT", "H98762", "S762 D98", "H543")), 7, 6, 6), "HA H2 H3")
    assert choice(state) is Card.parse("S2")


def test_partners_trick_is_not_ruffed() -> None:
    deal = new_deal(hands("HKQJT3", "HA9876", "S762 D98 C42", "H542"), dealer=0)
    assert choice(play(bid(deal, 6, 6, 7), "HA H2")) not in named("S7 S6 S2")


def test_nil_on_dummy_is_covered() -> None:
    deal = new_deal(hands("HAK3", "H652", "H974T", "HQ8J"), dealer=1)
    assert choice(play(bid(deal, 5, (7, "dummy"), 5), "H7")) in named("HA HK")


def test_nil_hand_plays_its_highest_losing_card() -> None:
    state = play(bid(new_deal(hands("HAK5", "HJ8742", "HQ93", "HT6")), 7, 5, (3, "2")), "HA H2 HT")
    assert choice(state) is Card.parse("HQ")


def test_nil_hand_plays_under_the_winning_card() -> None:
    state = play(bid(new_deal(hands("HAK95", "HQ742", "HJ83", "HT6")), 7, 5, (3, "2")), "H9 H2 HT")
    assert choice(state) is Card.parse("H8")


def test_nil_hand_discards_a_dangerous_card() -> None:
    deal = new_deal(hands("HAKQJ", "HT98762", "S2 CA DA5432", "H543"))
    assert choice(play(bid(deal, 7, 5, (3, "2")), "HA H2 H3")) in named("CA DA")


NIL_ON_THE_DUMMY = hands("HKQ52", "H98743", "HA6", "HJT")


def test_failing_opponents_nil_is_not_rescued() -> None:
    trick = "H2 H3 HT"
    assert choice(play(bid(new_deal(NIL_ON_THE_DUMMY), (7, "dummy"), 5, 5), trick)) is Card.parse("H6")
    assert choice(play(bid(new_deal(NIL_ON_THE_DUMMY), 7, 5, 5), trick)) is Card.parse("HA")


def test_failed_opponents_nil_is_not_attacked() -> None:
    deal = new_deal(hands("HKQ52 D2", "H98743 D3", "HA6 D4", "HJT DA"))
    state = play(bid(deal, (7, "dummy"), 5, 5), "D2 D3 DA D4 HT")
    assert choice(state) is Card.parse("HA")


def test_ace_is_not_spent_on_other_defenders_nil() -> None:
    deal = new_deal(hands("HKQ54", "HJ9863", "HA72", "HT"), dealer=0)
    assert choice(play(bid(deal, (5, "1"), 6, 7), "HJ HT")) is Card.parse("H2")


def test_declarer_is_set_even_with_own_contract_lost() -> None:
    state = play(bid(new_deal(LAST_HAND), 13, 13, 13), "H9 H2 HT")
    assert choice(state) in named("HA HJ")
