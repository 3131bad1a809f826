"""The private parts of a table: drawn from one viewer's snapshot, for that viewer only."""

from typing import Final, NamedTuple

from games.components import seat
from games.components.bidding import BIDDING, FACE_DOWN
from games.components.context import TableContext
from games.components.deal_end import RESULT
from games.components.game_end import ENDING
from games.components.gathering import GATHERING, READY
from games.components.hands import DUMMY_OPPOSITE, OWN_HAND, lies_opposite
from games.components.html import Html, Template
from games.components.parts import Group, Part
from games.components.proposals import BANNERS, CLAIM, CLAIM_ASK, HINT, TAKE_BACK
from games.components.records import RECORDS
from games.components.shell import MENU, SHELL
from games.engine import DUMMY, Phase
from games.models import Stage
from games.presenters.sentences import title


def _my_turn(context: TableContext) -> str | None:
    return title(context.snapshot, is_awaited=True) if context.is_awaited else None


_MY_TURN = Template('<span id="mine" data-your-turn data-title="{title} · Dummy Hand Spades" hidden></span>')


def _draw_my_turn(words: str) -> Html:
    return _MY_TURN(title=words)


class Asked(NamedTuple):
    """What the viewer has to do at a version, for screen readers to read after the announcement."""

    version: int
    prompt: str


def _asked(context: TableContext) -> Asked | None:
    return Asked(context.snapshot.version, context.prompt) if context.prompt else None


_ASKED = Template("{prompt}.")


def _draw_asked(shown: Asked) -> Html:
    return _ASKED(prompt=shown.prompt)


MY_TURN: Final = Part("mine", _my_turn, _draw_my_turn)
ASKED: Final = Part("ask", _asked, _draw_asked)


def _about_frame(context: TableContext) -> object:
    snapshot = context.snapshot
    about_deal = (snapshot.deal_number, context.phase, context.view and context.view.order)
    return snapshot.stage, about_deal, context.seat_facts, snapshot.proposal, snapshot.refused, snapshot.name


def _about_turn(context: TableContext) -> object:
    return context.snapshot.version if context.is_awaited else None


def _about_banners(context: TableContext) -> object:
    snapshot = context.snapshot
    return snapshot.proposal, snapshot.refused, context.stand_in, snapshot.proposal and context.attendance


def _about_hand(context: TableContext) -> object:
    view = context.view
    asked = view and (view.playable, view.trick[:1]) if view and view.to_play == view.viewer else None
    return view and (view.hand, asked, view.declarer, context.hand_order)


def _about_dummy(context: TableContext) -> object:
    view = context.view
    if view is None or not lies_opposite(context):
        return None
    return view.dummy, (view.playable, view.trick[:1]) if view.to_play == DUMMY else None


def _about_forms(context: TableContext) -> object:
    """Return the facts about the forms before the play, the claim, and the button to take back."""
    view = context.view
    if view is None:
        return None
    before_play = (view.dummy is None, view.places, view.flipped, view.bid_options, view.peek_count)
    about_claim = (view.claim, view.may_claim, view.may_answer_claim)
    waiting = None if view.phase is Phase.PLAYING and not view.claim else view.waiting
    return before_play, about_claim, waiting, view.phase, context.snapshot.may_take_back, context.prompt


def _about_everything(context: TableContext) -> object:
    return context.snapshot.version, context.attendance


_EVERYWHERE: Final = (
    Group(_about_frame, (SHELL, MENU)),
    Group(_about_turn, (MY_TURN, ASKED)),
    Group(_about_banners, (BANNERS,)),
)
_FELT: Final = (
    *_EVERYWHERE,
    *seat.PRIVATE,
    Group(_about_hand, OWN_HAND),
    Group(_about_dummy, DUMMY_OPPOSITE),
    Group(_about_forms, (FACE_DOWN, BIDDING, CLAIM_ASK, CLAIM, TAKE_BACK)),
    Group(_about_turn, (HINT,)),
)
_PARTS: Final = {
    Stage.OPEN: (*_EVERYWHERE, Group(_about_everything, (GATHERING,))),
    Stage.DRAWING: (*_FELT, Group(_about_everything, (READY,))),
    Stage.DEAL: _FELT,
    Stage.SCORED: (*_EVERYWHERE, Group(_about_everything, (RESULT, READY, RECORDS))),
    Stage.OVER: (*_EVERYWHERE, Group(_about_everything, (ENDING, RECORDS))),
    Stage.CLOSED: (*_EVERYWHERE, Group(_about_everything, (ENDING, RECORDS))),
}


def parts_at(stage: Stage) -> tuple[Group, ...]:
    """Return the private parts of a page at this stage."""
    return _PARTS[stage]
