"""A line of the results of a board by name. It is drawn once, for the list near the reader's own and that of all."""

from typing import Final, NamedTuple

from games.components.html import NOTHING, Html, Template, url
from games.components.seat import draw_avatar
from games.words.language_cache import gettext as _
from games.words.names import signed, tone

_LINE: Final = Template(
    '<tr{own}><td class="num">{place}</td><th scope="row">{avatar} <a href="{review}">{name}</a>{you}</th>'
    '<td class="num"><b class="{tone}">{points}</b></td>{percent}'
    '<td class="num wide">{bid}</td><td class="num wide">{tricks} / {contract}</td></tr>'
)
_OWN: Final = Html(' class="you"')
_YOU: Final = Template(' <span class="tag">{words}</span>')
_PER_CENT: Final = Template('<td class="num">{words}</td>')


class Result(NamedTuple):
    """A finished play, of the only deal of the game with this code. `percent` and `bid` are in words; `percent` is None
    on a board with too few results.
    """

    code: str
    place: int
    name: str
    avatar: str
    points: int
    percent: str | None
    bid: str
    tricks: int
    contract: int
    is_own: bool


def draw_result(result: Result) -> Html:
    """Draw the line of a result."""
    return _LINE(
        own=_OWN if result.is_own else NOTHING,
        place=result.place,
        avatar=draw_avatar(result.avatar),
        review=url("review", result.code, 1),
        name=result.name,
        you=_YOU(words=_("you")) if result.is_own else NOTHING,
        tone=tone(result.points),
        points=signed(result.points),
        percent=NOTHING if result.percent is None else _PER_CENT(words=result.percent),
        bid=result.bid,
        tricks=result.tricks,
        contract=result.contract,
    )
