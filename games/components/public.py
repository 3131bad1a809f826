"""The public parts of a table: drawn once for each version and language, from what a spectator may see."""

from collections.abc import Collection
from typing import Final

from games.components import seat
from games.components.bidding import OPEN_PLACES, WAITING
from games.components.closing import CLOSING
from games.components.context import TableContext
from games.components.facts import CONTEXT, SNAPSHOT, VIEW
from games.components.gathering import DRAW
from games.components.hands import OPEN_DUMMY
from games.components.html import Html, Template, cached
from games.components.parts import Group, Groups, drawn
from games.components.scores import BAGS, BIDS, PANEL, POINTS
from games.components.trick import LAST_TRICK, LOG, LOG_LINES, TRICK
from games.engine import PLAYERS, HandId, Phase
from games.play.snapshot import Snapshot
from games.values import Stage
from games.words.sentences import announcement, title, where

_STATE = Template('<i id="state" data-version="{version}" hidden></i>')
_TAB = cached('<span id="tab" data-title="{title} · Dummy Hand Spades" hidden></span>')
_WORDS = cached("{words}")


def _announcement(context: TableContext) -> Html:
    """Draw what has just happened, worded for each reader."""
    snapshot = context.snapshot
    return context.voices.say(lambda names: announcement(snapshot, names), _addressed(snapshot))


def _addressed(snapshot: Snapshot) -> Collection[HandId]:
    """Return the hands whose players may read a different text: while cards are played, only one."""
    view = snapshot.view
    if snapshot.taken_back is not None or snapshot.rematch_by is not None:
        return PLAYERS
    if view is None or view.phase is not Phase.PLAYING or view.claim or snapshot.last_by_clock is not None:
        return PLAYERS
    if view.trick:
        return (view.trick[-1].hand,)
    return PLAYERS if view.refused_by is not None or not view.tricks else (view.tricks[-1].winner,)


STATE: Final = drawn("state", lambda at: _STATE(version=at.snapshot.version))
TAB: Final = drawn("tab", lambda at: _TAB(title=title(at.snapshot, is_awaited=False)))
ANNOUNCEMENT: Final = drawn("say", _announcement)
WHERE: Final = drawn("where", lambda context: _WORDS(words=where(context.snapshot)))

_EVERYWHERE: Final = (
    Group([SNAPSHOT.version, SNAPSHOT.stage], STATE, ANNOUNCEMENT),
    Group([SNAPSHOT.closes_at, SNAPSHOT.pause], CLOSING),
    Group([SNAPSHOT.stage, SNAPSHOT.name, SNAPSHOT.host, SNAPSHOT.deal_number, VIEW.phase, VIEW.tricks], TAB, WHERE),
)
_BESIDE: Final = (
    Group([CONTEXT.seat_facts], PANEL),
    Group([SNAPSHOT.standing], POINTS, BAGS),
    Group([VIEW.declarer, VIEW.bids, VIEW.contracts, VIEW.nils], BIDS),
    Group([VIEW.tricks], LAST_TRICK),
    *LOG_LINES,
    Group([SNAPSHOT.last_by_clock, VIEW.bids, VIEW.declarer, VIEW.refused_by], LOG),
)
"""What stands beside the felt, in play and after it."""
_FELT: Final = (
    *_EVERYWHERE,
    *_BESIDE,
    *seat.PUBLIC,
    *OPEN_DUMMY,
    Group([VIEW.dummy, VIEW.places, VIEW.flipped, VIEW.phase, CONTEXT.waiting], OPEN_PLACES, WAITING),
    *TRICK,
)
_RESULT: Final = Groups((*_EVERYWHERE, *_BESIDE))
_PARTS: Final = {
    Stage.OPEN: Groups(_EVERYWHERE),
    Stage.DRAWING: Groups((*_FELT, Group([SNAPSHOT.version], DRAW))),
    Stage.DEAL: Groups(_FELT),
    Stage.SCORED: _RESULT,
    Stage.OVER: _RESULT,
    Stage.CLOSED: _RESULT,
}


def parts_at(stage: Stage) -> Groups:
    """Return the public parts of a page at this stage."""
    return _PARTS[stage]
