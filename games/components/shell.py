"""The frame of a table's page: where each part is for one viewer, at every stage of the game; and the menu."""

from dataclasses import dataclass

from django.urls import reverse

from games.components.context import TableContext, reading_order, shows_felt
from games.components.html import NOTHING, Content, Html, Page, Template, cached, join, merge, posts_to, url
from games.components.parts import TOKEN, VERSIONED, Slot, drawn
from games.components.pausing import draw_pause_menu
from games.engine import DUMMY, HAND_NAMES
from games.models import Stage
from games.play.snapshot import Snapshot
from games.words.endings import about_one_deal
from games.words.language_cache import gettext as _
from games.words.places import places
from games.words.sentences import table_name

_NO_CHAT = Html(
    '<details class="panel chat-box" id="chat" hx-morph-skip hidden><summary></summary><div id="chat-messages"></div>'
    "</details>"
)
_TABLE = Template(
    '<div class="game is-{stage}{phase}"{viewer}>{state}{tab}{mine}{notice}{bar}{scores}{banners}{middle}{chat}'
    '<p class="sr" id="say" role="status" aria-live="polite">{say}</p>'
    '<p class="sr" id="ask" role="status" aria-live="polite">{ask}</p></div>'
)
_VIEWER = cached(' data-viewer="{viewer}"')
_BAR = Template(
    '<header class="bar" id="bar"><a class="brand" href="{home}"><span class="pip s" aria-hidden="true"></span>'
    ' Dummy Hand Spades</a><div class="where">{name}{where}</div>{closing}{menu}</header>'
)
_NAME = Template("<b>{name}</b> · ")
_FELT = Template(
    '<section class="felt" id="felt" aria-labelledby="felt-title">'
    '<h1 class="sr" id="felt-title" tabindex="-1">{where}</h1>'
    '<div class="seats dummy-{dummy_at}{solo} {positions}">'
    "{plates}{dummy}{draw}{places}{bids}{waiting}{trick}{claim_ask}"
    '{claim}<details class="last-trick" id="last-trick"><summary class="btn on-the-felt">{last_word}</summary>'
    '{last_trick}</details><div class="tools">{take_back}{hint}</div>{ahead}{hand}</div>'
    "</section>"
)
_AHEAD = Template('<form id="ahead" {action} hidden>{token}</form>')
"""The form of the cards that are chosen before the turn. The cards are in another one, by which they are played."""

_RAIL = Template(
    '<aside class="rail" id="rail" aria-label="{this_deal}"><section class="panel" id="rail-last"><h2>{last_word}</h2>'
    "{last_trick}</section>{log}"
    "{fairness}</aside>"
)
_FAIRNESS = Template(
    '<details class="panel fairness" id="fairness"><summary>{question}</summary><p>{answer}</p>'
    '<code>{commitment}</code><p><a href="{address}">{more}</a></p></details>'
)
_UNPROVED = Template('<p class="panel small" id="fairness">{words}</p>')
_SHEET = Template('<section class="sheet" id="sheet" aria-labelledby="sheet-title">{parts}</section>')
_MENU = Template(
    '<details class="menu" id="menu"><summary class="btn quiet">'
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 5h14M3 10h14M3 15h14" fill="none"'
    ' stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg><span class="menu-word">{menu}</span>'
    '</summary><div class="menu-panel"><nav class="menu-places" aria-label="{site}">{places}</nav>'
    "{deadlines}{planned}{tournament}{sheet}"
    '<a class="to-chat" href="#chat">{chat}</a><a href="{rules}">{rules_word}</a>'
    "{settings}{report}"
    '<button class="scripted" type="button" data-help>{keys} <kbd>?</kbd></button>'
    "{mark}{pause}{leaving}</div></details>"
)
_LINK = Template('<a href="{address}">{words}</a>')
_SETTINGS = Template(
    '<a href="{you}?next={table}">{settings}</a><fieldset class="settings scripted" id="settings">'
    '<legend>{device}</legend><label><input type="checkbox" data-setting="notify" data-text="{your_turn}"> {notify}'
    "</label></fieldset>"
)
_PROPOSE_END = Template(
    '<form class="propose-end" {action}>{token}<button name="kind" value="end">{words}</button></form>'
)
_MARK = Template(
    '<form class="propose-end" id="mark" {action}>{fields}<button>{words} <kbd class="scripted">M</kbd></button></form>'
)
_LEAVE = Template(
    '<details class="give-up" id="{name}"><summary>{summary}</summary><form {action}>{token}{said}<p>{consequence}</p>'
    '<button class="btn danger">{button}</button></form></details>'
)
_OTHERS = Html('<input type="hidden" name="others" value="1">')


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
        viewer=_VIEWER(viewer=context.viewer) if context.is_player else NOTHING,
        **_slots("state", "tab", "mine", "notice", "banners"),
        bar=_BAR.around(
            home=url("home"),
            name=_NAME(name=name) if name else NOTHING,
            where=Slot("where", tag="span"),
            closing=Slot("closing"),
            menu=Slot("menu"),
        ),
        scores=Slot("scores") if shows_felt(stage) else NOTHING,
        middle=_draw_middle(context),
        chat=ChatBox(),
        say=Slot("say", tag="span"),
        ask=Slot("ask", tag="span"),
    )


def _draw_middle(context: TableContext) -> Content:
    stage = context.snapshot.stage
    if stage is Stage.OPEN:
        return (Slot("gathering"),)
    if stage.shows_sheet:
        parts = ("result", "ready", "records") if stage is Stage.SCORED else ("ending", "records")
        return _SHEET.around(parts=tuple(map(Slot, parts)))
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
        where=Slot("title", tag="span"),
        dummy_at=context.places[DUMMY],
        solo=" solo" if context.is_alone_with_bots else "",
        positions=positions(context),
        plates=plate_slots(context),
        dummy=dummy_slot(context),
        draw=Slot("draw") if context.snapshot.stage is Stage.DRAWING else NOTHING,
        places=Slot("places" if context.is_player else "open-places"),
        last_word=_("Last trick"),
        ahead=_AHEAD.around(action=posts_to("choose", context.code), token=TOKEN) if context.is_player else NOTHING,
        **_slots("bids", "waiting", "trick", "claim-ask", "claim", "last-trick", "take-back", "hint", "hand"),
    )


def _draw_rail(snapshot: Snapshot) -> Content:
    return _RAIL.around(
        this_deal=_("This deal"),
        last_word=_("Last trick"),
        **_slots("last-trick", "log"),
        fairness=_UNPROVED(words=about_one_deal(snapshot)) if snapshot.is_replay else _draw_fairness(snapshot),
    )


def _draw_fairness(snapshot: Snapshot) -> Html:
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


def _draw_menu(context: TableContext) -> Content:
    """Draw the menu for one viewer: a player may give up the game, or propose to end it."""
    snapshot, code = context.snapshot, context.code
    has_sheet = snapshot.stage is not Stage.OPEN
    waits = snapshot.board is not None and not snapshot.is_replay  # a board waits for its player
    may_leave = context.is_player and not context.stand_in and snapshot.stage.is_running and not waits
    plans = may_leave and snapshot.is_by_turns
    tournament = url("tournament", snapshot.round.code) if snapshot.round else ""
    may_report = has_sheet and context.is_player and not context.is_alone_with_bots
    settings = _SETTINGS(
        you=reverse("you"),
        table=url("table", code),
        settings=_("Settings"),
        device=_("On this device"),
        your_turn=_("Your turn"),
        notify=_("A notification on my turn when I look away"),
    )
    return _MENU.around(
        menu=_("Menu"),
        deadlines=Slot("deadlines"),
        planned=_LINK(address=url("planned", code), words=_("Cards for later turns")) if plans else NOTHING,
        tournament=_LINK(address=tournament, words=_("Tournament")) if tournament else NOTHING,
        sheet=_LINK(address=url("sheet", code), words=_("Score sheet")) if has_sheet else NOTHING,
        chat=_("Chat"),
        rules=url("rules"),
        rules_word=_("Rules"),
        site=_("Site"),
        places=join(_LINK(address=address, words=name) for _place, name, address in places()),
        settings=settings if context.is_player else NOTHING,
        report=_LINK(address=url("report_at_table", code), words=_("Report a player")) if may_report else NOTHING,
        keys=_("Keys"),
        mark=_draw_mark(context),
        pause=draw_pause_menu(context),
        leaving=_draw_leaving(context) if may_leave else NOTHING,
    )


def _draw_mark(context: TableContext) -> Content:
    """Draw the button with which a player marks this moment of the deal for the review."""
    if not context.is_player or context.snapshot.stage is not Stage.DEAL:
        return NOTHING
    return _MARK.around(action=posts_to("mark", context.code), fields=VERSIONED, words=_("Look at this later"))


def _draw_leaving(context: TableContext) -> Content:
    """Draw the forms to end or leave the game; a field says that the player has read that another plays on."""
    code, leaves_others = context.code, context.leaves_others
    propose_end: Content = NOTHING
    if leaves_others and context.snapshot.may_propose("end", context.viewer or 0):
        propose_end = _PROPOSE_END.around(
            action=posts_to("propose", code), token=TOKEN, words=_("Propose to end the game")
        )
    if context.snapshot.round is not None:
        name, summary, button = "leave", _("Leave this table"), _("Let a bot play on")
        consequence = _(
            "A bot plays on for you at this table. Take your seat back any time: what the bot plays does not count as"
            " yours. You leave the tournament on its page."
        )
    elif leaves_others:
        name, summary, button = "leave", _("Leave this game"), _("Let a bot play on")
        consequence = _(
            "A bot plays on for you. Take your seat back any time: if you are not back at the end, you are rated as"
            " last."
        )
    else:
        name, summary, button = "give-up", _("Give up this game"), _("Yes, end it")
        consequence = _("The game ends here, without a winner. If a deal has been scored, you are rated as last.")
    leave = _LEAVE.around(
        name=name,
        summary=summary,
        action=posts_to("end", code),
        token=TOKEN,
        said=_OTHERS if leaves_others else NOTHING,
        consequence=consequence,
        button=button,
    )
    return merge((propose_end, leave))


SHELL = drawn("table", _draw_shell)
MENU = drawn("menu", _draw_menu)
