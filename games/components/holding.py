"""What a player opens at the table after a deal to look at it, which holds the next one (`games.play.holds`)."""

from games.components.context import TableContext
from games.components.html import NOTHING, Html, Template, url
from games.values import Stage

_WHILE_OPEN = Template(' hx-post="{address}" hx-trigger="toggle" hx-swap="none" hx-include="#{name}[open] > .holds"')
OPEN = Html('<input class="holds" type="hidden" name="open" value="1">')
"""What a part with these attributes has inside: it is sent while that is open."""


def while_open(context: TableContext, name: str) -> Html:
    """Return the attributes of a `<details>` of this id by which the server learns that a player looks into it."""
    snapshot = context.snapshot
    if not context.is_player or snapshot.stage is not Stage.SCORED or snapshot.is_by_turns:
        return NOTHING
    return _WHILE_OPEN(address=url("hold", context.code), name=name)
