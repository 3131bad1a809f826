"""What is thought of each move: how many tricks a card gave away, and what an expert thinks who saw no other hand."""

from dataclasses import dataclass
from random import Random

from games import engine
from games.bots import Opinion, judge
from games.engine import Bid, Card, CardPlayed, Play, State

from .findings import DoubleDummy


@dataclass(frozen=True, slots=True)
class Verdict:
    """A card played to trick number `trick` (1..13), judged by the tricks its side can take in the whole deal.

    All numbers are double-dummy tricks: all hands open, everyone plays for tricks. `got` are those of the side after
    this card, `best` those after the best legal card. `better` are the legal cards that take `best`, empty if this card
    does too. `bridge` are the tricks after the best card if unbroken spades may be led, as in bridge. `exact` says that
    spades are broken, so that the numbers hold for our rules.
    """

    played: CardPlayed
    trick: int
    by_declarer: bool
    got: int
    best: int
    bridge: int
    better: tuple[Card, ...]
    exact: bool

    @property
    def lost(self) -> int:
        """The tricks that this card gave away."""
        return self.best - self.got

    @property
    def barred(self) -> int:
        """The tricks that a spade lead would gain if our rules allowed it while spades are not broken."""
        return self.bridge - self.best


def verdicts(end: State, found: DoubleDummy) -> tuple[Verdict, ...]:
    """Return one verdict for each card of the deal, in the order of the play."""
    state, made = engine.replay([engine.dealt_event(end), *end.peeks, *end.bids]), []
    for played, tricks in zip(cards_played(end), found, strict=False):
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
        bridge=max(totals.values()),
        better=tuple(card for card in legal if totals[card] == best) if got < best else (),
        exact=state.broken,
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
    """Return an expert's opinion of each bid and then of each card, using only what the player knew at that moment."""
    assert end.declarer is not None, "only a deal whose bidding is over is analysed"
    moves: list[Bid | Play] = [Bid(bid.player, bid.tricks, bid.nils) for bid in end.bids]
    moves += [Play(engine.owner(played.hand, end.declarer), played.card) for played in cards_played(end)]
    rng, state, opinions = Random(str(engine.record_of(end))), engine.replay([engine.dealt_event(end), *end.peeks]), []
    for action in moves:
        opinions.append(judge(engine.view_for(state, action.player), action, rng))
        state = engine.act(state, action)
    return tuple(opinions)
