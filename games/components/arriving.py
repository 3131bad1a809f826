"""What somebody reads who comes to a table with a free seat: who invites them, the game in three lines, and one button
that seats them.
"""

from accounts.base.addresses import address
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join, url
from games.components.parts import TOKEN
from games.engine import Player
from games.words import arriving as words
from games.words.language_cache import gettext as _

_LINES = Template('<ol class="three-lines">{lines}</ol>')
_LINE = Template("<li>{words}</li>")
_SIT = Template(
    '<form id="sit" method="post" action="{address}"{live}>{token}{name}'
    '<button class="btn turn">{sit}</button>{seats}</form>'
)
_MOVE = Template(
    '<form class="panel" id="sit" method="post" action="{address}" hx-post="{address}">{token}{seats}</form>'
)
_LIVE = Template(' hx-post="{address}"')
_NAME = Template(
    '<div class="field"><label for="sit-name">{label}</label><input id="sit-name" name="name" type="text"'
    ' autocomplete="nickname" maxlength="16" placeholder="{guest}"></div>'
)
_SEATS = Template(
    '<details class="choose-seat" id="choose-seat"><summary>{title}</summary><div class="free-seats">{buttons}</div>'
    "</details>"
)
_SEAT = Template('<button class="btn" name="player" value="{player}">{words}</button>')
_BESIDE = Template('<p class="small">{sign_in}<a href="{lesson}">{learn}</a></p>')
_SIGN_IN = Template('<a href="{address}">{words}</a> · ')


def draw_lines(context: TableContext) -> Html:
    """Draw the game in three lines."""
    snapshot = context.snapshot
    lines = words.three_lines(snapshot.rules, deals=snapshot.deals)
    return _LINES(lines=join([_LINE(words=line) for line in lines]))


def draw_sit(context: TableContext, free: list[Player]) -> Content:
    """Draw the form that seats a visitor, an anonymous one with a name, in the first free seat or in a chosen one."""
    address = url("sit", context.code)
    return _SIT.around(
        address=address,
        live=_LIVE(address=address) if context.signed_in else NOTHING,
        token=TOKEN,
        name=NOTHING if context.signed_in else _NAME(label=_("Your name at the table"), guest=_("Guest")),
        sit=_("Sit down"),
        seats=_draw_seats(free, _("Choose your seat"), _("Seat %(number)d")) if len(free) > 1 else NOTHING,
    )


def draw_move(context: TableContext, free: list[Player]) -> Content:
    """Draw the form in which a player who sits already changes to a free seat."""
    seats = _draw_seats(free, _("Change your seat"), _("Move to seat %(number)d"))
    return _MOVE.around(address=url("sit", context.code), token=TOKEN, seats=seats)


def _draw_seats(free: list[Player], title: str, label: str) -> Html:
    buttons = [_SEAT(player=player, words=label % {"number": player + 1}) for player in free]
    return _SEATS(title=title, buttons=join(buttons))


def draw_beside(context: TableContext) -> Html:
    """Draw the ways beside the button: to sign in, and to learn the game first."""
    login = f"{address('account_login')}?next={url('table', context.code)}"
    return _BESIDE(
        sign_in=NOTHING if context.signed_in else _SIGN_IN(address=login, words=_("Sign in")),
        lesson=url("first_deal"),
        learn=_("Learn the game in three minutes"),
    )
