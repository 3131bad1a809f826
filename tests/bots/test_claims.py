"""A bot accepts a claim if it can prove that its side takes no more, and refuses all others. It reveals no cards."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from functools import reduce
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings, strategies as st

from games.bots import choose
from games.engine import (
    DUMMY,
    PLAYERS,
    AnswerClaim,
    Bid,
    BiddingStyle,
    Claim,
    IllegalAction,
    Play,
    Player,
    State,
    act,
    dealt_event,
    legal_actions,
    replay,
    view_for,
    waiting_for,
)
from tests.builders import (
    ONE_SUIT_EACH,
    actions_of,
    bid,
    claim as claimed_and_accepted,
    hands,
    new_deal,
    play,
    random_hands,
)


def claimed(state: State, tricks: int | None = None) -> State:
    assert state.player_to_play is not None, "someone has the lead"
    return act(state, Claim(state.player_to_play, tricks))


def answers(state: State) -> set[bool]:
    return {accepted for _, accepted in answers_by_player(state)}


def answers_by_player(state: State) -> Iterator[tuple[Player, bool]]:
    """Yield what a bot answers for each player in turn, if those before it have accepted."""
    while state.claim is not None:
        player = waiting_for(state)[0]
        answer = choose(view_for(state, player), Random(1))
        assert isinstance(answer, AnswerClaim)
        yield player, answer.accept
        state = act(state, AnswerClaim(player, True))


def test_claim_of_an_all_spade_hand_is_accepted() -> None:
    state = play(bid(new_deal(ONE_SUIT_EACH), 8, 2, 2), "SA H2 C2 D2")
    assert answers(claimed(state)) == {True}


TWO_TOP_SUITS = hands("SAKQJT98 HAKQJT9", "D2", "D4", "D3 H2")


def test_claim_of_a_hand_that_draws_trumps_and_runs_its_suit_is_accepted() -> None:
    state = play(bid(new_deal(TWO_TOP_SUITS, dealer=0), 2, 2, 8), "D2 D3 D4 S8")
    assert answers(claimed(state)) == {True}


def test_claim_is_refused_while_trumps_may_not_be_led() -> None:
    deal = new_deal(hands("SAKQJT98 HAKQJT9", "H3", "H4", "H2"))
    assert answers(claimed(play(bid(deal, 8, 2, 2), "HA H3 H2 H4"))) == {False}


def test_claim_of_a_hand_with_a_loser_is_refused() -> None:
    state = play(bid(new_deal(hands("SAKQJT98765 HA2", "H3", "H4", "H5")), 8, 2, 2), "HA H3 H5 H4")
    assert answers(claimed(state)) == {False}


def five_left(bags: int = 0, bag_limit: int | None = 10, nils: str = "") -> State:
    """Player 0, the declarer, has trumped the opening lead and drawn trumps, and leads from S765 H2 D2.

    Players 1 and 2 have bid 1 and 3, and have no trick. Player 0 has bid 8, with these nils.
    """
    dealt = hands("SAKQJT987654 H2 D2", "CA S32 HA", "C4 DA", "C3")
    state = new_deal(dealt, dealer=0, bags=(0, bags, 0), bag_limit=bag_limit)
    state = play(bid(state, 1, 3, (8, nils)), "CA C3 C4 S4")
    while len(state.tricks) < 8:
        state = act(state, next(action for action in legal_actions(state) if isinstance(action, Play)))
    return state


@pytest.mark.parametrize(
    ("tricks", "expected"),
    [
        (None, {1: False, 2: False}),
        (4, {1: False, 2: False}),
        (3, {1: True, 2: True}),
        (2, {1: False, 2: True}),  # a third trick would be a bag for player 1, but makes the contract of player 2
        (0, {1: False, 2: False}),  # five tricks would be bags for both
    ],
)
def test_claim_is_accepted_if_the_hand_shown_certainly_takes_so_many(
    tricks: int | None, expected: dict[Player, bool]
) -> None:
    """The three spades of the five cards left are certain; the two low cards may lose."""
    assert dict(answers_by_player(claimed(five_left(), tricks))) == expected


def test_tricks_that_bring_a_bag_penalty_are_refused() -> None:
    """With two tricks more player 1 has a tenth bag."""
    assert dict(answers_by_player(claimed(five_left(bags=9), 3))) == {1: False, 2: True}


def test_claim_that_saves_a_nil_of_the_other_side_is_refused() -> None:
    """The dummy has no trick yet, and might be made to take one of the two that the claim leaves."""
    assert answers(claimed(five_left(nils="dummy"), 3)) == {False}


def test_nil_that_cannot_fail_any_more_hinders_no_answer() -> None:
    """Player 0 has spades only, so the dummy takes no trick whatever happens."""
    state = play(bid(new_deal(ONE_SUIT_EACH, bag_limit=None), (8, "dummy"), 2, 2), "SA H2 C2 D2")
    assert answers(claimed(state, 5)) == {True}


@pytest.mark.parametrize("tricks", [0, 2, 3])
def test_tricks_given_away_are_accepted_where_bags_cost_nothing(tricks: int) -> None:
    assert answers(claimed(five_left(bag_limit=None), tricks)) == {True}


@pytest.mark.parametrize(("tricks", "accepts"), [(0, False), (1, True), (5, True)])
def test_partner_accepts_what_the_dummy_leaves_at_the_most(tricks: int, accepts: bool) -> None:
    """Player 0, a defender, has won the first trick; the dummy has the eleven highest spades of twelve tricks."""
    deal = new_deal(hands("CAK", "C32 S3", "C4 S2", "C5 SAKQJT987654"), bag_limit=None)
    state = claimed(play(bid(deal, 1, 11, 2), "CA C2 C4 C5"), tricks)
    assert dict(answers_by_player(state))[2] is accepts


@pytest.mark.parametrize(("tricks", "accepts"), [(5, False), (6, True), (10, True)])
def test_partner_without_spades_knows_with_the_claimer_who_holds_them(tricks: int, accepts: bool) -> None:
    """Player 2 has discarded on a spade, so of eleven tricks declarer certainly takes five, with ace to ten."""
    dealt = hands("S9 CAKQJT987652 D2", "SAKQJT87 HAKQJT9", "C43 DAKQJT987654", "S65432 D3 H8765432")
    state = claimed(play(bid(new_deal(dealt, bag_limit=None), 1, 11, 2), "CA S7 C3 D3 S8 C4 S2 S9"), tricks)
    assert dict(answers_by_player(state))[2] is accepts


def test_partner_s_answer_is_not_of_cards_that_the_claimer_can_not_know() -> None:
    """Declarer has the eleven highest spades of twelve tricks, but for all that the claimer knows the partner has."""
    declarers, partners = ("SAKQJT987654 C32", "C4 S3"), ("C32 S3", "C4 SAKQJT98765")
    for second, third in (declarers, partners):
        state = bid(new_deal(hands("CAK", second, third, "C5 S2"), bag_limit=None), 1, 11, 2)
        assert dict(answers_by_player(claimed(play(state, "CA C2 C4 C5"), 1)))[2] is False


def ending(rng: Random, left: int) -> State:
    """Return a deal of random hands, bids and cards, in which somebody leads with so many tricks left."""
    style, bags = rng.choice(list(BiddingStyle)), (rng.randrange(5), rng.randrange(5), rng.randrange(5))
    state = new_deal(random_hands(rng), bidding=style, bag_limit=rng.choice((None, 5, 10)), bags=bags)
    while state.tricks_left > left:
        moves = [move for move in legal_actions(state) if not isinstance(move, Claim)]
        bids = [move for move in moves if isinstance(move, Bid) and move.tricks <= 5 and len(move.nils) <= 1]
        state = act(state, rng.choice(bids or moves))
    return state


def possible(state: State, viewer: Player) -> Iterator[State]:
    """Yield the deals that the viewer holds possible: the unseen cards in all ways in which all was legal."""
    one, other = (player for player in PLAYERS if player != viewer)
    unseen = [*state.hands[one], *state.hands[other]]
    for held in combinations(unseen, len(state.hands[one])):
        dealt = list(state.dealt)
        for player, left in ((one, held), (other, [card for card in unseen if card not in held])):
            dealt[player] = (*(card for card in state.dealt[player] if card not in state.hands[player]), *left)
        with suppress(IllegalAction):
            yield reduce(act, actions_of(state), replay([replace(dealt_event(state), hands=tuple(dealt))]))


@given(st.randoms(use_true_random=False), st.integers(1, 4))
def test_bots_answer_the_same_for_all_hands_that_the_claimer_holds_possible(rng: Random, left: int) -> None:
    state = ending(rng, left)
    claims = [move for move in legal_actions(state) if isinstance(move, Claim)]
    expected = {claim: list(answers_by_player(act(state, claim))) for claim in claims}
    for other in possible(state, claims[0].player):
        assert {claim: list(answers_by_player(act(other, claim))) for claim in claims} == expected


@given(st.randoms(use_true_random=False), st.integers(1, 12))
def test_nobody_is_asked_after_a_refusal_nor_claims_again(rng: Random, left: int) -> None:
    """Declarer refuses every claim of a defender; who may claim does."""
    state, claimers = ending(rng, left), list[Player]()
    while actions := list(legal_actions(state)):
        claims = [action for action in actions if isinstance(action, Claim)]
        if state.claim is not None:
            claimer = state.claim.player
            assert claimer == state.declarer or waiting_for(state) == (state.declarer,)
            state = act(state, AnswerClaim(waiting_for(state)[0], False))
            assert waiting_for(state) == (claimer,)
            continue
        state = act(state, rng.choice(claims or actions))
        claimers += [state.claim.player] if state.claim else []
    assert len(claimers) == len(set(claimers))


def best_for_declarer(state: State, seen: dict[object, int]) -> int:
    """Return the tricks of declarer's side if both sides play for tricks, by brute force."""
    if len(state.tricks) == 13:
        return tricks_of_declarer(state)
    key = (state.hands, state.hand_to_play, state.broken, state.trick, tricks_of_declarer(state))
    if key not in seen:
        after = [act(state, move) for move in legal_actions(state) if isinstance(move, Play)]
        best = max if state.player_to_play == state.declarer else min
        seen[key] = best(best_for_declarer(following, seen) for following in after)
    return seen[key]


def tricks_of_declarer(state: State) -> int:
    return state.taken[state.declarer or 0] + state.taken[DUMMY]


@settings(max_examples=50)
@given(st.randoms(use_true_random=False), st.integers(10, 11))
def test_accepted_claim_gives_a_side_at_least_what_best_play_would(rng: Random, finished: int) -> None:
    state = bid(new_deal(random_hands(rng), bag_limit=None), 4, 4, 4)
    while len(state.tricks) < finished:
        state = act(state, rng.choice([move for move in legal_actions(state) if isinstance(move, Play)]))
    best = best_for_declarer(state, {})
    for claim in [move for move in legal_actions(state) if isinstance(move, Claim)]:
        open_claim = act(state, claim)
        for player, accepted in answers_by_player(open_claim):
            if accepted:
                after = claimed_and_accepted(state, claim.tricks)
                ours = tricks_of_declarer(after) if player == state.declarer else 13 - tricks_of_declarer(after)
                assert ours >= (best if player == state.declarer else 13 - best)
