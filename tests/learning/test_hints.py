"""Hints are right about the rules and use only the player's own view, in every phase and style."""

from random import Random

import pytest
from django.utils.translation import override

from games.bots import Level, choose
from games.engine import (
    AnswerClaim,
    BiddingStyle,
    Claim,
    Dealt,
    PeekRule,
    Phase,
    Play,
    State,
    act,
    legal_actions,
    replay,
    view_for,
    waiting_for,
)
from games.learning.hints import Hint, hint, reason
from games.learning.pictures import after
from games.lessons.lesson import ANA, BEN, YOU
from games.words.names import Names, the_card
from tests.builders import ONE_SUIT_EACH, actions_of, bid, hands, new_deal, play, random_walk
from tests.components.tables import PAIRS
from tests.pages.scenes import SEATS, claimed, dealt, with_declarer

NAMES = Names(SEATS, 0)


def ask(state: State, player: int = 0) -> Hint:
    answer = hint(view_for(state, player), Names(SEATS, player))
    assert answer is not None
    return answer


@pytest.mark.parametrize(("peek", "bidding"), PAIRS)
def test_players_on_turn_get_a_complete_hint_and_others_none(peek: PeekRule, bidding: BiddingStyle) -> None:
    for _, state in random_walk(dealt(7, peek=peek, bidding=bidding), Random(4)):
        for player in range(3):
            answer = hint(view_for(state, player), Names(SEATS, player))
            assert (answer is not None) is (player in waiting_for(state))
            if answer:
                assert all((answer.choice, answer.reason, answer.allowed))
                assert bool(answer.needs) is (state.phase is Phase.PLAYING)
    assert hint(view_for(state, None), NAMES) is None


def test_only_the_lowest_card_of_a_suit_leaves_higher_ones_for_later() -> None:
    state = with_declarer(0)
    assert state.player_to_play is not None
    view = view_for(state, state.player_to_play)
    said = {card for card in view.playable if "leaves the higher cards" in reason(view, card)}
    lowest = {
        min((other for other in view.playable if other.suit is card.suit), key=lambda it: it.rank) for card in said
    }
    assert said
    assert said == lowest


def test_hint_is_the_experts_choice_and_always_the_same() -> None:
    state = with_declarer(0)
    while state.player_to_play != 0:
        view = view_for(state, state.player_to_play)
        state = act(state, Play(state.player_to_play or 0, view.playable[0]))
    action = choose(view_for(state, 0), Random(0), Level.EXPERT)
    assert isinstance(action, Play)
    assert ask(state).choice == f"A bot would play {the_card(action.card)}."
    assert ask(state).card == str(action.card)
    assert ask(state) == ask(state)


def test_hint_names_the_rule_for_the_trick() -> None:
    assert ask(after(3)).allowed == "Any card but spades: none has been played to a trick yet."
    assert ask(after(5)).allowed == "Only hearts: that suit was led, and this hand has to follow it."
    assert ask(after(22)).allowed == "Any card: this hand has no diamonds left. A spade trumps."
    assert ask(after(23)).allowed == "Any card, spades too: one has been played to a trick."
    assert ask(after(13)).reason == "It is the only card this hand may play."


def test_hint_says_what_each_contract_and_nil_needs() -> None:
    needs = ask(after(22)).needs
    assert needs[0] == "You need 7 of the 9 tricks left to make your 9."
    assert needs[1] == "Ana has made 2."
    assert needs[2].endswith("needs 1 of the 9 tricks left to make 3.")
    assert needs[3].endswith("hand has failed.")
    assert "still stands" in " ".join(ask(after(5)).needs)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "You need the last trick to make your 13."), ("es", "Para cumplir tu 13 necesitas la última baza.")],
)
def test_last_trick_has_its_own_sentence(language: str, sentence: str) -> None:
    state = bid(new_deal(ONE_SUIT_EACH), 13, 0, 0)
    while len(state.tricks) < 12:
        state = act(state, next(iter(legal_actions(state))))
    with override(language):
        assert ask(state).needs[0] == sentence


def test_hint_for_an_open_claim_is_accept_or_play_on() -> None:
    answer = ask(claimed(with_declarer(1)))
    assert answer.choice in ("A bot would accept.", "A bot would play on.")
    assert "claim" in answer.allowed


def test_hint_for_a_claim_of_some_tricks_speaks_of_what_it_leaves() -> None:
    """Player 0 has all spades; the partner, player 2, would lose five tricks by the claim of seven."""
    state = act(play(bid(new_deal(ONE_SUIT_EACH, bag_limit=None), 4, 7, 4), "SA HA DA CA"), Claim(0, 7))
    declarer, partner = ask(state, 1), ask(act(state, AnswerClaim(1, True)), 2)
    assert (declarer.choice, partner.choice) == ("A bot would accept.", "A bot would play on.")
    assert "can’t take more tricks than this claim leaves" in declarer.reason
    assert "might" in partner.reason


def test_hint_for_a_claim_that_saves_a_nil_says_so() -> None:
    """Player 0, who declares, has declared nil on the dummy, which has no trick yet."""
    state = play(bid(new_deal(hands("HA", "H2", "H3", "H4")), (7, "dummy"), 4, 4), "HA H2 H4 H3")
    answer = ask(act(state, Claim(0, 3)), 1)
    assert answer.choice == "A bot would play on."
    assert "A nil of the other side could still fail" in answer.reason


def test_hidden_cards_do_not_change_the_hint() -> None:
    """Two deals that look the same to the player get the same hint."""
    state = after(5)
    swapped = [list(hand) for hand in state.dealt]
    swapped[ANA][0], swapped[BEN][0] = swapped[BEN][0], swapped[ANA][0]
    other = replay([Dealt(state.rules, state.dealer, state.before, tuple(map(tuple, swapped)))])
    for action in actions_of(state):
        other = act(other, action)
    assert view_for(other, YOU) == view_for(state, YOU)
    assert ask(other) == ask(state)
