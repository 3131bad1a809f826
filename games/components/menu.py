"""The menu of a table: the five places, this table, what one asks of the others, and more; apart from them, leaving."""

from typing import Final

from accounts.base.addresses import address
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join, merge, posts_to, url
from games.components.icons import ICONS
from games.components.parts import TOKEN, VERSIONED, Slot, drawn
from games.components.pausing import draw_pause_menu
from games.values import Stage
from games.words.language_cache import cached_per_language, gettext as _
from games.words.places import places

_MENU = Template(
    '<details class="menu from-below" id="menu"><summary class="btn quiet">'
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 5h14M3 10h14M3 15h14" fill="none"'
    ' stroke="currentColor" stroke-width="2" stroke-linecap="round"/></svg><span class="menu-word">{menu}</span>'
    '</summary><div class="menu-panel">{head}{sound}<nav class="menu-places" aria-label="{site}">{places}</nav>'
    "{deadlines}{this_table}{others}{more}</div></details>"
)
_HEAD = Template(
    '<div class="sheet-head"><b>{title}</b><button class="scripted" type="button" data-closes-sheet'
    ' aria-label="{close}">×</button></div>'
)
_SOUND_SWITCH = Template(
    '<form class="sound-switch" method="post" action="{address}"{by_htmx}>{token}'
    '<input type="hidden" name="only" value="sounds">'
    '<button class="btn quiet" name="sounds" value="false" title="{off}">{speaker}<span>{off}</span></button>'
    '<button class="btn quiet" name="sounds" value="on" title="{on}">{muted}<span>{on}</span></button></form>'
)
_SPEAKER = Html(
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 7.5v5h3l4.5 4v-13L6 7.5z'
    'M13.5 7a4 4 0 0 1 0 6M15.5 4.5a7.5 7.5 0 0 1 0 11"/></svg>'
)
_MUTED = Html(
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M3 7.5v5h3l4.5 4v-13L6 7.5z'
    'm10.5.5 4 4m0-4-4 4"/></svg>'
)
_SOUNDS_BY_HTMX = Template(' hx-post="{address}" hx-swap="none"')
_PLACE = Template('<a href="{address}">{icon}{words}</a>')
_GROUP = Template(
    '<div class="menu-group" role="group" aria-label="{title}"><p aria-hidden="true">{title}</p>{entries}</div>'
)
_LINK = Template('<a href="{address}"{marked}>{icon}<span>{words}</span></a>')
_KEYS = Template(
    '<button class="entry scripted" type="button" data-help>{icon}<span>{words} <kbd>?</kbd></span></button>'
)
_ON_THIS_DEVICE = Template(
    '<fieldset class="settings scripted" id="settings"><legend>{device}</legend><label><input type="checkbox"'
    ' data-setting="notify" data-text="{your_turn}"> {notify}</label></fieldset>'
)
_FORM = Template('<form {action}>{fields}<button class="entry"{kind}>{icon}<span>{words}</span></button></form>')
_MARK = Template(
    '<form id="mark" {action}>{fields}<button class="entry">{icon}<span>{words} <kbd class="scripted">M</kbd></span>'
    "</button></form>"
)
_LEAVE = Template(
    '<details class="give-up leave" id="{name}"><summary>{icon}<span>{summary}</span></summary><form {action}>'
    '{token}{said}<p>{consequence}</p><button class="btn danger">{button}</button></form></details>'
)
_OTHERS: Final = Html('<input type="hidden" name="others" value="1">')
_END: Final = Html(' name="kind" value="end"')
_TO_CHAT: Final = Html(' class="to-chat"')
_TO_SCORES: Final = Html(' class="to-scores"')
_TO_LOG: Final = Html(' class="to-log"')


def draw_sheet_head(title: str) -> Html:
    """Draw the head of a sheet from below, which a phone shows: its title, and the button that closes it."""
    return _HEAD(title=title, close=_("Close"))


@cached_per_language
def _draw_menu() -> Content:
    """Draw the menu with slots for what depends on the viewer and on the moment."""
    return _MENU.around(
        menu=_("Menu"),
        head=draw_sheet_head(_("Menu")),
        sound=Slot("sound"),
        site=_("Site"),
        places=join(_PLACE(address=address, icon=ICONS[place], words=name) for place, name, address in places()),
        deadlines=Slot("deadlines"),
        this_table=Slot("menu-table"),
        others=Slot("menu-others"),
        more=Slot("menu-more"),
    )


def _draw_group(title: str, entries: Content) -> Content:
    return _GROUP.around(title=title, entries=entries) if entries else NOTHING


def _draw_this_table(context: TableContext) -> Content:
    snapshot, code = context.snapshot, context.code
    links = [_link("#chat", "chat", _("Chat"), _TO_CHAT)]
    if not snapshot.mode.on_site:
        links = [_link("#rail", "list", _("Cards so far"), _TO_LOG)]
    elif snapshot.stage is not Stage.OPEN:
        links.append(_link(url("sheet", code), "sheet", _("Score sheet"), _TO_SCORES))
        links.append(_link("#rail", "list", _("Cards so far"), _TO_LOG))
    if _may_leave(context) and snapshot.is_by_turns:
        links.append(_link(url("planned", code), "later", _("Cards for later turns")))
    if snapshot.round:
        links.append(_link(url("tournament", snapshot.round.code), "cup", _("Tournament")))
    return _draw_group(_("This table"), (*links, Slot("mark")))


def _draw_others(context: TableContext) -> Content:
    return _draw_group(_("Ask the others"), merge((draw_pause_menu(context), _draw_propose_end(context))))


def _draw_more(context: TableContext) -> Content:
    code, has_begun = context.code, context.snapshot.stage is not Stage.OPEN
    parts: list[Content] = [_link(url("rules"), "rules", _("Rules"))]
    if context.is_player and context.snapshot.mode.on_site:
        parts.append(_link(f"{address('settings_look')}?next={url('table', code)}", "gear", _("Settings")))
    parts.append(_KEYS(icon=ICONS["keys"], words=_("Keys")))
    if has_begun and context.is_player and not context.is_alone_with_bots:
        parts.append(_link(url("report_at_table", code), "report", _("Report a player")))
    if context.is_player and context.snapshot.mode.on_site:
        notify = _("A notification on my turn when I look away")
        parts.append(_ON_THIS_DEVICE(device=_("On this device"), your_turn=_("Your turn"), notify=notify))
    leaving = _draw_leaving(context) if _may_leave(context) else NOTHING
    return merge((_draw_group(_("More"), merge(parts)), leaving))


def _link(address: str, icon: str, words: str, marked: Html = NOTHING) -> Html:
    return _LINK(address=address, marked=marked, icon=ICONS[icon], words=words)


def _may_leave(context: TableContext) -> bool:
    """Return whether the viewer plays in person and may leave; a board of a set waits for its player instead."""
    snapshot = context.snapshot
    may_leave = snapshot.stage.is_running and not snapshot.mode.one_try
    return context.is_player and not context.stand_in and may_leave


def _draw_mark(context: TableContext) -> Content:
    """Draw the button with which a player marks this moment of the deal for the review."""
    if not context.is_player or context.snapshot.stage is not Stage.DEAL or not context.snapshot.mode.on_site:
        return NOTHING
    action = posts_to("mark", context.code)
    return _MARK.around(action=action, fields=VERSIONED, icon=ICONS["flag"], words=_("Look at this later"))


def _draw_propose_end(context: TableContext) -> Content:
    """Draw the button that asks the others to end the game, for who would leave them otherwise."""
    may_propose = _may_leave(context) and context.leaves_others
    if not may_propose or not context.snapshot.may_propose("end", context.viewer or 0):
        return NOTHING
    action, words = posts_to("propose", context.code), _("Propose to end the game")
    return _FORM.around(action=action, fields=TOKEN, kind=_END, icon=ICONS["end"], words=words)


def _draw_leaving(context: TableContext) -> Content:
    """Draw the form to leave the game; a field says that the player has read that another plays on."""
    name, summary, consequence, button = _words_of_leaving(context)
    return _LEAVE.around(
        name=name,
        icon=ICONS["leave"],
        summary=summary,
        action=posts_to("end", context.code),
        token=TOKEN,
        said=_OTHERS if context.leaves_others else NOTHING,
        consequence=consequence,
        button=button,
    )


def _words_of_leaving(context: TableContext) -> tuple[str, str, str, str]:
    """Return the id of the form, what it offers, what follows, and what its button says."""
    if context.snapshot.round is not None:
        consequence = _(
            "A bot plays on for you at this table. Take your seat back any time: what the bot plays does not count as"
            " yours. You leave the tournament on its page."
        )
        return "leave", _("Leave this table"), consequence, _("Let a bot play on")
    if context.leaves_others:
        consequence = _(
            "A bot plays on for you. Take your seat back any time: if you are not back at the end, you are rated as"
            " last."
        )
        return "leave", _("Leave this game"), consequence, _("Let a bot play on")
    consequence = _("The game ends here, without a winner. If a deal has been scored, you are rated as last.")
    if not context.snapshot.mode.counts:
        consequence = _("The game ends here, without a winner.")
    return "give-up", _("Give up this game"), consequence, _("Yes, end it")


def _draw_sound_switch(context: TableContext) -> Content:
    """Draw the switch for the sounds of a table, which its players have: two buttons, of which the style sheet shows
    the one that applies.

    There is one in the header, and for phones one in the menu.
    """
    if not context.is_player:
        return NOTHING
    stored_at = address("settings_table")
    is_kept_by_browser = not context.snapshot.mode.on_site
    return _SOUND_SWITCH.around(
        address=stored_at,
        by_htmx=NOTHING if is_kept_by_browser else _SOUNDS_BY_HTMX(address=stored_at),
        token=TOKEN,
        on=_("Switch sounds on"),
        off=_("Switch sounds off"),
        speaker=_SPEAKER,
        muted=_MUTED,
    )


MENU: Final = (
    drawn("sound", _draw_sound_switch),
    drawn("menu", lambda _context: _draw_menu()),
    drawn("menu-table", _draw_this_table),
    drawn("menu-others", _draw_others),
    drawn("menu-more", _draw_more),
)
MARK: Final = drawn("mark", _draw_mark)
