"""How many tricks each card that was played gave away."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import Card, CardPlayed, State, dealt_event, evolve, legal_cards, partner, replay

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
    return tuple(_verdicts(end, found))


def _verdicts(end: State, found: DoubleDummy) -> Iterator[Verdict]:
    state = replay([dealt_event(end), *end.peeks, *end.bids])
    for played, tricks in zip(cards_played(end), found, strict=False):
        yield _verdict(state, played, {card: side_total(state, count) for card, count in tricks.items()})
        state = evolve(state, played)


def _verdict(state: State, played: CardPlayed, totals: dict[Card, int]) -> Verdict:
    legal = [card for card in legal_cards(state) if card in totals]
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
    return state.taken[hand] + state.taken[partner(hand, declarer)] + still


def cards_played(state: State) -> list[CardPlayed]:
    """Return every card of the deal so far, in the order of the play."""
    return [*(played for trick in state.tricks for played in trick.cards), *state.trick]
