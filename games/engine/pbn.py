"""A deal as Portable Bridge Notation (PBN 2.1) for bridge programs. Extra tags hold what bridge does not have.

In bridge the dummy sits opposite the declarer, so the declarer is South, the dummy North and the others sit clockwise
as in the play. Before the bidding is over the seats are the home seats, with player 0 South. The contract is in spades.
A bridge contract is seven tricks or more: a lower one is written as one spade, and `DummyHandBids` has the real bids.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from .cards import Suit, sort_cards
from .fairness import Proof
from .scoring import score, tricks_of_sides
from .seats import DUMMY, HANDS, PLAYERS, HandId, Player
from .state import Phase, State

SEATS: Final = "SWNE"
BOOK: Final = 6
UNKNOWN: Final = "?"

_PLAIN: Final = str.maketrans(
    {
        **dict.fromkeys('"‘’‚‛“”„‟′″', "'"),  # noqa: RUF001  # the signs that are meant
        **dict.fromkeys("‐‑‒–—―−", "-"),  # noqa: RUF001  # the signs that are meant
        "\\": "/",
        "…": "...",
    }
)
"""Signs of tags that PBN, which is Latin-1, does not have, and those that would end a string there."""


def to_pbn(
    state: State,
    *,
    names: Sequence[str] = (),
    event: str = "",
    date: str = "",
    board: int = 1,
    proof: Proof | None = None,
    place: Mapping[str, str] | None = None,
) -> str:
    """Return the deal as one PBN game. `names` are those of players 0, 1 and 2; `date` has the form 2026.11.21. `place`
    are further tags of the standard that say where it was played, such as Round and Table. Raises ValueError for
    another number of names.
    """
    if names and len(names) != len(PLAYERS):
        raise ValueError("there are three names, or none")
    seats = dict(zip(state.order or HANDS, SEATS, strict=True))
    tags = [
        ("Event", event or UNKNOWN),
        ("Site", UNKNOWN),
        ("Date", date or "????.??.??"),
        *(place or {}).items(),
        ("Board", str(board)),
        *_player_tags(seats, names),
        ("Dealer", seats[state.dealer]),
        ("Vulnerable", "None"),
        ("Deal", _deal(state, seats)),
        ("Scoring", UNKNOWN),
        *_contract_tags(state, seats),
        *_extra_tags(state, seats),
        *(_proof_tags(proof, seats) if proof else ()),
    ]
    plain = {tag: " ".join(value.translate(_PLAIN).split()) for tag, value in tags}
    lines = [f'[{tag} "{value}"]' for tag, value in plain.items()]
    return "\n".join([*lines, *_auction(state, seats), *_play(state, seats)]) + "\n"


def _player_tags(seats: dict[HandId, str], names: Sequence[str]) -> Iterator[tuple[str, str]]:
    hands = {seat: hand for hand, seat in seats.items()}
    for tag in ("West", "North", "East", "South"):
        hand = hands[tag[0]]
        yield tag, "Dummy" if hand == DUMMY else names[hand] if names else f"Player {hand}"


def _deal(state: State, seats: dict[HandId, str]) -> str:
    """Return the four hands clockwise from North."""
    hands = [sort_cards(state.dealt[hand]) for hand in sorted(HANDS, key=lambda hand: "NESW".index(seats[hand]))]
    suits = [["".join(card.rank.letter for card in hand if card.suit is suit) for suit in Suit] for hand in hands]
    return "N:" + " ".join(map(".".join, suits))


def _contract_tags(state: State, seats: dict[HandId, str]) -> Iterator[tuple[str, str]]:
    declarer, finished = state.declarer, state.phase is Phase.FINISHED
    yield "Declarer", UNKNOWN if declarer is None else seats[declarer]
    yield "Contract", UNKNOWN if declarer is None else _bridge_contract(state, declarer)
    yield "Result", str(tricks_of_sides(state)[declarer]) if finished and declarer is not None else UNKNOWN


def _bridge_contract(state: State, declarer: Player) -> str:
    assert state.contracts is not None, "there is a declarer"
    return f"{max(state.contracts[declarer] - BOOK, 1)}S"


def _extra_tags(state: State, seats: dict[HandId, str]) -> Iterator[tuple[str, str]]:
    """Yield our own tags for what bridge does not have: rules, places, peeks, bids, claim and scores."""
    rules, before = state.rules, state.before
    limits = f"bag limit {rules.bag_limit or 'none'}, floor {rules.floor or 'none'}"
    yield "DummyHandRules", f"peek {rules.peek}, bidding {rules.bidding}, target {rules.target}, {limits}"
    yield "DummyHandPlaces", " ".join(map(str, state.dealt[DUMMY]))
    if state.peeks:
        peeks = [" ".join([seats[peek.player], *map(str, peek.places)]) for peek in state.peeks]
        yield "DummyHandPeeks", "; ".join(peeks)
    bids = [[f"{seats[bid.player]} {bid.tricks}", *(seats[hand] for hand in sorted(bid.nils))] for bid in state.bids]
    yield "DummyHandBids", "; ".join(" nil ".join(words) for words in bids)
    if state.claimed is not None:
        tricks = "" if state.claimed_tricks is None else f" {state.claimed_tricks}"
        yield "DummyHandClaim", f"{seats[state.claimed]}{tricks} after trick {len(state.tricks)}"
    yield "DummyHandBefore", _by_player(seats, [f"{before.points[it]}+{before.bags[it]}" for it in PLAYERS])
    if state.phase is Phase.FINISHED:
        yield "DummyHandScores", _by_player(seats, [f"{line.total:+d}" for line in score(state)])


def _proof_tags(proof: Proof, seats: dict[HandId, str]) -> Iterator[tuple[str, str]]:
    """Yield what decided the deal (docs/fairness.md); "-" is an empty seed, and in a rematch nobody draws."""
    yield "DummyHandProofCommitment", proof.commitment
    yield "DummyHandProofGame", proof.game
    yield "DummyHandProofNumber", str(proof.number)
    yield "DummyHandProofSeeds", _by_player(seats, [seed or "-" for seed in proof.seeds])
    yield "DummyHandProofSecret", proof.secret
    if proof.drawn is not None:
        yield "DummyHandProofDraw", _by_player(seats, list(map(str, proof.drawn)))
    if proof.duplicate:
        yield "DummyHandProofDuplicate", "yes"


def _by_player(seats: dict[HandId, str], values: Sequence[str]) -> str:
    return "; ".join(f"{seats[player]} {values[player]}" for player in PLAYERS)


def _auction(state: State, seats: dict[HandId, str]) -> Iterator[str]:
    """Yield the shortest bridge auction that ends in the contract; our bids may decrease, so they are no auction."""
    if state.declarer is None:
        return
    steps = (SEATS.index(seats[state.declarer]) - SEATS.index(seats[state.dealer])) % 4
    calls = ["Pass"] * steps + [_bridge_contract(state, state.declarer)] + ["Pass"] * 3
    yield f'[Auction "{seats[state.dealer]}"]'
    for row in range(0, len(calls), 4):
        yield " ".join(calls[row : row + 4])


def _play(state: State, seats: dict[HandId, str]) -> Iterator[str]:
    """Yield one line a trick, with the seats clockwise from the opening leader as columns."""
    if state.opening_leader is None:
        return
    first = SEATS.index(seats[state.opening_leader])
    columns = SEATS[first:] + SEATS[:first]
    yield f'[Play "{columns[0]}"]'
    for trick in [trick.cards for trick in state.tricks] + ([state.trick] if state.trick else []):
        cards = {seats[played.hand]: str(played.card) for played in trick}
        yield " ".join(cards.get(seat, "-") for seat in columns)
    if len(state.tricks) < 13:
        yield "*"
