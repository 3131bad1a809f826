"""The end of a deal: the four hands face up where they lay, each player's result beside them, and below them records to
look up.
"""

from games.components.cards import laid_open
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join, merge, url
from games.components.looking_together import draw_begin
from games.components.parts import drawn
from games.components.scores import explain, explained, score_sheet, score_table
from games.components.seeds import draw_facts
from games.components.trick import last_trick
from games.engine import DUMMY, Card, HandId, Player, Rules, clockwise_from
from games.models import Stage
from games.play.snapshot import FinishedDeal
from games.words.endings import own_result, stamps
from games.words.language_cache import gettext as _
from games.words.names import Names, bags, capital, plain, signed
from games.words.sentences import accepted_claim, deal_headline, deals_closed, where

_RESULT = Template(
    '<div class="deal-end"><header class="outcome"><p class="eyebrow">{where}</p>'
    '<h1 id="sheet-title" tabindex="-1">{headline}</h1>{sentence}</header>{seats}</div>'
)
_SENTENCE = Template('<p class="deal-sentence">{words}</p>')
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
    snapshot, names = context.snapshot, context.names
    if not snapshot.finished:
        return None
    deal = snapshot.finished[-1]
    sentence = deal_headline(deal, names)
    own = "" if names.viewer is None else own_result(deal.scores[names.viewer].total)
    below = " ".join(filter(None, (accepted_claim(context.view, names), sentence if own else "")))
    return _RESULT(
        where=capital(where(snapshot)),
        headline=own or sentence,
        sentence=_SENTENCE(words=below) if below else NOTHING,
        seats=_draw_seats(context, deal),
    )


def why(deal: FinishedDeal, rules: Rules, names: Names) -> Html:
    """Draw the reasons for all points of a deal, folded up."""
    return _WHY(title=_("Where the points come from"), explained=explained(explain(deal, rules, names)))


def hands_and_results(context: TableContext, deal: FinishedDeal) -> Html:
    """Draw the felt of a game's last deal without a headline."""
    return _FELT(seats=_draw_seats(context, deal))


def _draw_seats(context: TableContext, deal: FinishedDeal) -> Html:
    """Draw the seats in reading order: the viewer's own, the other players clockwise, the dummy."""
    seats, names = [], context.names
    hands = context.view.dealt if context.view else None
    for hand in (*clockwise_from(names.viewer or 0), DUMMY):
        result = NOTHING if hand == DUMMY else _draw_player(deal, hand, context.snapshot.rules, names)
        turned_up = _draw_hand(hand, hands[hand], names) if hands else NOTHING
        seats.append(_SEAT(position=context.places[hand], name=names.label(hand), result=result, hand=turned_up))
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


_LAST = Template('<section class="panel last-of-deal" id="last-of-deal"><h2>{title}</h2>{trick}</section>')
_CLOSED = Template('<p class="small">{words}</p>')
_REVIEW = Template('<div class="to-review"><a class="btn" href="{address}">{words}</a>{together}</div>')
_PROOF = Template(
    '<details class="panel folded proof" id="proof"><summary>{title}</summary><p>{words}</p><dl>{facts}</dl>'
    '<p><a class="btn" href="{address}">{verify}</a></p></details>'
)
_SCORES = Template('<section class="panel"><h2>{title}</h2>{table}</section>')


def _draw_records(context: TableContext) -> Content:
    """Draw the ways to the deal's review, the records of the deal, and the score sheet."""
    snapshot = context.snapshot
    has_deal = bool(snapshot.finished) and snapshot.stage is not Stage.CLOSED
    records: list[Content] = [_draw_ways_to_review(context) if has_deal else NOTHING]
    if has_deal and snapshot.stage is Stage.SCORED:
        records += [why(snapshot.finished[-1], snapshot.rules, context.names)]
    if has_deal and (last := last_trick(context)):
        # A page that has no live connection may never have shown the thirteenth trick.
        records += [_LAST(title=_("Last trick"), trick=last)]
    if has_deal and not snapshot.deals_are_closed:
        records += [_draw_proof(context)]
    sheet = score_sheet(snapshot)
    return merge([*records, _SCORES(title=_("Score sheet"), table=score_table(sheet)) if sheet else NOTHING])


def _draw_ways_to_review(context: TableContext) -> Content:
    """Draw the link to the deal's review and the button to look at it together, or that it is closed yet."""
    if context.snapshot.deals_are_closed:
        return _CLOSED(words=deals_closed(in_tournament=context.snapshot.round is not None))
    review = url("review", context.code, context.snapshot.deal_number)
    return _REVIEW.around(address=review, words=_("Review this deal"), together=draw_begin(context))


def _draw_proof(context: TableContext) -> Html:
    """Draw the proof of a finished deal's pack (docs/fairness.md)."""
    proof = context.snapshot.proof
    if proof is None:
        return NOTHING
    return _PROOF(
        title=_("Fair cards"),
        words=_("The secret was fixed by the fingerprint, and with the seeds it gives exactly these cards."),
        facts=draw_facts(context, proof.commitment, proof.seeds, proof.secret),
        address=url("verify_deal", context.code, proof.number),
        verify=_("Verify this deal"),
    )


RECORDS = drawn("records", _draw_records)
