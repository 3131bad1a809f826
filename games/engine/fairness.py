"""Secrets and proofs that decide the cards of a game, so that anyone can check them afterwards (docs/fairness.md).

A game has a chain of secrets, one for each deal and number 0 for the draw: each is the hash of the next, and the hash
of number 0 is the `commitment`, which is shown before the first deal. A secret and the players' seeds give the key of a
deal, and the key alone decides the order of the pack and at which places bots look.
"""

import hmac
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Final, TypeAlias, TypeVar

from .cards import DECK, Card
from .duplicate import BOARDS, DUPLICATE_DEALS, SIDE_SUITS, Hands, Plan, board_of, plan_of, position_of
from .events import same_hands
from .seats import PLAYERS, Player, first_dealer
from .state import State

Seeds: TypeAlias = tuple[str, str, str]
"""What each of players 0, 1 and 2 adds to the chance that decides the cards."""

Draw: TypeAlias = tuple[Card, Card, Card]
"""The cards that players 0, 1 and 2 have drawn for dealer."""

T = TypeVar("T")

SECRET_BYTES: Final = 32
"""The length of the secret of a deal."""

MOST_DEALS: Final = 1000
"""The number of deals that a game's chain of secrets is long enough for."""
BOT_SEED: Final = "bot"
"""The seed of every bot. It is no hexadecimal number, so it is no person's."""


@dataclass(frozen=True, slots=True)
class Proof:
    """All that decided a deal: `number` counts the game's deals from 1, `secret` is in hexadecimal.

    `drawn` are the cards that players 0, 1 and 2 drew for the first deal, None if nobody drew: in a rematch, and in a
    `duplicate` game.
    """

    commitment: str
    game: str
    number: int
    seeds: Seeds
    secret: str
    drawn: Draw | None
    duplicate: bool = False


def commitment(secret: bytes, number: int = 0) -> str:
    """Return the commitment, in hexadecimal, of the game whose secret with this number this is."""
    return sha256(_hashed(secret, number)).hexdigest()


@lru_cache(maxsize=1024)
def chain_secret(root: bytes, number: int) -> bytes:
    """Return the secret with this number, 0 to `MOST_DEALS`, of the chain that ends in `root`.

    Bots at a board ask for it before each choice, and it may take as long as a tenth of a choice.
    """
    return _hashed(root, MOST_DEALS - number)


def deal_key(secret: bytes, game: str, number: int, seeds: Seeds) -> bytes:
    """Return the key of a deal: neither the secret nor any of the seeds alone decides it."""
    return hmac.digest(secret, "\n".join([game, str(number), *seeds]).encode(), "sha256")


def shuffled_pack(key: bytes, purpose: str) -> tuple[Card, ...]:
    """Return the 52 cards in the order that the key and the `purpose` ("deal" or "draw") give."""
    return _shuffled(DECK, key, purpose)


def deal_hands(key: bytes) -> Hands:
    """Return the hands of players 0, 1, 2 and the dummy (in place order), dealt card by card from the pack.

    Of a board of a duplicate game, they are the hands of its positions.
    """
    pack = shuffled_pack(key, "deal")
    return tuple(pack[seat::4] for seat in range(4))


def drawn_cards(key: bytes) -> Draw:
    """Return the cards that players 0, 1 and 2 draw for the first deal (docs/rules.md section 2)."""
    first, second, third, *_ = shuffled_pack(key, "draw")
    return first, second, third


def drawn_numbers(key: bytes, participants: int) -> tuple[int, ...]:
    """Return which number of the movement each participant of a tournament gets, in the order of their entries."""
    return _shuffled(range(participants), key, "numbers")


def places_of_bot(key: bytes, looker: int, count: int, turned_up: Collection[int] = ()) -> tuple[int, ...]:
    """Return the places of the dummy at which a bot looks, in ascending order; those turned up are left out.

    `looker` is its player; in a duplicate game its position at the board, so that all bots there see the same cards.
    """
    order = _shuffled(range(13), key, f"peek{looker}")
    return tuple(sorted([place for place in order if place not in turned_up][:count]))


def board_key(secret: bytes, game: str, number: int, seeds: Seeds) -> bytes:
    """Return the key of the board of this deal of a duplicate game, whose secret this is: that of the first deal."""
    board = board_of(number)
    return deal_key(_hashed(secret, number - board), game, board, seeds)


def duplicate_plan(key: bytes) -> Plan:
    """Return who deals when in a duplicate game, and what the side suits become, given the key with number 0."""
    boards = range(1, BOARDS + 1)
    return plan_of(
        dealers=[_shuffled(PLAYERS, key, f"dealers{board}") for board in boards],
        suits=[_shuffled(SIDE_SUITS, key, f"suits{board}") for board in boards],
    )


def proves(proof: Proof, state: State) -> bool:
    """Return whether the proof's secret belongs to its commitment, and gives this deal, its dealer and bots' peeks."""
    secret = bytes.fromhex(proof.secret)
    if commitment(secret, proof.number) != proof.commitment:
        return False
    if proof.duplicate:
        return _proves_duplicate(proof, secret, state)
    key = deal_key(secret, proof.game, proof.number, proof.seeds)
    return (
        same_hands(deal_hands(key), state.dealt)
        and _draw_is_proved(proof, secret, state.dealer)
        and _bots_looked_fairly(proof.seeds, key, state, PLAYERS)
    )


def _proves_duplicate(proof: Proof, secret: bytes, state: State) -> bool:
    if proof.number > DUPLICATE_DEALS or proof.drawn is not None:
        return False
    key = board_key(secret, proof.game, proof.number, proof.seeds)
    plan = duplicate_plan(deal_key(_hashed(secret, proof.number), proof.game, 0, proof.seeds))
    arrangement = plan[proof.number - 1]
    positions = [position_of(player, state.dealer) for player in PLAYERS]
    return (
        state.dealer == arrangement.dealer
        and same_hands(arrangement.hands(deal_hands(key)), state.dealt)
        and _bots_looked_fairly(proof.seeds, key, state, positions)
    )


def _draw_is_proved(proof: Proof, secret: bytes, dealer: Player) -> bool:
    if proof.drawn is None:
        return True
    key = deal_key(_hashed(secret, proof.number), proof.game, 0, proof.seeds)
    turn = (first_dealer(proof.drawn) + proof.number - 1) % len(PLAYERS)
    return proof.drawn == drawn_cards(key) and dealer == turn


def _bots_looked_fairly(seeds: Seeds, key: bytes, state: State, lookers: Sequence[int]) -> bool:
    """Return whether all bots looked as the key says; `lookers` are the numbers of players 0, 1 and 2 there."""
    peek_rule, turned_up = state.rules.peek, set[int]()
    for peek in state.peeks:
        if seeds[peek.player] == BOT_SEED:
            places = places_of_bot(key, lookers[peek.player], peek_rule.places_each, turned_up)
            if places != tuple(sorted(peek.places)):
                return False
        turned_up |= set(peek.places) if peek_rule.is_flip else set()
    return True


def _hashed(secret: bytes, times: int) -> bytes:
    for _ in range(times):
        secret = sha256(secret).digest()
    return secret


def _shuffled(items: Sequence[T], key: bytes, purpose: str) -> tuple[T, ...]:
    numbers = _numbers(key, purpose)
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        pick = _below(last + 1, numbers)
        order[last], order[pick] = order[pick], order[last]
    return tuple(order)


def _numbers(key: bytes, purpose: str) -> Iterator[int]:
    """Yield 64-bit numbers without end, from HMAC-SHA256 of a counter."""
    counter = 0
    while True:
        block = hmac.digest(key, f"{purpose}:{counter}".encode(), "sha256")
        yield from (int.from_bytes(block[start : start + 8], "big") for start in range(0, 32, 8))
        counter += 1


def _below(limit: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to `limit` - 1, all equally likely: the uneven end of the range is skipped."""
    fair = (1 << 64) - (1 << 64) % limit
    return next(number for number in numbers if number < fair) % limit
