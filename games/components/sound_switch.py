"""The switch for the sounds of a table, which its players have."""

from accounts.base.addresses import address
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template
from games.components.parts import TOKEN
from games.words.language_cache import gettext as _

_SWITCH = Template(
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
_BY_HTMX = Template(' hx-post="{address}" hx-swap="none"')


def draw_sound_switch(context: TableContext) -> Content:
    """Draw the switch: two buttons, of which the style sheet shows the one that applies.

    There is one in the header, and for phones one in the menu.
    """
    if not context.is_player:
        return NOTHING
    stored_at = address("settings_table")
    return _SWITCH.around(
        address=stored_at,
        by_htmx=_BY_HTMX(address=stored_at) if context.snapshot.mode.on_site else NOTHING,  # else the browser keeps it
        token=TOKEN,
        on=_("Switch sounds on"),
        off=_("Switch sounds off"),
        speaker=_SPEAKER,
        muted=_MUTED,
    )
