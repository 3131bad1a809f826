"""What each stage of a game shows of its own: where the game is, the draw for the deal, the deal just scored."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine import Phase
from games.play.snapshot import Snapshot, Stage
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import remembered

from .faces import Face, face
from .hands import DealtHand, hands_as_dealt
from .sheet import Explained, deal_headline, explain
from .words import Names


@dataclass(frozen=True, slots=True)
class Draw:
    """One player's card in the draw for the first deal."""

    name: str
    card: Face
    deals: bool


@dataclass(frozen=True, slots=True)
class Result:
    """The deal just scored: its headline, each player's points explained, and all four hands."""

    headline: str
    explained: tuple[Explained, ...]
    hands: tuple[DealtHand, ...]


def where(snapshot: Snapshot) -> str:
    """The state of the game in a few words."""
    view = snapshot.view
    if snapshot.stage is Stage.OPEN:
        return _("players gather")
    if snapshot.stage is Stage.OVER:
        return _("game over")
    if snapshot.stage is Stage.DRAWING or view is None:
        return _("rematch") if snapshot.drawn is None else _("draw for the deal")
    return _in_deal(snapshot.deal_number, view.phase if snapshot.stage is Stage.DEAL else None, len(view.tricks))


@remembered
def _in_deal(number: int, phase: Phase | None, tricks: int) -> str:
    """Which deal it is and, while it lasts, how far it is."""
    deal = _("deal %(number)d") % {"number": number}
    return f"{deal} · {_step(phase, tricks)}" if phase else deal


def _step(phase: Phase, tricks: int) -> str:
    steps = {Phase.PEEKING: _("peeking"), Phase.BIDDING: _("bidding")}
    return steps.get(phase) or _("trick %(number)d of 13") % {"number": min(tricks + 1, 13)}


def title(snapshot: Snapshot, is_awaited: bool) -> str:
    """The page's title: the table's name or state, and whether the viewer is to do something."""
    place = snapshot.name or where(snapshot)
    return _("Your turn · %(place)s") % {"place": place} if is_awaited else place


def draw(snapshot: Snapshot, names: Names) -> tuple[Draw, ...]:
    """The cards of the draw, in seat order; empty unless they lie on the table."""
    if snapshot.stage is not Stage.DRAWING or snapshot.drawn is None:
        return ()
    return tuple(
        Draw(names.label(player), face(card), player == snapshot.dealer) for player, card in enumerate(snapshot.drawn)
    )


def result(snapshot: Snapshot, names: Names) -> Result | None:
    """The deal just scored, None while none is on show."""
    if snapshot.stage not in (Stage.SCORED, Stage.OVER) or not snapshot.finished:
        return None
    deal = snapshot.finished[-1]
    hands = hands_as_dealt(snapshot.view, names) if snapshot.view else ()
    return Result(deal_headline(deal, names), explain(snapshot, deal, names), hands)
