"""Tags for what pages show of a table, and for what they say of themselves to those who link to them."""

from datetime import UTC, datetime, time, timedelta
from functools import lru_cache
from typing import Any, cast

from django import template
from django.template.loader import get_template
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games.competitions.sets.words import finished_words
from games.components.board_sheet import board_table
from games.components.cards import face
from games.components.chart import draw_chart, draw_numbers
from games.components.field import draw_result
from games.components.html import IN_SAME_PAGE, Html
from games.components.menu import draw_sheet_head
from games.components.picture import picture as draw_picture
from games.components.scores import explained, score_table
from games.components.times import draw_days_left, draw_left
from games.learning.pictures import PICTURES
from games.web.blocks import Block
from games.words.language_cache import cached_per_language, gettext as _
from games.words.names import per_cent, plain, signed, tone
from games.words.options import brief

register = template.Library()

register.simple_tag(face)
register.simple_tag(draw_chart)
register.simple_tag(draw_numbers)
register.simple_tag(draw_result)
register.simple_tag(explained)
register.simple_tag(finished_words)
register.simple_tag(score_table)
register.simple_tag(board_table)
register.filter("in_brief", brief)
register.filter("plain", plain)
register.filter("per_cent", per_cent)
register.filter("signed", signed)
register.filter("tone", tone)


@register.simple_tag
def days_left(until: datetime) -> Html:
    """Return the time left until a moment, in days and hours; it counts down."""
    return draw_days_left((until - timezone.now()).total_seconds())


@register.simple_tag(takes_context=True)
def show(context: template.Context, block: Block) -> str:
    """Return a block of a page, drawn from its own context and that of the page."""
    with context.push(**block.context):
        # The template of a backend takes no context: the engine's own does.
        return str(cast(Any, get_template(block.template)).template.render(context))


@register.simple_tag
def next_deal_in() -> Html:
    """Return the time left until the next deal of the day: its set opens at 00:00 UTC, whenever today's closes."""
    now = timezone.now().astimezone(UTC)
    return days_left(datetime.combine(now.date() + timedelta(days=1), time.min, UTC))


@register.simple_tag
def countdown(until: datetime) -> Html:
    """Return the time left until a moment, in minutes and seconds; it counts down."""
    return draw_left(max(0.0, (until - timezone.now()).total_seconds()))


@register.simple_tag
def counted_down(start: int, number: int) -> SafeString:
    """Return a number to which a script counts from `start`."""
    return format_html('<b data-from="{}" data-to="{}">{}</b>', start, number, number)


@register.simple_tag
def in_same_page() -> Html:
    """Return the attributes of what leads from a table to the next one."""
    return IN_SAME_PAGE


@register.simple_tag
def sheet_head() -> Html:
    """Return the head of the score sheet over a phone's table."""
    return draw_sheet_head(_("Score sheet"))


@register.simple_tag
@cached_per_language
def picture(name: str) -> Html:
    """Return the static picture of this name, made of the table's own parts: to look at, not to click on."""
    return draw_picture(PICTURES[name]())


@register.simple_tag
@lru_cache(maxsize=32)
def fan(cards: str) -> SafeString:
    """Return cards in a fan, such as "SA H10", as an ornament that nothing is known from."""
    faces = [(card[0].lower(), card[1:]) for card in cards.split()]
    return format_html(
        '<span class="fan">{}</span>',
        format_html_join("", '<i class="card {} r{}"><b>{}</b></i>', [(suit, rank, rank) for suit, rank in faces]),
    )


@register.simple_block_tag
def words(content: str) -> SafeString:
    """Return what a block says, as one line, to be said in several places: `{% words as title %}`."""
    return SafeString(" ".join(content.split()))
