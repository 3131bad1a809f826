"""The end of a deal on the felt: the four hands face up where they lay, and each player's result beside them."""

from games.components.cards import laid_open
from games.components.context import Places, TableContext
from games.components.html import NOTHING, Html, Template, join
from games.components.parts import drawn
from games.components.scores import explain, explained
from games.engine import DUMMY, Card, HandId, Player, Rules, clockwise_from
from games.play.snapshot import FinishedDeal
from games.words.endings import own_result, stamps
from games.words.language_cache import cached_per_language, gettext as _
from games.words.names import Names, bags, capital, plain, signed
from games.words.sentences import deal_headline, where

_RESULT = Template(
    '<div class="deal-end"><header class="outcome"><p class="eyebrow">{where}</p>'
    '<h1 id="sheet-title" tabindex="-1">{headline}</h1>{sentence}</header>{seats}</div>'
)
_SENTENCE = Template('<p class="told-of-deal">{words}</p>')
_FELT = Template('<div class="deal-end">{seats}</div>')
_SEAT = Template(
    '<article class="end end-{position}"><div class="result"><h2>{name}</h2>{result}</div>{hand}</article>'
)
_HAND = Template(
    '<div class="turned-up" role="group" aria-label="{label}"><p class="whose" aria-hidden="true">{name}</p>'
    "{cards}</div>"
)
_STAMPS = Template('<ul class="stamps">{stamps}</ul>')
_STAMP = Template('<li class="stamp {tone}">{words} <b>{points}</b></li>')
_TALLY = Template(
    '<div class="tally"><p class="change">{change} <span class="sr">{this_deal}</span></p>'
    '<p class="total"><span class="sr">{total_word} {total}</span>'
    ' <b data-from="{before}" data-to="{after}" aria-hidden="true">{total}</b></p>'
    '<p class="bag-count">{bags}</p></div>'
)
_WHY = Template('<details class="panel folded" id="why"><summary>{title}</summary>{explained}</details>')


def _result(context: TableContext) -> Html | None:
    snapshot, view = context.snapshot, context.view
    if not snapshot.finished:
        return None
    hands = view.dealt if view else None
    eyebrow = capital(where(snapshot))
    return _draw_result(eyebrow, snapshot.finished[-1], hands, snapshot.rules, context.places, context.names)


@cached_per_language
def _draw_result(
    eyebrow: str,
    deal: FinishedDeal,
    hands: tuple[tuple[Card, ...], ...] | None,
    rules: Rules,
    places: Places,
    names: Names,
) -> Html:
    sentence = deal_headline(deal, names)
    own = "" if names.viewer is None else own_result(deal.scores[names.viewer].total)
    return _RESULT(
        where=eyebrow,
        headline=own or sentence,
        sentence=_SENTENCE(words=sentence) if own else NOTHING,
        seats=_draw_seats(deal, hands, rules, places, names),
    )


def why(deal: FinishedDeal, rules: Rules, names: Names) -> Html:
    """Draw the reasons for all points of a deal, folded up."""
    return _WHY(title=_("Where the points come from"), explained=explained(explain(deal, rules, names)))


def hands_and_results(context: TableContext, deal: FinishedDeal) -> Html:
    """Draw the felt of a game's last deal without a headline."""
    hands = context.view.dealt if context.view else None
    return _FELT(seats=_draw_seats(deal, hands, context.snapshot.rules, context.places, context.names))


def _draw_seats(
    deal: FinishedDeal, hands: tuple[tuple[Card, ...], ...] | None, rules: Rules, places: Places, names: Names
) -> Html:
    """Draw the seats in reading order: the viewer's own, the other players clockwise, the dummy."""
    seats = []
    for hand in (*clockwise_from(names.viewer or 0), DUMMY):
        result = NOTHING if hand == DUMMY else _draw_player(deal, hand, rules, names)
        turned_up = _draw_hand(hand, hands[hand], names) if hands else NOTHING
        seats.append(_SEAT(position=places[hand], name=names.label(hand), result=result, hand=turned_up))
    return join(seats)


def _draw_player(deal: FinishedDeal, player: Player, rules: Rules, names: Names) -> Html:
    score = deal.scores[player]
    shown = [_STAMP(tone=stamp.tone, words=stamp.words, points=stamp.points) for stamp in stamps(deal, player, names)]
    tally = _TALLY(
        change=signed(score.total),
        this_deal=_("This deal"),
        total_word=_("Total"),
        before=score.points_after - score.total,
        after=score.points_after,
        total=plain(score.points_after),
        bags=_("bags %(bags)s") % {"bags": bags(score.bags_after, rules.bag_limit)},
    )
    return join([_STAMPS(stamps=join(shown)), tally])


def _draw_hand(hand: HandId, cards: tuple[Card, ...], names: Names) -> Html:
    return _HAND(label=capital(names.hand(hand)), name=names.label(hand), cards=laid_open(cards))


RESULT = drawn("result", _result)
