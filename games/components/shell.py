"""The frame of a table's page: where each part is for one viewer, at every stage of the game."""

from dataclasses import dataclass

from games.components.context import TableContext, reading_order
from games.components.html import NOTHING, Content, Html, Page, Template, cached, join, merge, url
from games.components.icons import ICONS
from games.components.menu import draw_sheet_head
from games.components.parts import Slot, drawn
from games.components.proposals import draw_take_back
from games.components.seat import draw_avatar
from games.engine import DUMMY, HAND_NAMES
from games.play.snapshot import Snapshot
from games.values import Stage
from games.words.endings import about_one_deal
from games.words.language_cache import gettext as _
from games.words.places import Place, places
from games.words.sentences import table_name

_NO_CHAT = Html(
    '<details class="panel chat-box from-below" id="chat" hx-morph-skip hidden><summary></summary>'
    '<div id="chat-messages"></div></details>'
)
_TABLE = Template(
    '<div class="game is-{stage}{phase}{result}"{viewer}>{state}{tab}{mine}{notice}{bar}{scores}{banners}{middle}{chat}'
    '{places}<p class="sr" id="say" role="status" aria-live="polite">{say}</p>'
    '<p class="sr" id="ask" role="status" aria-live="polite">{ask}</p></div>'
)
_VIEWER = cached(' data-viewer="{viewer}"')
_BAR = Template(
    '<header class="bar" id="bar"><a class="brand" href="{home}"><span class="pip s" aria-hidden="true"></span>'
    ' Dummy Hand Spades</a><div class="where">{name}{where}</div>{closing}'
    '<div class="bar-end">{sound}{menu}</div></header>'
)
_PLACES = Template('<nav class="main-nav" aria-label="{site}">{places}</nav>')
_PLACE = Template('<a href="{address}">{icon}<span>{words}</span></a>')
_NAME = Template("<b>{name}</b> · ")
_FELT = Template(
    '<section class="felt" id="felt" aria-labelledby="felt-title">'
    '<h1 class="sr" id="felt-title" tabindex="-1">{where}</h1>'
    '<div class="seats dummy-{dummy_at}{solo} {positions}">'
    "{plates}{dummy}{draw}{places}{bids}{waiting}{trick}{claim_ask}"
    '{claim}<details class="last-trick" id="last-trick"><summary class="btn on-the-felt">{last_word}</summary>'
    '{last_trick}</details><div class="tools">{take_back}{hint}</div>{hand}</div>'
    "</section>"
)
_RAIL = Template(
    '<aside class="rail from-below" id="rail" aria-label="{this_deal}">{head}<section class="panel" id="rail-last">'
    "<h2>{last_word}</h2>{last_trick}</section>{log}"
    "{fairness}</aside>"
)
_FAIRNESS = Template(
    '<details class="panel fairness" id="fairness"><summary>{question}</summary><p>{answer}</p>'
    '<code>{commitment}</code><p><a href="{address}">{more}</a></p></details>'
)
_UNPROVED = Template('<p class="panel small" id="fairness">{words}</p>')
_SHEET = Template(
    '<section class="sheet {positions}" id="sheet" aria-labelledby="sheet-title">{parts}</section>{rail}'
    '<div class="records">{records}</div>'
)
"""A result on the felt, which keeps its place and size, as what is beside it does."""


@dataclass(frozen=True, slots=True)
class ChatBox:
    """The chat beside the table: rendered with the page, and not changed by updates of the table."""

    def render(self, page: Page) -> str:
        """Return the chat's markup on this page."""
        return page.chat or _NO_CHAT


def _slots(*names: str) -> dict[str, Slot]:
    """Return the slots of these parts by the fields they fill: the part "claim-ask" fills `claim_ask`."""
    return {name.replace("-", "_"): Slot(name) for name in names}


def _draw_shell(context: TableContext) -> Content:
    snapshot, stage, phase = context.snapshot, context.snapshot.stage, context.phase
    name = table_name(snapshot)
    return _TABLE.around(
        stage=stage,
        phase=f" is-{phase}" if phase and stage is Stage.DEAL else "",
        result=" shows-result" if stage.shows_sheet else "",
        viewer=_VIEWER(viewer=context.viewer) if context.is_player else NOTHING,
        **_slots("state", "tab", "mine", "notice", "banners"),
        bar=_BAR.around(
            home=url("home"),
            name=_NAME(name=name) if name else NOTHING,
            where=Slot("where", tag="span"),
            closing=Slot("closing"),
            sound=Slot("sound"),
            menu=Slot("menu"),
        ),
        scores=NOTHING if stage is Stage.OPEN else Slot("scores"),
        middle=_draw_middle(context),
        chat=ChatBox(),
        places=_draw_places(context) if stage.has_ended else NOTHING,
        say=Slot("say", tag="span"),
        ask=Slot("ask", tag="span"),
    )


def _draw_places(context: TableContext) -> Html:
    """Draw the five places, which phones show at the foot of a table that has ended; else they are in its menu."""
    own = draw_avatar(context.snapshot.seats[context.viewer or 0].avatar) if context.is_player else ICONS[Place.ME]
    icons = {**ICONS, Place.ME: own}
    links = [_PLACE(address=link.address, icon=icons[link.place], words=link.name) for link in places()]
    return _PLACES(site=_("Site"), places=join(links))


def _draw_middle(context: TableContext) -> Content:
    stage = context.snapshot.stage
    if stage is Stage.OPEN:
        return (Slot("gathering"),)
    if stage.shows_sheet:
        return _SHEET.around(
            positions=positions(context),
            parts=tuple(map(Slot, ("result", "ready") if stage is Stage.SCORED else ("ending",))),
            rail=_draw_rail(context.snapshot),
            records=Slot("records"),
        )
    return merge((draw_felt(context), _draw_rail(context.snapshot)))


def plate_slots(context: TableContext) -> tuple[Slot, ...]:
    """Return the slots of the plates in reading order, each at the position of its hand for this viewer."""
    places = context.places
    return tuple([Slot(f"seat-{HAND_NAMES[hand]}", f"part at-{places[hand]}") for hand in reading_order(places)])


def dummy_slot(context: TableContext) -> Slot:
    """Return the slot of the exposed dummy."""
    return Slot("dummy" if context.dummy_is_opposite else "open-dummy", f"part at-{context.places[DUMMY]}")


def positions(context: TableContext) -> str:
    """Return the classes that give the position of each hand for this viewer: "bottom-0 left-1 top-2 right-dummy"."""
    return " ".join([f"{position}-{hand}" for hand, position in zip(HAND_NAMES, context.places, strict=True)])


def draw_felt(context: TableContext) -> Content:
    """Draw the felt with its slots: the plates, the middle of the table, and the viewer's own hand."""
    return _FELT.around(
        where=Slot("where", tag="span"),
        dummy_at=context.places[DUMMY],
        solo=" solo" if context.is_alone_with_bots and context.snapshot.mode.takes_back else "",
        positions=positions(context),
        plates=plate_slots(context),
        dummy=dummy_slot(context),
        draw=Slot("draw") if context.snapshot.stage is Stage.DRAWING else NOTHING,
        places=Slot("places" if context.is_player else "open-places"),
        last_word=_("Last trick"),
        take_back=draw_take_back(context.code) if context.is_player else NOTHING,
        **_slots("bids", "waiting", "trick", "claim-ask", "claim", "last-trick", "hint", "hand"),
    )


def _draw_rail(snapshot: Snapshot) -> Content:
    return _RAIL.around(
        this_deal=_("This deal"),
        head=draw_sheet_head(_("Cards so far")),
        last_word=_("Last trick"),
        **_slots("last-trick", "log"),
        fairness=_draw_fairness(snapshot),
    )


def _draw_fairness(snapshot: Snapshot) -> Html:
    """Draw what there is to verify, or why nothing is; after a deal its proof is below the felt."""
    if snapshot.stage.shows_sheet:
        return NOTHING
    if not snapshot.mode.proof:
        return _UNPROVED(words=about_one_deal(snapshot))
    of_game = _(
        "This fingerprint was made before a card was dealt; after the deal the secret behind it is shown, and anyone"
        " can check that the cards come from it."
    )
    of_set = _(
        "This fingerprint was made before anybody saw a card of this set of deals; when the set has closed, the secret"
        " behind it is shown, and anyone can check that the cards come from it."
    )
    return _FAIRNESS(
        question=_("Fair cards"),
        answer=of_set if snapshot.board else of_game,
        commitment=snapshot.commitment,
        address=url("verify"),
        more=_("How deals are verified"),
    )


SHELL = drawn("table", _draw_shell)
