"""Pages that follow each other without anything moving that stays.

An update leaves the same page as loading it anew (tests/live), so the pages are compared as they are loaded.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache

from django.utils import translation

from games.engine import State
from games.lobby.queries import Elsewhere
from games.play.snapshot import OpenProposal
from tests.layout.scenes import OUTDATED, asked_to_claim, ready_to_claim
from tests.layout.sizes import LAPTOP, LARGE_PHONE, PHONE, PHONES, SCREENS, Screen
from tests.pages.pages import play, table
from tests.pages.scenes import bidding, dealt, finished, playing, seated, snapshot, to_play, walk, with_declarer


@dataclass(frozen=True)
class Sequence:
    """Pages that are shown one after the other, and the parts that stay where they are."""

    name: str
    parts: str
    pages: tuple[str, ...]
    screens: Collection[Screen] = SCREENS


@cache  # what a process has rendered serves all screens
def sequences_in(language: str) -> tuple[Sequence, ...]:
    """All sequences of pages in a language."""
    with translation.override(language):
        return tuple(_sequences())


def _sequences() -> Iterator[Sequence]:
    hands = "#felt .plate, #hand, #dummy, #open-dummy"
    # Neither the turn, nor tricks taken, nor a failed nil, nor a shorter suit moves a plate or the dummy.
    tricks = [playing(with_declarer(2), tricks, cards) for tricks in range(1, 6) for cards in range(4)]
    beside = "#felt .plate, #trick, #dummy, #open-dummy, #bar, .scores"
    yield Sequence("tricks", beside, tables(*tricks), screens=[PHONE, LAPTOP])
    # Nor do the dummy's last cards, even if one of the two rows of a hand on a phone is empty.
    last = [playing(with_declarer(0), tricks, cards) for tricks in (9, 10, 11, 12) for cards in (1, 3)]
    yield Sequence("last tricks", "#felt .plate, #trick, #hand", tables(*last))
    # Nor does a card of the own hand, from the first bid to the first trick.
    bids = [bidding(dealt(9, dealer=1), bids) for bids in range(3)]
    yield Sequence("own hand", "#hand li", tables(*bids, walk(bids[-1], on_the_opening_lead)), screens=PHONES)
    for declarer in range(3):
        lead = ready_to_claim(with_declarer(declarer))
        yield Sequence(f"claim-{declarer}", hands, tables(lead, asked_to_claim(lead)))
    mine = snapshot(to_play(with_declarer(0), 3, True))
    yield Sequence("refused move", "#felt, #hand", (table(mine), table(mine, notice=OUTDATED)))
    people = snapshot(to_play(with_declarer(2), 0, False), seats=seated({}, {}, {}))
    asked = people.changed(proposal=OpenProposal("back", 1, frozenset({1})))
    yield Sequence("proposal", "#hand .card", (table(people), table(asked)), screens=[PHONE])
    over = snapshot(finished(dealt()))
    ready = [over.changed(ready=frozenset(who)) for who in ((), (1,), (1, 2), (0, 1))]
    sheets = [PHONE, LARGE_PHONE, LAPTOP]
    yield Sequence("ready", ".outcome, .end, .actions", tuple(map(table, ready)), screens=sheets)
    turns = tuple(play(elsewhere=Elsewhere(waiting), invitation=None) for waiting in (0, 12))
    # Of a turn and an invitation only the turn is shown, in its own place.
    both = play(elsewhere=Elsewhere(12))
    yield Sequence("turns elsewhere", "nav a, main, h1, h2, .room, .room .btn", (*turns, both))


def tables(*states: State) -> tuple[str, ...]:
    return tuple(table(snapshot(state)) for state in states)


def on_the_opening_lead(state: State) -> bool:
    return state.declarer is not None
