"""What each card that was played did to the tricks its side could still take."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.engine import Card, CardPlayed, State, dealt_in, evolve, legal_cards, partner, replay

from .findings import DoubleDummy


@dataclass(frozen=True, slots=True)
class Verdict:
    """A card played to trick number `trick` (1..13), judged by what its side would take in the whole deal.

    `got` are the tricks of the side after this card and `best` those after the best legal one, if everyone plays for
    tricks with open cards; `better` are the cards that keep them, none if nothing was lost. `bridge` is what the best
    card is worth where spades may be led at any time; `exact` says that spades are broken, so that our rule no longer
    differs.
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
        """The tricks this card gave away."""
        return self.best - self.got

    @property
    def barred(self) -> int:
        """The tricks a spade lead would have been worth that our rule does not allow yet."""
        return self.bridge - self.best


def verdicts(end: State, found: DoubleDummy) -> tuple[Verdict, ...]:
    """One verdict for each card of the deal, in the order of the play."""
    return tuple(_verdicts(end, found))


def _verdicts(end: State, found: DoubleDummy) -> Iterator[Verdict]:
    state = replay([dealt_in(end), *end.peeks, *end.bids])
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
    """The tricks of the side to play in the whole deal, if it takes so many from here on."""
    hand, declarer = state.hand_to_play, state.declarer
    assert hand is not None, "a card is played"
    assert declarer is not None, "a card is played after the bidding"
    return state.taken[hand] + state.taken[partner(hand, declarer)] + still


def cards_played(state: State) -> list[CardPlayed]:
    """Every card of the deal so far in the order of the play."""
    return [*(played for trick in state.tricks for played in trick.cards), *state.trick]
