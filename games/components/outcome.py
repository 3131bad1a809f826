"""The result on the felt, the same for a deal, a board and a game: what one made in large and in words, chips, one step
that comes next, and the rest behind "More".
"""

from collections.abc import Iterable

from games.components.html import NOTHING, Content, Html, Template, join, merge
from games.words.language_cache import gettext as _
from games.words.names import capital, signed, tone

_OUTCOME = Template(
    '<header class="outcome"{signs}><p class="eyebrow">{where}</p><h1 id="sheet-title" tabindex="-1">{verdict}</h1>'
    "{points}{sentence}{chips}{below}</header>"
)
_POINTS = Template('<p class="own-points {tone}">{points}</p>')
_SENTENCE = Template('<p class="deal-sentence">{words}</p>')
_CHIPS = Template('<p class="chips">{chips}</p>')
_CHIP = Template('<span class="chip">{words}</span> ')
_ACTIONS = Template(
    '<div class="actions ways-on">{first}<details class="more" id="more"><summary class="btn">{more}</summary>'
    '<div class="panel">{rest}</div></details></div>'
)
_LINK = Template('<a class="btn" href="{address}">{words}</a>')


def draw_outcome(
    where: str,
    verdict: str,
    *,
    points: int | None = None,
    sentence: str = "",
    chips: Iterable[str] = (),
    below: Content = NOTHING,
    signs: Html = NOTHING,
) -> Content:
    """Draw the head of a result: `where` it was made, the `verdict` in large, `points` of one's own, and `below`.

    `signs` are its attributes that say what is celebrated (`celebration`).
    """
    shown = join([_CHIP(words=words) for words in chips])
    return _OUTCOME.around(
        signs=signs,
        where=capital(where),
        verdict=verdict,
        points=NOTHING if points is None else _POINTS(tone=tone(points), points=signed(points)),
        sentence=_SENTENCE(words=sentence) if sentence else NOTHING,
        chips=_CHIPS(chips=shown) if shown else NOTHING,
        below=below,
    )


def draw_ways_on(first: Content, rest: Iterable[Content]) -> Content:
    """Draw the one step that comes next, and all others behind "More"."""
    return _ACTIONS.around(first=first, more=_("More"), rest=merge(rest))


def way(address: str, words: str) -> Html:
    """Draw one of the ways on as a link."""
    return _LINK(address=address, words=words)
