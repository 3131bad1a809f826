"""The public parts of a table: drawn once for each version and language, from what a spectator may see."""

from collections.abc import Collection
from typing import Final, NamedTuple

from games.components import seat
from games.components.bidding import OPEN_PLACES, WAITING
from games.components.context import TableContext
from games.components.gathering import DRAW
from games.components.hands import OPEN_DUMMY
from games.components.html import Html, Template
from games.components.parts import Group, Part
from games.components.scores import SCORES
from games.components.trick import LAST_TRICK, LOG, LOG_LINES, TRICK
from games.components.voices import Voices
from games.engine import PLAYERS, HandId, Phase
from games.models import Stage
from games.play.snapshot import Snapshot
from games.presenters.sentences import announcement, title, where

_STATE = Template('<span id="state" data-version="{version}" hidden></span>')
_TAB = Template('<span id="tab" data-title="{title} · Dummy Hand Spades" hidden></span>')


def _draw_state(version: int) -> Html:
    return _STATE(version=version)


def _draw_tab(words: str) -> Html:
    return _TAB(title=words)


class Announcement(NamedTuple):
    """What has just happened at a version of the table, worded for each reader."""

    snapshot: Snapshot
    voices: Voices

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Announcement) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[int, Stage]:
        return self.snapshot.version, self.snapshot.stage


_WORDS = Template("{words}")


def _draw_announcement(shown: Announcement) -> Html:
    return shown.voices.say(lambda names: announcement(shown.snapshot, names), _addressed(shown.snapshot))


def _addressed(snapshot: Snapshot) -> Collection[HandId]:
    """Return the hands whose players may read a different text: while cards are played, only one."""
    view = snapshot.view
    if view is None or view.phase is not Phase.PLAYING or view.claim or snapshot.last_by_clock is not None:
        return PLAYERS
    if view.trick:
        return (view.trick[-1].hand,)
    return PLAYERS if view.refused_by is not None or not view.tricks else (view.tricks[-1].winner,)


def _draw_words(words: str) -> Html:
    return _WORDS(words=words)


STATE: Final = Part("state", lambda context: context.snapshot.version, _draw_state)
TAB: Final = Part("tab", lambda context: title(context.snapshot, is_awaited=False), _draw_tab)
ANNOUNCEMENT: Final = Part("say", lambda context: Announcement(context.snapshot, context.voices), _draw_announcement)
WHERE: Final = Part("where", lambda context: where(context.snapshot), _draw_words)
TITLE: Final = Part("title", lambda context: where(context.snapshot), _draw_words)


def _about_version(context: TableContext) -> object:
    return context.snapshot.version, context.snapshot.stage


def _about_progress(context: TableContext) -> object:
    snapshot, view = context.snapshot, context.view
    name = snapshot.name, snapshot.host
    return name, snapshot.stage, snapshot.deal_number, view and (view.phase, len(view.tricks))


def _about_scores(context: TableContext) -> object:
    view = context.view
    return context.snapshot.standing, view and (view.bids, view.contracts, view.nils)


def _about_dummy(context: TableContext) -> object:
    view = context.view
    return view and (
        view.dummy,
        view.places,
        view.flipped,
        view.phase,
        view.phase is not Phase.PLAYING and view.waiting,
    )


def _about_trick(context: TableContext) -> object:
    view = context.view
    return view and (view.trick, len(view.tricks), view.to_play, view.claim is None, view.declarer)


def _about_past(context: TableContext) -> object:
    view = context.view
    return view and (context.snapshot.deal_number, len(view.tricks))


def _about_log(context: TableContext) -> object:
    view = context.view
    return context.snapshot.last_by_clock, view and (view.bids, view.declarer, view.refused_by)


_EVERYWHERE: Final = (Group(_about_version, (STATE, ANNOUNCEMENT)), Group(_about_progress, (TAB, WHERE, TITLE)))
_FELT: Final = (
    *_EVERYWHERE,
    Group(_about_scores, (SCORES,)),
    *seat.PUBLIC,
    Group(_about_dummy, (*OPEN_DUMMY, OPEN_PLACES, WAITING)),
    Group(_about_trick, TRICK),
    Group(_about_past, (LAST_TRICK, *LOG_LINES)),
    Group(_about_log, (LOG,)),
)
_PARTS: Final = {
    Stage.OPEN: _EVERYWHERE,
    Stage.DRAWING: (*_FELT, Group(_about_version, (DRAW,))),
    Stage.DEAL: _FELT,
    Stage.SCORED: _EVERYWHERE,
    Stage.OVER: _EVERYWHERE,
    Stage.CLOSED: _EVERYWHERE,
}


def parts_at(stage: Stage) -> tuple[Group, ...]:
    """Return the public parts of a page at this stage."""
    return _PARTS[stage]
