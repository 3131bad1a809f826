"""The findings of analyses: the JSON form in which they are stored, and what they say of each move.

A move is judged by how many tricks a card gave away, and by an expert who saw no other hand.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias

from .. import engine
from ..bots import Advice, BidReview, BidWorth, Cause, Opinion, Reason, judge, review_bids
from ..engine import Bid, Card, CardPlayed, HandId, Play, Player, State, Triple, View
from .units import Units, done

DoubleDummy: TypeAlias = tuple[Mapping[Card, int], ...]
"""For every card played, in order: each card that was legal, with the tricks that its side could then still
take, this trick included, if all four hands were open and everyone played for tricks."""


@dataclass(frozen=True, slots=True)
class BestPlay:
    """What best play from a position would score in the deal, for players 0, 1 and 2; None if that was not found out.

    `better` are the cards that lead to it, empty if the card played does too.
    """

    points: Triple | None
    better: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Aim:
    """A contract (`hand` is None) or a nil of a player, and whether the player's side could make it with best play,
    before each card and after the last one; None if that was not found out. The other side plays against this alone.
    """

    player: Player
    hand: HandId | None
    possible: tuple[bool | None, ...]


class PointsAnalysis(NamedTuple):
    """Best play before each card of a deal and after the last one (see `best_play`), and all contracts and nils."""

    positions: tuple[BestPlay, ...]
    aims: tuple[Aim, ...]


def gain_of_declarer(points: Triple, end: State) -> float:
    """Return declarer's points less the average of the defenders', in half points."""
    assert end.declarer is not None, "the bidding is over"
    return points[end.declarer] - (sum(points) - points[end.declarer]) / 2


class Given(NamedTuple):
    """A card by number in the play, with its player, the points that it gave away, and the scores before and after.

    The points are a gain: declarer's points less the average of the defenders'. A card of declarer's side can only
    lower it, and a card of the defenders only raise it.
    """

    number: int
    played: CardPlayed
    player: Player
    points: float
    before: Triple
    after: Triple


def points_given(end: State, analysis: PointsAnalysis) -> list[Given]:
    """Return the cards that gave points away, in the order of play."""
    assert end.declarer is not None, "only a deal whose bidding is over is analysed"
    given = []
    steps = zip(cards_played(end), pairwise(best.points for best in analysis.positions), strict=False)
    for number, (played, (before, after)) in enumerate(steps):
        if before is not None and after is not None and before != after:
            lost = abs(gain_of_declarer(before, end) - gain_of_declarer(after, end))
            given.append(Given(number, played, engine.owner(played.hand, end.declarer), lost, before, after))
    return given


def points_to_json(analysis: PointsAnalysis) -> dict[str, Any]:
    return {
        "positions": [[best.points, [str(card) for card in best.better]] for best in analysis.positions],
        "aims": [asdict(aim) for aim in analysis.aims],
    }


def points_from_json(data: Mapping[str, Any]) -> PointsAnalysis:
    positions = (
        BestPlay(None if points is None else (points[0], points[1], points[2]), tuple(map(Card.parse, better)))
        for points, better in data["positions"]
    )
    aims = (Aim(aim["player"], aim["hand"], tuple(aim["possible"])) for aim in data["aims"])
    return PointsAnalysis(tuple(positions), tuple(aims))


def tricks_to_json(analysis: DoubleDummy) -> list[dict[str, int]]:
    return [{str(card): tricks for card, tricks in position.items()} for position in analysis]


def tricks_from_json(data: Sequence[Mapping[str, int]]) -> DoubleDummy:
    return tuple({Card.parse(name): tricks for name, tricks in position.items()} for position in data)


def bids_to_json(reviews: Sequence[BidReview]) -> list[dict[str, Any]]:
    return [{**asdict(review), "best": review.bids.index(review.best)} for review in reviews]


def bids_from_json(data: Sequence[Mapping[str, Any]]) -> tuple[BidReview, ...]:
    reviews = []
    for review in data:
        bids = tuple(BidWorth(**{**worth, "nils": tuple(worth["nils"])}) for worth in review["bids"])
        reviews.append(BidReview(review["player"], review["deals"], bids, bids[review["best"]]))
    return tuple(reviews)


def thoughts_to_json(opinions: Sequence[Opinion]) -> list[dict[str, Any]]:
    return [{"reason": asdict(opinion.reason), "better": _advice_to_json(opinion.better)} for opinion in opinions]


def thoughts_from_json(data: Sequence[Mapping[str, Any]]) -> tuple[Opinion, ...]:
    return tuple(Opinion(_reason_from_json(item["reason"]), _advice_from_json(item["better"])) for item in data)


def _advice_to_json(advice: Advice | None) -> dict[str, Any] | None:
    if advice is None:
        return None
    assert advice.reason is not None, "bids and cards have reasons"
    match advice.action:
        case Bid(player, tricks, nils):
            move = {"player": player, "tricks": tricks, "nils": sorted(nils)}
        case Play(player, card):
            move = {"player": player, "card": str(card)}
        case action:
            raise TypeError(f"advice is about bids and cards, not {action}")
    return {**move, "reason": asdict(advice.reason)}


def _advice_from_json(data: Mapping[str, Any] | None) -> Advice | None:
    if data is None:
        return None
    reason = _reason_from_json(data["reason"])
    if "card" in data:
        return Advice(Play(data["player"], Card.parse(data["card"])), reason)
    return Advice(Bid(data["player"], data["tricks"], frozenset(data["nils"])), reason)


def _reason_from_json(data: Mapping[str, Any]) -> Reason:
    return Reason(**{**data, "cause": Cause(data["cause"])})


@dataclass(frozen=True, slots=True)
class Verdict:
    """A card played to trick number `trick` (1..13), judged by the tricks its side can take in the whole deal.

    All numbers are double-dummy tricks: all hands open, everyone plays for tricks. `got` are those of the side after
    this card, `best` those after the best legal card. `better` are the legal cards that take `best`, empty if this card
    does too.
    """

    played: CardPlayed
    trick: int
    by_declarer: bool
    got: int
    best: int
    better: tuple[Card, ...]

    @property
    def lost(self) -> int:
        """The tricks that this card gave away."""
        return self.best - self.got


def verdicts(end: State, analysis: DoubleDummy) -> tuple[Verdict, ...]:
    """Return one verdict for each card of the deal, in the order of the play."""
    state, made = engine.replay([engine.dealt_event(end), *end.peeks, *end.bids]), []
    for played, tricks in zip(cards_played(end), analysis, strict=False):
        made.append(_verdict(state, played, {card: side_total(state, count) for card, count in tricks.items()}))
        state = engine.evolve(state, played)
    return tuple(made)


def _verdict(state: State, played: CardPlayed, totals: dict[Card, int]) -> Verdict:
    legal = [card for card in engine.legal_cards(state) if card in totals]
    best = max(totals[card] for card in legal)
    got = totals[played.card]
    return Verdict(
        played=played,
        trick=len(state.tricks) + 1,
        by_declarer=state.player_to_play == state.declarer,
        got=got,
        best=best,
        better=tuple(card for card in legal if totals[card] == best) if got < best else (),
    )


def side_total(state: State, still: int) -> int:
    """Return the tricks of the side to play in the whole deal, if it takes `still` more."""
    hand, declarer = state.hand_to_play, state.declarer
    assert hand is not None, "a card is played"
    assert declarer is not None, "a card is played after the bidding"
    return state.taken[hand] + state.taken[engine.partner(hand, declarer)] + still


def cards_played(state: State) -> list[CardPlayed]:
    """Return every card of the deal so far, in the order of the play."""
    return [*(played for trick in state.tricks for played in trick.cards), *state.trick]


def thoughts(end: State) -> tuple[Opinion, ...]:
    """Return the result of `thoughts_in_units`, at once."""
    return done(thoughts_in_units(end))


def thoughts_in_units(end: State) -> Units[tuple[Opinion, ...]]:
    """Return an expert's opinion of each bid and then of each card, using only what the player knew at that moment."""
    opinions = []
    for view, action in _choices(end):
        opinions.append(judge(view, action))
        yield
    return tuple(opinions)


def bid_reviews(end: State) -> tuple[BidReview, ...]:
    """Return the result of `bid_reviews_in_units`, at once."""
    return done(bid_reviews_in_units(end))


def bid_reviews_in_units(end: State) -> Units[tuple[BidReview, ...]]:
    """Return the worth of the bids of each player who had a choice, in bidding order (docs/rules.md section 9)."""
    reviews = []
    for view, made in _choices(end):
        if isinstance(made, Bid):
            reviews.append(review_bids(view, made))
            yield
    return tuple(review for review in reviews if review is not None)


def _choices(end: State) -> Iterator[tuple[View, Bid | Play]]:
    """Yield each bid and then each card of a deal whose bidding is over, with what its player knew before."""
    assert end.declarer is not None, "only a deal whose bidding is over is analysed"
    moves: list[Bid | Play] = [Bid(bid.player, bid.tricks, bid.nils) for bid in end.bids]
    moves += [Play(engine.owner(played.hand, end.declarer), played.card) for played in cards_played(end)]
    state = engine.replay([engine.dealt_event(end), *end.peeks])
    for action in moves:
        yield engine.view_for(state, action.player), action
        state = engine.act(state, action)
