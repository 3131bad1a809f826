"""Worlds: random distributions of the hidden cards that agree with what a player knows, and their likelihood.

The better a world agrees with what others have bid and played, the likelier it is.
"""

from typing import Final

import numpy as np

from ..bidding import AVERAGE_SHAPE, LONG_SPADE, SHORTNESS, SIDE_TRICKS, SPADE_TRICKS
from . import position as at
from .compiling import Floats, Ints, compiled, count, entry, uncounted
from .luck import draw, pick_subset
from .policy import choose, seats_wanting_tricks
from .position import SPADES, SUIT, legal, play

STANDARD, SUICIDE, MIRROR, WHIZ = range(4)  # the bidding styles in the engine's order

# Offsets in the evidence from bids; all but the last with one number a seat.
BID: Final = 0  # the bid, -1 if it is no evidence
OWN_NIL: Final = 4  # whether it declares the bidder's hand nil
PLAYED: Final = 8  # the cards that the hand has played
STYLE: Final = 12  # the bidding style

# Offsets in a choice: a card that another player chose, and the position then, but with hands to be filled in.
CARD: Final = at.SIZE
LATER: Final = CARD + 1  # by seat: the cards that it played then and later
CHOICE: Final = LATER + 4

ALL_HANDS: Final = 15
NIL_TRICKS: Final = 0.5  # players are expected to declare their own hand nil if it is worth less
PARTNER_TRICKS: Final = 2.1  # what players add to the tricks of their own hand for the unknown partner
BID_DEVIATION: Final = 1.3  # the standard deviation of bids around the expected ones
MIN_LIKELIHOOD: Final = 0.03  # of any bid, because players sometimes make unexpected ones

RULE_PLAYERS: Final = 0.05  # the share of players who bid and play by the rules of simulated deals
SLIP: Final = 0.03  # how often they do something else, any card being equally likely
BIDS: Final = 3.5  # how many bids are about as likely as the expected one, for other players


def _worth(tricks: tuple[float, ...], long_suit: float) -> Floats:
    """Return the tricks of each set of cards in a suit."""
    worth = [0.0]  # of the sets of the cards so far, of which each set may have the next card too
    for value in (*tricks, *[0.0] * (13 - len(tricks))):
        worth += [without + value for without in worth]
    return np.array([of_cards + long_suit * max(0, cards.bit_count() - 4) for cards, of_cards in enumerate(worth)])


SPADE_WORTH: Final = _worth(SPADE_TRICKS, LONG_SPADE) - AVERAGE_SHAPE
SIDE_WORTH: Final = _worth(SIDE_TRICKS, 0.0)
SHORT: Final = np.array([*SHORTNESS] + [0.0] * 11)


@entry("i -> f", is_brief=True)
@uncounted
def tricks_in(hand: int) -> float:
    """Return the tricks that a hand of 13 takes on average; the same as `bots.bidding.hand_tricks`."""
    tricks, short = SPADE_WORTH[hand & SUIT], 0.0
    for shift in (13, 26, 39):
        suit = hand >> shift & SUIT
        tricks += SIDE_WORTH[suit]
        short += SHORT[count(suit)]
    return max(0.0, tricks + short * min(3, count(hand & SUIT)))


@uncounted
def expected_bid(style: int, player: int, hand: int) -> tuple[int, int]:
    """Return the bid to expect of a player with this hand: tricks, and a bit for each hand declared nil."""
    tricks, spades = tricks_in(hand), count(hand & SPADES)
    nil = tricks < NIL_TRICKS
    if style == STANDARD:
        return (2, 1 << player) if nil else (int(np.rint(tricks + PARTNER_TRICKS)), 0)
    if style == SUICIDE:
        return (4, 1 << player) if tricks < 2.0 else (max(4, int(np.rint(tricks + 0.5))), ALL_HANDS ^ 1 << player)
    return (0, 1 << player) if not spades or (nil and style == WHIZ) else (spades, 0)


@uncounted
def likelihood(hands: Ints, evidence: Ints, choices: Ints) -> float:
    """Return how well bids and choices agree with these hands, up to a constant factor.

    Of most players only the bid says something about the hand. A few are taken to bid and to play by the rules of
    simulated deals; their choices say much, but only of somebody who nearly always chose so. The hands in `choices`
    are overwritten.
    """
    product = 1.0
    for seat in range(4):
        usual = by_rules = 1.0
        if evidence[BID + seat] >= 0:
            hand = hands[seat] | evidence[PLAYED + seat]
            usual = _usual_bid(evidence[BID + seat], evidence[OWN_NIL + seat], hand)
            tricks, nils = expected_bid(evidence[STYLE], seat, hand)
            same = tricks == evidence[BID + seat] and nils >> seat & 1 == evidence[OWN_NIL + seat]
            by_rules = BIDS * (1.0 - SLIP) if same else SLIP
        by_rules *= _choices_by_rules(hands, choices, seat)
        product *= (1.0 - RULE_PLAYERS) * usual + RULE_PLAYERS * by_rules
    return product


@uncounted
def _usual_bid(bid: int, own_nil: int, hand: int) -> float:
    tricks = tricks_in(hand)
    if own_nil:
        return np.exp(-1.5 * tricks) + MIN_LIKELIHOOD
    surprise = (bid - PARTNER_TRICKS - tricks) / BID_DEVIATION
    return np.exp(-0.5 * surprise * surprise) + MIN_LIKELIHOOD


@uncounted
def _choices_by_rules(hands: Ints, choices: Ints, seat: int) -> float:
    """Return how much more often the rules than chance lead to what the player in a seat chose, for the dummy too."""
    product = 1.0
    for number in range(choices.shape[0]):
        choice = choices[number]
        if choice[at.TURN] == seat or (seat == 0 and choice[at.TURN] == 2):
            for other in range(4):
                choice[other] = hands[other] | choice[LATER + other]
            same = choose(choice, seats_wanting_tricks(choice)) == choice[CARD]
            product *= (1.0 - SLIP) * count(legal(choice)) + SLIP if same else SLIP
    return product


def empty_evidence() -> Ints:
    """Return an array without evidence, to be filled in."""
    evidence = np.zeros(STYLE + 1, dtype=np.int64)
    evidence[BID : BID + 4] = -1
    return evidence


def empty_choices(number: int) -> Ints:
    """Return an array for so many choices, to be filled in."""
    return np.zeros((number, CHOICE), dtype=np.int64)


@entry("I I I I2", is_brief=True)
@uncounted
def fill_choices(then: Ints, cards: Ints, by_other: Ints, choices: Ints) -> None:
    """Fill in a row of `choices` for each of these cards, played from the position `then`, that another player chose.

    `then` is overwritten.
    """
    row = 0
    for number in range(cards.shape[0]):
        if by_other[number]:
            for offset in range(at.SIZE):
                choices[row, offset] = then[offset]
            choices[row, CARD] = cards[number]
            for seat in range(4):
                choices[row, LATER + seat] = then[seat]
            row += 1
        play(then, cards[number])


# Offsets in a player's knowledge; all but the first with one number a seat.
POOL: Final = 0  # the cards whose place is hidden
KNOWN: Final = 1  # the cards known to be there
MISSING: Final = 5  # how many more there are
ALLOWED: Final = 9  # which cards may be among these
SPADE_COUNT: Final = 13  # how many of these are spades, -1 if unknown


@uncounted
def deal_hidden(knowledge: Ints, hands: Ints, rng: Ints) -> None:
    """Fill in the four hands of a random world; all worlds that agree with the knowledge are equally likely.

    Relies on this: a suit is ruled out of a hand only after the dummy is exposed, so that only two hands are hidden.
    """
    pool = knowledge[POOL]
    for seat in range(4):
        hands[seat] = knowledge[KNOWN + seat]
        if knowledge[MISSING + seat]:
            forced = knowledge[POOL] & ~_allowed_elsewhere(knowledge, seat)
            hands[seat] |= forced
            pool &= ~forced
    for counted in (True, False):
        for seat in range(4):
            drawn = hands[seat] ^ knowledge[KNOWN + seat]
            missing = knowledge[MISSING + seat] - count(drawn)
            spades = knowledge[SPADE_COUNT + seat] - count(drawn & SPADES)
            if missing and (spades >= 0) == counted:
                chosen = _draw_cards(pool, missing, spades, rng)
                hands[seat] |= chosen
                pool &= ~chosen


@uncounted
def _draw_cards(pool: int, missing: int, spades: int, rng: Ints) -> int:
    """Return random cards of the pool, with so many spades among them unless the number is negative."""
    if spades < 0:
        return pick_subset(rng, pool, missing)
    chosen = pick_subset(rng, pool & SPADES, spades)
    return chosen | pick_subset(rng, pool & ~SPADES, missing - spades)


@uncounted
def _allowed_elsewhere(knowledge: Ints, seat: int) -> int:
    cards = 0
    for other in range(4):
        if other != seat and knowledge[MISSING + other]:
            cards |= knowledge[ALLOWED + other]
    return cards


def empty_knowledge() -> Ints:
    """Return knowledge of zeros, to be filled in."""
    return np.zeros(SPADE_COUNT + 4, dtype=np.int64)


@uncounted
def sample_worlds(knowledge: Ints, evidence: Ints, choices: Ints, worlds: Ints, weights: Floats, rng: Ints) -> None:
    """Fill in `worlds`, a row each, and `weights`, the running sum of their likelihoods."""
    total = 0.0
    for number in range(worlds.shape[0]):
        deal_hidden(knowledge, worlds[number], rng)
        total += likelihood(worlds[number], evidence, choices)
        weights[number] = total


@entry("I I I2 I2 F I")
@compiled
def sample_many(knowledge: Ints, evidence: Ints, choices: Ints, worlds: Ints, weights: Floats, rng: Ints) -> None:
    """Do the same as `sample_worlds`, for so many worlds that other threads should go on meanwhile."""
    sample_worlds(knowledge, evidence, choices, worlds, weights, rng)


@uncounted
def pick_world(weights: Floats, rng: Ints) -> int:
    """Return the index of a random world, chosen in proportion to its likelihood."""
    return np.searchsorted(weights, weights[-1] * (draw(rng) / 2147483648.0))
