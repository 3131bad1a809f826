"""Games that differ only in what a viewer may not know: hidden cards and peeks are exchanged.

What a viewer may know is decided by docs/rules.md section 10, not by the engine's view.
"""

import random
import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, product

from django.db import transaction
from django.db.models import F, QuerySet

from games.components import frames
from games.engine import DUMMY, Card, Player, State
from games.models import Event
from games.play import table_cache
from tests.tables import state_of

TOKENS = re.compile(r'csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"|\?page=[\w-]+')
"""Finds what differs between two answers to the same request."""


def with_other_cards(code: str, viewer: Player | None, rng: random.Random, state: State | None = None) -> None:
    """Exchange in the stored log every card, and every place peeked at, that `viewer` may not know.

    Nothing is left in the caches, so what is shown then comes from the exchanged log. Who knows the `state` that is
    stored saves loading it.
    """
    state = state or state_of(code)
    for event in current(code).filter(payload__kind="Dealt"):
        event.payload["hands"] = [" ".join(map(str, hand)) for hand in exchanged(state, viewer, rng)]
        event.save()
    if not state.rules.peek.is_flip:
        for player in {0, 1, 2} - {viewer}:
            with_other_places(code, player, rng)
    clear_caches()


@contextmanager
def other_cards(code: str, viewer: Player | None, rng: random.Random, state: State | None = None) -> Iterator[None]:
    """Exchange what `viewer` may not know until the `with` ends, as `with_other_cards` does for good."""
    with transaction.atomic():
        with_other_cards(code, viewer, rng, state)
        yield
        transaction.set_rollback(True)
    clear_caches()


def with_other_places(code: str, player: Player, rng: random.Random) -> None:
    """Let `player` have looked, if at all, at other places of the dummy."""
    for event in current(code).filter(payload__kind="Peeked", payload__player=player):
        event.payload["places"] = sorted(rng.sample(range(13), len(event.payload["places"])))
        event.save()
    clear_caches()


def clear_caches() -> None:
    """Forget tables and drawings, which are kept by version, as a new process would."""
    table_cache.clear()
    frames.clear()


def current(code: str) -> QuerySet[Event]:
    """The events of the deal under way."""
    return Event.objects.filter(game__code=code, deal__number=F("game__deal_number"))


def exchanged(state: State, viewer: Player | None, rng: random.Random) -> list[list[Card]]:
    """The four hands as dealt, with the cards `viewer` may not know shuffled among their places."""
    spots = [spot for spot in product(range(4), range(13)) if spot_is_hidden(state, viewer, *spot)]
    cards = [state.dealt[hand][place] for hand, place in spots]
    rng.shuffle(cards)
    hands = [list(hand) for hand in state.dealt]
    for (hand, place), card in zip(spots, cards, strict=True):
        hands[hand][place] = card
    return hands


def spot_is_hidden(state: State, viewer: Player | None, hand: int, place: int) -> bool:
    """Whether `viewer` may not know the card dealt there: nobody's own, not played, not claimed with, not turned up."""
    if hand == viewer or state.dealt[hand][place] not in state.hands[hand]:
        return False
    if state.claim is not None and state.claim.hand == hand:
        return False
    if hand != DUMMY:
        return True
    opening_lead_is_made = state.trick or state.tricks
    seen = [peek.places for peek in state.peeks if peek.player == viewer or state.rules.peek.is_flip]
    return not opening_lead_is_made and place not in chain.from_iterable(seen)
