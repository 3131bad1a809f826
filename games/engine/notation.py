"""The notation of a deal and of a position on one line (docs/records.md), as FEN is for chess.

A position has eight fields: the deal, the rules, the standing before, peeks, bids, plays, claims, and who sees it.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final

from .cards import Card
from .deal import dealt_event
from .events import BidMade, Dealt
from .hands_text import dotted, in_line
from .records import VIEWERS
from .seats import DUMMY, HANDS, HandId, Player, owner
from .state import State
from .view import View

NOTHING: Final = "-"
HIDDEN: Final = "?"
ALL: Final = "all"
"""The viewer of a state: who sees all cards."""

LETTERS: Final = "012d"
"""By hand, how it is named among the nils of a bid."""

_VIEWERS: Final = {viewer: name for name, viewer in VIEWERS.items()}


def deal_notation(dealt: Dealt) -> str:
    """Return the dealer and the four hands on one line, the dummy's cards in the order of its places."""
    *players, dummy = dealt.hands
    return f"{dealt.dealer}:{'/'.join([*map(dotted, players), in_line(dummy)])}"


def position_notation(state: State) -> str:
    """Return all that a state holds on one line, with all hidden cards: never give it to somebody who plays."""
    peeks = [f"{peek.player}={_listed(peek.places)}" for peek in state.peeks]
    refused = [f"refused{player}" for player in sorted(state.refused_claimers)]
    if state.refused_by is not None:
        refused.append(f"no{state.refused_by}@{state.claim_refused_at}")
    return " ".join([deal_notation(dealt_event(state)), *_public_fields(state, peeks, refused), ALL])


def view_notation(view: View) -> str:
    """Return all that a viewer knows on one line; `?` stands for a hidden hand, `--` for a place of the dummy."""
    refused = [f"refused{player}" for player in sorted(view.refused_claimers)]
    if view.refused_by is not None:
        refused.append(f"no{view.refused_by}@{len(view.tricks)}")
    deal = f"{view.dealer}:{'/'.join(_view_hands(view))}"
    return " ".join([deal, *_public_fields(view, list(_view_peeks(view)), refused), _VIEWERS[view.viewer]])


def _public_fields(deal: State | View, peeks: Sequence[str], claims: Sequence[str]) -> Iterator[str]:
    """Yield the fields from the rules to the claims."""
    rules, before = deal.rules, deal.before
    limits = [rules.target, *("none" if limit is None else limit for limit in (rules.bag_limit, rules.floor))]
    played = chain(*(trick.cards for trick in deal.tricks), deal.trick)
    yield ".".join(map(str, [rules.peek, rules.bidding, *limits]))
    yield "/".join(f"{points}+{bags}" for points, bags in zip(before.points, before.bags, strict=True))
    yield "/".join(peeks) or NOTHING
    yield "/".join(map(_bid, deal.bids)) or NOTHING
    yield in_line(on.card for on in played) or NOTHING
    yield "/".join([*claims, *_claim(deal)]) or NOTHING


def _bid(bid: BidMade) -> str:
    nils = "".join(LETTERS[hand] for hand in sorted(bid.nils))
    return f"{bid.tricks}n{nils}" if nils else str(bid.tricks)


def _claim(deal: State | View) -> Iterator[str]:
    """Yield the open claim with those who have accepted it, or the claim that ended the deal."""
    claim = deal.claim
    if claim is not None:
        yield _claimed("claim", claim.player, claim.tricks)
        yield from (f"yes{player}" for player in sorted(claim.accepted))
    if deal.claimed is not None and deal.declarer is not None:
        yield _claimed("made", owner(deal.claimed, deal.declarer), deal.claimed_tricks)


def _claimed(word: str, player: Player, tricks: int | None) -> str:
    return f"{word}{player}" if tricks is None else f"{word}{player}:{tricks}"


def _view_hands(view: View) -> Iterator[str]:
    """Yield the four hands as dealt, as far as the viewer knows them."""
    played = list(chain(*(trick.cards for trick in view.tricks), view.trick))
    left: dict[HandId, Iterable[Card]] = {}
    if view.viewer is not None:
        left[view.viewer] = view.hand or ()
    if view.claim is not None:
        left[view.claim.hand] = view.claim_hand or ()
    if view.dummy is not None:
        left[DUMMY] = view.dummy
    for hand in HANDS:
        if view.dealt is not None:
            yield dotted(view.dealt[hand])
        elif hand in left:
            yield dotted([*left[hand], *(on.card for on in played if on.hand == hand)])
        elif hand == DUMMY and view.places:
            known = dict(view.places)
            yield in_line(known.get(place) for place in range(13))
        else:
            yield HIDDEN


def _view_peeks(view: View) -> Iterator[str]:
    """Yield who has looked, with the places that the viewer may know: all that are turned up, or the own ones."""
    looked = sorted(view.looked)
    if view.rules.peek.is_flip:
        if looked:
            yield f"{''.join(map(str, looked))}={_listed(sorted(view.flipped))}"
        return
    for player in looked:
        knows = player == view.viewer and view.places
        yield f"{player}={_listed(place for place, _card in view.places) if knows else HIDDEN}"


def _listed(places: Iterable[int]) -> str:
    return ",".join(map(str, places))
