"""The public parts of a table: drawn once for each version and language, from what a spectator may see."""

from collections.abc import Collection
from typing import Final

from games.components import seat
from games.components.bidding import OPEN_PLACES, WAITING
from games.components.context import TableContext
from games.components.gathering import DRAW
from games.components.hands import OPEN_DUMMY
from games.components.html import Html, Template, cached
from games.components.parts import Group, Groups, drawn
from games.components.scores import SCORES
from games.components.trick import LAST_TRICK, LOG, LOG_LINES, TRICK
from games.engine import PLAYERS, HandId, Phase
from games.models import Stage
from games.play.snapshot import Snapshot
from games.words.sentences import announcement, title, where

_STATE = Template('<span id="state" data-version="{version}" hidden></span>')
_TAB = cached('<span id="tab" data-title="{title} · Dummy Hand Spades" hidden></span>')
_WORDS = cached("{words}")


def _where(context: TableContext) -> Html:
    return _WORDS(words=where(context.snapshot))


def _announcement(context: TableContext) -> Html:
    """Draw what has just happened, worded for each reader."""
    snapshot = context.snapshot
    return context.voices.say(lambda names: announcement(snapshot, names), _addressed(snapshot))


def _addressed(snapshot: Snapshot) -> Collection[HandId]:
    """Return the hands whose players may read a different text: while cards are played, only one."""
    view = snapshot.view
    if snapshot.taken_back is not None:
        return PLAYERS
    if view is None or view.phase is not Phase.PLAYING or view.claim or snapshot.last_by_clock is not None:
        return PLAYERS
    if view.trick:
        return (view.trick[-1].hand,)
    return PLAYERS if view.refused_by is not None or not view.tricks else (view.tricks[-1].winner,)


STATE: Final = drawn("state", lambda at: _STATE(version=at.snapshot.version))
TAB: Final = drawn("tab", lambda at: _TAB(title=title(at.snapshot, is_awaited=False)))
ANNOUNCEMENT: Final = drawn("say", _announcement)
WHERE: Final = drawn("where", _where)
TITLE: Final = drawn("title", _where)

_EVERYWHERE: Final = (
    Group("snapshot.version snapshot.stage", STATE, ANNOUNCEMENT),
    Group("snapshot.stage snapshot.name snapshot.host snapshot.deal_number view.phase view.tricks", TAB, WHERE, TITLE),
)
_FELT: Final = (
    *_EVERYWHERE,
    Group("snapshot.standing view.declarer view.bids view.contracts view.nils", SCORES),
    *seat.PUBLIC,
    Group("view.dummy view.dummy_shape", *OPEN_DUMMY),
    Group("view.dummy view.places view.flipped view.phase waiting", OPEN_PLACES, WAITING),
    *TRICK,
    Group("view.tricks", LAST_TRICK, *LOG_LINES),
    Group("snapshot.last_by_clock view.bids view.declarer view.refused_by", LOG),
)
_ELSEWHERE: Final = Groups(_EVERYWHERE)
_PARTS: Final = {Stage.DRAWING: Groups((*_FELT, Group("snapshot.version", DRAW))), Stage.DEAL: Groups(_FELT)}


def parts_at(stage: Stage) -> Groups:
    """Return the public parts of a page at this stage."""
    return _PARTS.get(stage, _ELSEWHERE)
