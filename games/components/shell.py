"""The frame of a table's page: the layout of the parts for one viewer. It changes with the stage and when
seats move.
"""

from dataclasses import dataclass
from typing import NamedTuple

from games.components.context import Places, TableContext, reading_order, shows_felt
from games.components.hands import lies_opposite
from games.components.html import NOTHING, Content, Html, Page, Template, attribute, merge, url
from games.components.parts import Part, Slot
from games.engine import DUMMY, HAND_NAMES, Phase, Player
from games.models.values import Stage
from games.presenters.i18n_cache import gettext as _


class Shell(NamedTuple):
    """The facts that decide the layout: the viewer, the stage of the game, and the position of each hand.

    `is_solo` tells whether the viewer plays against bots only. `commitment` fixes the deal beforehand.
    """

    viewer: Player | None
    stage: Stage
    phase: Phase | None
    places: Places
    is_solo: bool
    dummy_opposite: bool
    peeks_privately: bool
    name: str
    commitment: str


def shell(context: TableContext) -> Shell:
    """Return the frame of the page for one viewer."""
    snapshot = context.snapshot
    return Shell(
        viewer=context.viewer,
        stage=snapshot.stage,
        phase=context.phase if snapshot.stage is Stage.DEAL else None,
        places=context.places,
        is_solo=context.is_alone_with_bots,
        dummy_opposite=lies_opposite(context),
        peeks_privately=context.is_player,
        name=snapshot.name,
        commitment=snapshot.commitment,
    )


@dataclass(frozen=True, slots=True)
class ChatBox:
    """The chat beside the table: rendered with the page, and not changed by updates of the table."""

    def render(self, page: Page) -> str:
        """Return the chat's markup on this page."""
        return page.chat or _NO_CHAT


_NO_CHAT = Html(
    '<details class="panel chat-box" id="chat" hx-morph-skip hidden><div id="chat-messages"></div></details>'
)

_TABLE = Template(
    '<div class="game is-{stage}{phase}"{viewer}>{state}{tab}{mine}{notice}{bar}{scores}{banners}{middle}{chat}'
    '<p class="sr" id="say" role="status" aria-live="polite">{say}</p>'
    '<p class="sr" id="ask" role="status" aria-live="polite">{ask}</p></div>'
)
_BAR = Template(
    '<header class="bar" id="bar"><a class="brand" href="{home}"><span class="pip s" aria-hidden="true"></span>'
    ' Dummy Hand Spades</a><div class="where">{name}{where}</div>{menu}</header>'
)
_NAME = Template("<b>{name}</b> · ")
_FELT = Template(
    '<section class="felt" id="felt" aria-labelledby="felt-title"><h1 class="sr" id="felt-title">{where}</h1>'
    '<div class="seats dummy-{dummy_at}{solo} {lies}">{plates}{dummy}{draw}{places}{bids}{waiting}{trick}{claim_ask}'
    '{claim}<details class="last-trick" id="last-trick"><summary class="btn on-the-felt">{last_word}</summary>'
    '{last_trick}</details><div class="tools">{take_back}{hint}</div>{hand}</div></section>'
)
_RAIL = Template(
    '<aside class="rail" id="rail" aria-label="{this_deal}"><section class="panel" id="rail-last"><h2>{last_word}</h2>'
    "{last_trick}</section>{log}"
    '<details class="panel fairness" id="fairness"><summary>{question}</summary><p>{answer}</p>'
    "<code>{commitment}</code></details></aside>"
)
_SHEET = Template('<section class="sheet" id="sheet" aria-labelledby="sheet-title">{parts}</section>')


def draw_shell(shown: Shell) -> Content:
    """Draw the frame with a slot for each part."""
    return _TABLE.around(
        stage=shown.stage,
        phase=f" is-{shown.phase}" if shown.phase else "",
        viewer=NOTHING if shown.viewer is None else attribute("data-viewer", shown.viewer),
        state=Slot("state"),
        tab=Slot("tab"),
        mine=Slot("mine"),
        notice=Slot("notice"),
        bar=_BAR.around(
            home=url("home"),
            name=_NAME(name=shown.name) if shown.name else NOTHING,
            where=Slot("where", tag="span"),
            menu=Slot("menu"),
        ),
        scores=Slot("scores") if shows_felt(shown.stage) else NOTHING,
        banners=Slot("banners"),
        middle=_draw_middle(shown),
        chat=ChatBox(),
        say=Slot("say", tag="span"),
        ask=Slot("ask", tag="span"),
    )


def _draw_middle(shown: Shell) -> Content:
    if shown.stage is Stage.OPEN:
        return (Slot("gathering"),)
    if shown.stage.shows_sheet:
        parts = ("result", "ready", "records") if shown.stage is Stage.SCORED else ("ending", "records")
        return _SHEET.around(parts=tuple(map(Slot, parts)))
    return merge((draw_felt(shown), _draw_rail(shown)))


def draw_felt(shown: Shell) -> Content:
    """Draw the felt with its slots: the plates in reading order, the middle of the table, and the viewer's own hand."""
    at = dict(zip(HAND_NAMES, shown.places, strict=True))
    plates = [Slot(f"seat-{HAND_NAMES[hand]}", f"part at-{shown.places[hand]}") for hand in reading_order(shown.places)]
    return _FELT.around(
        where=Slot("title", tag="span"),
        dummy_at=shown.places[DUMMY],
        solo=" solo" if shown.is_solo else "",
        lies=" ".join([f"{position}-{hand}" for hand, position in at.items()]),
        plates=tuple(plates),
        dummy=Slot("dummy" if shown.dummy_opposite else "open-dummy", f"part at-{shown.places[DUMMY]}"),
        draw=Slot("draw") if shown.stage is Stage.DRAWING else NOTHING,
        places=Slot("places" if shown.peeks_privately else "open-places"),
        bids=Slot("bids"),
        waiting=Slot("waiting"),
        trick=Slot("trick"),
        claim_ask=Slot("claim-ask"),
        claim=Slot("claim"),
        last_word=_("Last trick"),
        last_trick=Slot("last-trick"),
        take_back=Slot("take-back"),
        hint=Slot("hint"),
        hand=Slot("hand"),
    )


def _draw_rail(shown: Shell) -> Content:
    fixed = _(
        "Yes. This fingerprint was made before a card was dealt; after the deal the secret behind it is shown, and"
        " anyone can check both."
    )
    return _RAIL.around(
        this_deal=_("This deal"),
        last_word=_("Last trick"),
        last_trick=Slot("last-trick"),
        log=Slot("log"),
        question=_("Was the pack fixed beforehand?"),
        answer=fixed,
        commitment=shown.commitment,
    )


SHELL = Part("table", shell, draw_shell)
