"""A table as its viewers read it. Player 2 is a bot."""

from games.components.context import TableContext
from games.engine import Player, State
from tests.components.dom import Element, page_of
from tests.pages.scenes import snapshot

YOU, ANA, LARK = range(3)


def page(state: State | None, viewer: Player | None = YOU) -> Element:
    """The table as this viewer reads it."""
    return page_of(snapshot(state, viewer))


def context(state: State, viewer: Player | None = YOU) -> TableContext:
    return snapshot(state, viewer).context


def announced(state: State | None, viewer: Player | None = YOU) -> str:
    """What a screen reader says: what has happened, and then what this viewer is asked to do."""
    table = page(state, viewer)
    return f"{table.at('say').text} {table.at('ask').text}".strip()


def log(state: State, viewer: Player | None = None) -> list[str]:
    """The sentences beside the table but those about tricks."""
    (lines,) = page(state, viewer).at("rail-log").of_class("bids")
    return [line.text for line in lines.of_tag("li")]
