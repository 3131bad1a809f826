"""The actions of players, the events that they lead to, and the JSON form of events.

`deal.decide` turns an action into events, or raises an `IllegalAction`; `deal.evolve` makes the state of a deal from
events. Events contain hidden cards: they are for the log and the engine, never for a page.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from .cards import Card, parse_cards
from .rules import BiddingStyle, PeekRule, Rules
from .seats import DUMMY, HandId, Player, is_player, triple


@dataclass(frozen=True, slots=True)
class Peek:
    """Look at these places of the dummy, 0 to 12; under a Flip rule, turn them up (docs/rules.md section 4)."""

    player: Player
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid this number of tricks for the side and declare nil on these hands (docs/rules.md section 5)."""

    player: Player
    tricks: int
    nils: frozenset[HandId] = frozenset()

    def __post_init__(self) -> None:
        if isinstance(self.nils, set):  # of a program without type checks: equal, but without a hash
            object.__setattr__(self, "nils", frozenset(self.nils))


@dataclass(frozen=True, slots=True)
class Play:
    """Play this card from the hand whose turn it is (docs/rules.md section 6)."""

    player: Player
    card: Card


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim so many of the remaining tricks for the hand on lead, None for all (docs/rules.md section 6)."""

    player: Player
    tricks: int | None = None


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """Accept or refuse the open claim of another player (docs/rules.md section 6)."""

    player: Player
    accept: bool


Action: TypeAlias = Peek | Bid | Play | Claim | AnswerClaim
"""What a player may do in a deal."""

Code: TypeAlias = Literal[
    "too_early",  # the phase of this action has not begun
    "deal_over",  # the deal is finished
    "wrong_player",  # it is not this player's turn, or the player has peeked already
    "bad_peek",  # no peeking in the rules, or not the right number of different places that are face down
    "bad_bid",  # the bidding style does not allow this number of tricks
    "bad_nils",  # the bidding style does not allow this set of nil declarations
    "card_not_held",  # the hand whose turn it is does not hold this card
    "must_follow_suit",  # the hand whose turn it is holds a card of the suit led
    "spades_not_broken",  # spades are not broken, and the hand on lead holds another suit
    "bad_claim",  # this player may not claim now, or not so many tricks, or has no claim to answer
    "nil_stands",  # only all tricks may be claimed while a nil on the other side has not failed
    "claim_pending",  # no card may be played while a claim waits for its answers
]


class IllegalAction(Exception):
    """The rules do not allow this action now. `code` says why, as docs/records.md does for people."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code = code


Triple: TypeAlias = tuple[int, int, int]
"""One number for each of players 0, 1 and 2."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The three players' points and bags before or after a deal."""

    points: Triple = (0, 0, 0)
    bags: Triple = (0, 0, 0)


def same_hands(one: Sequence[Sequence[Card]], other: Sequence[Sequence[Card]]) -> bool:
    """Return whether these are the same hands as dealt: the order of the cards matters in the dummy only, whose places
    it gives (docs/records.md).
    """
    return list(map(frozenset, one)) == list(map(frozenset, other)) and tuple(one[DUMMY]) == tuple(other[DUMMY])


@dataclass(frozen=True, slots=True, eq=False)
class Dealt:
    """The deal began. `hands` are four times 13 cards, the dummy last with its cards in place order.

    Two are equal if their cards are, in whatever order the players' hands are given.

    Raises ValueError if these are not four hands of the whole deck, or there is no such dealer.
    """

    rules: Rules
    dealer: Player
    before: Standing
    hands: tuple[tuple[Card, ...], ...]

    def __post_init__(self) -> None:
        if [len(hand) for hand in self.hands] != [13] * 4 or len({card for hand in self.hands for card in hand}) != 52:
            raise ValueError("a deal has four hands of thirteen different cards")
        if not is_player(self.dealer):
            raise ValueError(f"the player who deals is 0, 1 or 2, not {self.dealer!r}")
        if not isinstance(self.rules, Rules) or not isinstance(self.before, Standing):
            raise ValueError("a deal has rules, and a standing before it")

    @classmethod
    def from_notation(cls, text: str, rules: Rules | None = None, before: Standing | None = None) -> "Dealt":
        """Return the deal that a notation gives (docs/records.md), as `read_deal` does. Raises Fault."""
        from .notation_reader import read_deal  # late, as not every program reads notation

        return read_deal(text, rules, before)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Dealt):
            return NotImplemented
        same = (self.rules, self.dealer, self.before) == (other.rules, other.dealer, other.before)
        return same and same_hands(self.hands, other.hands)

    def __hash__(self) -> int:
        return hash((self.rules, self.dealer, self.before, self.hands[DUMMY]))


@dataclass(frozen=True, slots=True)
class Peeked:
    """A player looked at these places of the dummy, 0 to 12, or turned them up under a Flip rule."""

    player: Player
    places: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidMade:
    """A player bid this number of tricks and declared nil on these hands."""

    player: Player
    tricks: int
    nils: frozenset[HandId]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was played from a hand."""

    hand: HandId
    card: Card


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """The player with the lead claimed remaining tricks for the hand on lead: fewer than all, or None for all."""

    player: Player
    tricks: int | None = None


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    """Another player accepted or refused the claim. Two acceptances end the deal, one refusal ends the claim."""

    player: Player
    accept: bool


Event: TypeAlias = Dealt | Peeked | BidMade | CardPlayed | ClaimMade | ClaimAnswered
"""What an action, or the dealing, leads to: the log of a deal."""

JSON: TypeAlias = dict[str, Any]


def to_json(event: Event) -> JSON:
    """Return the event as JSON data with the name of its class as `kind`; `from_json` returns an equal event."""
    kind = {"kind": type(event).__name__}
    match event:
        case Dealt(rules, dealer, before, hands):
            standing = {"points": list(before.points), "bags": list(before.bags)}
            cards = [" ".join(map(str, hand)) for hand in hands]
            return kind | {"rules": rules_to_json(rules), "dealer": dealer, **standing, "hands": cards}
        case Peeked(player, places):
            return kind | {"player": player, "places": list(places)}
        case BidMade(player, tricks, nils):
            return kind | {"player": player, "tricks": tricks, "nils": sorted(nils)}
        case CardPlayed(hand, card):
            return kind | {"hand": hand, "card": str(card)}
        case ClaimMade(player, tricks):
            return kind | {"player": player} | ({} if tricks is None else {"tricks": tricks})
        case ClaimAnswered(player, accept):
            return kind | {"player": player, "accept": accept}


def from_json(data: JSON) -> Event:
    """Return the event that `to_json` wrote. Raises KeyError or ValueError for other data."""
    return _READERS[data["kind"]](data)


def rules_to_json(rules: Rules) -> JSON:
    """Return the rules in the form of docs/records.md."""
    return asdict(rules) | {"peek": str(rules.peek), "bidding": str(rules.bidding)}


def rules_from_json(data: JSON) -> Rules:
    """Return the rules that `rules_to_json` wrote, ignoring other keys. Raises ValueError for a value not allowed."""
    return Rules(
        PeekRule(data["peek"]), BiddingStyle(data["bidding"]), data["target"], data["bag_limit"], data["floor"]
    )


def _read_dealt(data: JSON) -> Dealt:
    before = Standing(triple(data["points"]), triple(data["bags"]))
    hands = tuple(map(parse_cards, data["hands"]))
    return Dealt(rules_from_json(data["rules"]), data["dealer"], before, hands)


_READERS: dict[str, Callable[[JSON], Event]] = {
    "Dealt": _read_dealt,
    "Peeked": lambda data: Peeked(data["player"], tuple(data["places"])),
    "BidMade": lambda data: BidMade(data["player"], data["tricks"], frozenset(data["nils"])),
    "CardPlayed": lambda data: CardPlayed(data["hand"], Card.parse(data["card"])),
    "ClaimMade": lambda data: ClaimMade(data["player"], data.get("tricks")),
    "ClaimAnswered": lambda data: ClaimAnswered(data["player"], data["accept"]),
}
