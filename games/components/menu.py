"""The menu of a table, and the hint button in games with bots only."""

from typing import NamedTuple

from django.urls import reverse

from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, posts_to, url
from games.components.parts import TOKEN, Part
from games.models.values import Stage
from games.presenters.i18n_cache import gettext as _


class Menu(NamedTuple):
    """The menu for one viewer. `leaves_others` tells whether another person plays on without the viewer."""

    code: str
    has_sheet: bool
    is_player: bool
    may_leave: bool
    may_propose_end: bool
    leaves_others: bool


def menu(context: TableContext) -> Menu:
    """Return the menu for one viewer: a player may give up the game, or propose to end it."""
    snapshot, plays = context.snapshot, context.is_player and not context.stand_in
    return Menu(
        code=context.code,
        has_sheet=snapshot.stage is not Stage.OPEN,
        is_player=context.is_player,
        may_leave=plays and snapshot.stage.is_running,
        may_propose_end=plays and context.leaves_others and snapshot.may_propose("end", context.viewer or 0),
        leaves_others=context.leaves_others,
    )


_MENU = Template(
    '<details class="menu" id="menu"><summary class="btn quiet">'
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 5h14M3 10h14M3 15h14" fill="none"'
    ' stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg><span class="menu-word">{menu}</span>'
    '</summary><div class="menu-panel">{sheet}<a href="{rules}">{rules_word}</a><a href="{lobby}">{lobby_word}</a>'
    '{settings}<button class="scripted" type="button" data-help>{keys} <kbd>?</kbd></button>{leaving}</div></details>'
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
_LEAVE = Template(
    '<details class="give-up" id="{name}"><summary>{summary}</summary><form {action}>{token}{told}<p>{consequence}</p>'
    '<button class="btn danger">{button}</button></form></details>'
)
_TOLD = Html('<input type="hidden" name="others" value="1">')


def draw_menu(shown: Menu) -> Content:
    """Draw the menu."""
    return _MENU.around(
        menu=_("Menu"),
        sheet=_LINK(address=url("sheet", shown.code), words=_("Score sheet")) if shown.has_sheet else NOTHING,
        rules=url("rules"),
        rules_word=_("Rules"),
        lobby=url("lobby"),
        lobby_word=_("Lobby"),
        settings=_draw_settings(shown.code) if shown.is_player else NOTHING,
        keys=_("Keys"),
        leaving=(_draw_propose_end(shown), _draw_leave(shown)) if shown.may_leave else NOTHING,
    )


def _draw_settings(code: str) -> Html:
    return _SETTINGS(
        you=reverse("you"),
        table=url("table", code),
        settings=_("Settings"),
        device=_("On this device"),
        your_turn=_("Your turn"),
        notify=_("A notification on my turn when I look away"),
    )


def _draw_propose_end(shown: Menu) -> Content:
    if not shown.may_propose_end:
        return NOTHING
    return _PROPOSE_END.around(action=posts_to("propose", shown.code), token=TOKEN, words=_("Propose to end the game"))


def _draw_leave(shown: Menu) -> Content:
    action = posts_to("end", shown.code)
    if shown.leaves_others:
        return _LEAVE.around(
            name="leave",
            summary=_("Leave this game"),
            action=action,
            token=TOKEN,
            told=_TOLD,
            consequence=_("A bot plays on for you. Take your seat back any time."),
            button=_("Let a bot play on"),
        )
    return _LEAVE.around(
        name="give-up",
        summary=_("Give up this game"),
        action=action,
        token=TOKEN,
        told=NOTHING,
        consequence=_("The game ends here, without a winner."),
        button=_("Yes, end it"),
    )


class Hint(NamedTuple):
    """The hint button. It belongs to one version, so that the next version removes a hint that is shown."""

    code: str
    version: int


def hint(context: TableContext) -> Hint | None:
    """Return the hint button if the viewer plays against bots only."""
    if not context.prompt or not context.is_alone_with_bots:
        return None
    return Hint(context.code, context.snapshot.version)


_HINT = Template(
    '<details class="ask-hint" id="hint-{version}" hx-get="{address}" hx-trigger="toggle once" hx-target="find .panel"'
    ' hx-swap="innerHTML"><summary class="btn on-the-felt">'
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M7 14c0-2-2.5-3-2.5-6.5a5.5 5.5 0 0 1'
    ' 11 0C15.5 11 13 12 13 14zM7.5 17.5h5"/></svg><span>{hint}</span></summary>'
    '<div class="panel" role="status" tabindex="0"><a href="{address}">{show}</a></div></details>'
)


def draw_hint(shown: Hint) -> Html:
    """Draw the hint button."""
    return _HINT(version=shown.version, address=url("hint", shown.code), hint=_("Hint"), show=_("Show the hint"))


MENU = Part("menu", menu, draw_menu)
HINT = Part("hint", hint, draw_hint)
