"""The end of a deal: the four hands face up where they lay, each player's result beside them, and below them records to
look up.
"""

from games.components.cards import laid_open
from games.components.celebration import of_deal
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join, merge, url
from games.components.looking_together import draw_begin
from games.components.outcome import draw_outcome, way
from games.components.parts import drawn
from games.components.scores import explain, explained, score_sheet, score_table
from games.components.seeds import draw_facts
from games.engine import DUMMY, Card, HandId, Player, clockwise_from
from games.play.snapshot import FinishedDeal
from games.values import Stage
from games.words.endings import stamps, verdict
from games.words.language_cache import gettext as _
from games.words.names import Names, bags, capital, plain, signed
from games.words.sentences import accepted_claim, deal_headline, deals_closed, where

_RESULT = Template('<div class="deal-end">{outcome}{seats}</div>')
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
    '<div class="tally">{change}<p class="total"><span class="sr">{total_word} {total}</span>'
    ' <b data-from="{before}" data-to="{after}" aria-hidden="true">{total}</b></p>'
    "{bags}</div>"
)
_CHANGE = Template('<p class="change">{change} <span class="sr">{this_deal}</span></p>')
_BAGS = Template('<p class="bag-count">{words}</p>')
_WHY = Template('<details class="panel folded" id="why"{holds}><summary>{title}</summary>{inside}{explained}</details>')
_WHILE_OPEN = Template(' hx-post="{address}" hx-trigger="toggle" hx-swap="none" hx-include="#{name}[open] > .holds"')
_OPEN = Html('<input class="holds" type="hidden" name="open" value="1">')
"""What a part with these attributes has inside: it is sent while that is open."""


def _while_open(context: TableContext, name: str) -> Html:
    """Return the attributes of a `<details>` of this id by which the server learns that a player looks into it, which
    holds the next deal (`games.play.holds`).
    """
    snapshot = context.snapshot
    holds = snapshot.stage is Stage.SCORED and snapshot.mode.waits_for_looks and not snapshot.is_by_turns
    if not context.is_player or not holds:
        return NOTHING
    return _WHILE_OPEN(address=url("hold", context.code), name=name)


def _draw_result(context: TableContext) -> Content | None:
    finished = context.snapshot.finished
    return result_of_deal(context, finished[-1], where(context.snapshot)) if finished else None


def result_of_deal(context: TableContext, deal: FinishedDeal, where: str, below: Content = NOTHING) -> Content:
    """Draw the felt after a deal: what the viewer made in large, all hands and results, and `below` the verdict.

    Spectators read how the declarer did.
    """
    names, sentence, viewer = context.names, deal_headline(deal, context.names), context.names.viewer
    words = " ".join(filter(None, (accepted_claim(context.view, names), "" if viewer is None else sentence)))
    outcome = draw_outcome(
        where,
        sentence if viewer is None else verdict(deal, viewer),
        points=None if viewer is None else deal.scores[viewer].total,
        sentence=words,
        below=below,
        signs=of_deal(context, deal),
    )
    return _RESULT.around(outcome=outcome, seats=_draw_seats(context, deal))


def why(context: TableContext, deal: FinishedDeal) -> Html:
    """Draw the reasons for all points of a deal, folded up."""
    return _WHY(
        holds=_while_open(context, "why"),
        title=_("Where the points come from"),
        inside=_OPEN,
        explained=explained(explain(deal, context.snapshot.rules, context.names)),
    )


def _draw_seats(context: TableContext, deal: FinishedDeal) -> Html:
    """Draw the seats in reading order: the viewer's own, the other players clockwise, the dummy."""
    seats, names = [], context.names
    hands = context.view.dealt if context.view else None
    for hand in (*clockwise_from(names.viewer or 0), DUMMY):
        result = NOTHING if hand == DUMMY else _draw_player(context, deal, hand)
        turned_up = _draw_hand(hand, hands[hand], names) if hands else NOTHING
        seats.append(_SEAT(position=context.places[hand], name=names.label(hand), result=result, hand=turned_up))
    return join(seats)


def _draw_player(context: TableContext, deal: FinishedDeal, player: Player) -> Html:
    score, names = deal.scores[player], context.names
    goes_on, count = context.snapshot.mode.bags_go_on, bags(score.bags_after, context.snapshot.rules.bag_limit)
    shown = [_STAMP(tone=stamp.tone, words=stamp.words, points=stamp.points) for stamp in stamps(deal, player, names)]
    tally = _TALLY(
        change=_CHANGE(change=signed(score.total), this_deal=_("This deal")) if goes_on else NOTHING,
        total_word=_("Total"),
        before=score.points_after - score.total,
        after=score.points_after,
        total=plain(score.points_after),
        bags=_BAGS(words=_("bags %(bags)s") % {"bags": count}) if goes_on else NOTHING,
    )
    return join([_STAMPS(stamps=join(shown)), tally])


def _draw_hand(hand: HandId, cards: tuple[Card, ...], names: Names) -> Html:
    return _HAND(label=capital(names.hand(hand)), name=names.label(hand), cards=laid_open(cards))


RESULT = drawn("result", _draw_result)


_CLOSED = Template('<p class="small">{words}</p>')
_TO_REVIEW = Template('<div class="to-review">{review}{together}</div>')
_PROOF = Template(
    '<details class="panel folded proof" id="proof"{holds}><summary>{title}</summary>{inside}<p>{words}</p>'
    "<dl>{facts}</dl>{verify}</details>"
)
_SHEET = Template('<details class="panel folded" id="deal-by-deal"><summary>{title}</summary>{table}</details>')
_VERIFY = Template('<p><a class="btn" href="{address}">{words}</a></p>')


def draw_records(context: TableContext) -> Content:
    """Draw the ways to the review of a finished deal, and its proof."""
    snapshot = context.snapshot
    if not snapshot.finished or snapshot.stage is Stage.CLOSED:
        return NOTHING
    proof = NOTHING if snapshot.deals_are_closed else _draw_proof(context)
    return merge((_draw_ways_to_review(context), _draw_sheet(context), proof))


def _draw_sheet(context: TableContext) -> Html:
    """Draw the score sheet where the site has no page with it."""
    sheet = None if context.snapshot.mode.on_site else score_sheet(context.snapshot)
    if sheet is None:
        return NOTHING
    return _SHEET(title=_("Score sheet"), table=score_table(sheet))


def _draw_records(context: TableContext) -> Content:
    return merge((draw_records(context), why(context, context.snapshot.finished[-1])))


def _draw_ways_to_review(context: TableContext) -> Content:
    """Draw the link to the deal's review and the button to look at it together, or that it is closed yet; nothing
    where the site does not have the deal. At the end of a game the link is among the ways on from it.
    """
    if not context.snapshot.mode.on_site:
        return NOTHING
    if context.snapshot.deals_are_closed:
        return _CLOSED(words=deals_closed(in_tournament=context.snapshot.round is not None))
    address, together = url("review", context.code, context.snapshot.deal_number), draw_begin(context)
    if context.snapshot.stage is not Stage.OVER:
        return _TO_REVIEW.around(review=way(address, _("Review this deal")), together=together)
    return _TO_REVIEW.around(review=NOTHING, together=together) if together else NOTHING


def _draw_proof(context: TableContext) -> Html:
    """Draw the proof of a finished deal's pack (docs/fairness.md)."""
    proof = context.snapshot.proof
    if proof is None:
        return NOTHING
    return _PROOF(
        holds=_while_open(context, "proof"),
        inside=_OPEN,
        title=_("Fair cards"),
        words=_("The secret was fixed by the fingerprint, and with the seeds it gives exactly these cards."),
        facts=draw_facts(context, proof.commitment, proof.seeds, proof.secret),
        verify=_draw_way_to_verify(context, proof.number),
    )


def _draw_way_to_verify(context: TableContext, number: int) -> Html:
    """Draw the link that verifies a deal which the site has."""
    if not context.snapshot.mode.on_site:
        return NOTHING
    return _VERIFY(address=f"{url('verify')}?table={context.code}&deal={number}", words=_("Verify this deal"))


RECORDS = drawn("records", lambda at: _draw_records(at) if at.snapshot.finished else None)
