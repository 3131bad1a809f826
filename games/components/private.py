"""The private parts of a table: drawn from one viewer's snapshot, for that viewer only."""

from typing import Final

from games.components import seat
from games.components.bidding import BIDDING, FACE_DOWN
from games.components.context import TableContext
from games.components.deal_end import RECORDS, RESULT
from games.components.facts import CONTEXT, SNAPSHOT, VIEW
from games.components.game_end import ENDING, RECORDS_OF_GAME
from games.components.gathering import GATHERING, READY
from games.components.hands import DUMMY_OPPOSITE, OWN_HAND
from games.components.html import Html, Template, cached
from games.components.menu import MARK, MENU
from games.components.parts import Group, Groups, drawn
from games.components.proposals import BANNERS, CLAIM, CLAIM_ASK, HINT, TAKE_BACK
from games.components.shell import SHELL
from games.values import Stage
from games.words.sentences import title

_MY_TURN = cached('<span id="mine" data-your-turn data-title="{title} · Dummy Hand Spades" hidden></span>')
_ASKED = Template('<span id="ask-{number}">{prompt}.</span>')


def _asked(context: TableContext) -> Html | None:
    """Draw what the viewer has to do, for screen readers to read after the announcement.

    At each card it is another element: readers read what is new, also if the words are those of the turn before and a
    slow page has not shown the time between.
    """
    view = context.view
    number = 4 * len(view.tricks) + len(view.trick) if view else 0
    return _ASKED(number=number, prompt=context.prompt) if context.prompt else None


MY_TURN: Final = drawn(
    "mine", lambda at: _MY_TURN(title=title(at.snapshot, is_awaited=True)) if at.is_awaited else None
)
ASKED: Final = drawn("ask", _asked)

_EVERYWHERE: Final = (
    Group(
        [
            SNAPSHOT.stage,
            SNAPSHOT.deal_number,
            SNAPSHOT.name,
            SNAPSHOT.host,
            VIEW.phase,
            VIEW.order,
            VIEW.declarer,
            CONTEXT.seat_facts,
        ],
        SHELL,
    ),
    Group(
        [
            SNAPSHOT.stage.is_running,
            SNAPSHOT.proposal,
            SNAPSHOT.refused,
            SNAPSHOT.pause,
            CONTEXT.seat_facts,
            CONTEXT.attendance,
        ],
        *MENU,
    ),
    Group([SNAPSHOT.stage], MARK),
    Group([CONTEXT.is_awaited, SNAPSHOT.stage, SNAPSHOT.deal_number, VIEW.phase, VIEW.tricks], MY_TURN),
    Group([CONTEXT.prompt, VIEW.tricks, VIEW.trick], ASKED),
    Group(
        [
            SNAPSHOT.stage,
            SNAPSHOT.proposal,
            SNAPSHOT.refused,
            SNAPSHOT.pause,
            SNAPSHOT.deal_number,
            SNAPSHOT.review_leader,
            VIEW.bids,
            CONTEXT.claim_refused_by,
            CONTEXT.is_late,
            CONTEXT.seat_facts,
            CONTEXT.attendance,
            CONTEXT.absent,
            CONTEXT.replaceable,
        ],
        BANNERS,
    ),
)
_FELT: Final = (
    *_EVERYWHERE,
    *seat.PRIVATE,
    *OWN_HAND,
    *DUMMY_OPPOSITE,
    Group([VIEW.dummy, VIEW.places, VIEW.flipped, VIEW.phase, VIEW.peek_count, CONTEXT.waiting], FACE_DOWN),
    Group([VIEW.bids, VIEW.bid_options, SNAPSHOT.deal_number], BIDDING),
    Group([VIEW.claimable], CLAIM_ASK),
    Group([VIEW.claim, VIEW.may_answer_claim, CONTEXT.waiting], CLAIM),
    Group([SNAPSHOT.may_take_back], TAKE_BACK),
    Group([CONTEXT.hinted_version], HINT),
)
_ABOUT_SHEET: Final = [
    SNAPSHOT.stage,
    SNAPSHOT.finished,
    SNAPSHOT.proof,
    SNAPSHOT.review_leader,
    VIEW.dealt,
    CONTEXT.seat_facts,
]
_ABOUT_NEXT: Final = [
    SNAPSHOT.stage,
    SNAPSHOT.deal_number,
    SNAPSHOT.ready,
    SNAPSHOT.next_deal_at,
    SNAPSHOT.held_by,
    SNAPSHOT.pause,
    CONTEXT.stand_in,
]
_ENDED: Final = Groups(
    (
        *_EVERYWHERE,
        Group([SNAPSHOT.version], ENDING),
        Group([*_ABOUT_SHEET, SNAPSHOT.rated, SNAPSHOT.void], RECORDS_OF_GAME),
    )
)
_PARTS: Final = {
    Stage.OPEN: Groups((*_EVERYWHERE, Group([SNAPSHOT.version, CONTEXT.attendance], GATHERING))),
    Stage.DRAWING: Groups((*_FELT, Group(_ABOUT_NEXT, READY))),
    Stage.DEAL: Groups(_FELT),
    Stage.SCORED: Groups((*_EVERYWHERE, Group(_ABOUT_SHEET, RESULT, RECORDS), Group(_ABOUT_NEXT, READY))),
    Stage.OVER: _ENDED,
    Stage.CLOSED: _ENDED,
}


def parts_at(stage: Stage) -> Groups:
    """Return the private parts of a page at this stage."""
    return _PARTS[stage]
