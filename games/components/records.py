"""Records to look up after a deal: its points explained, its last trick, review and proof, and the score sheet."""

from games.components.context import TableContext
from games.components.deal_end import why
from games.components.html import NOTHING, Html, Template, join, url
from games.components.parts import drawn
from games.components.scores import score_sheet, score_table
from games.components.seeds import draw_facts
from games.components.trick import last_trick
from games.models import Stage
from games.words.language_cache import gettext as _

_LAST = Template('<section class="panel last-of-deal" id="last-of-deal"><h2>{title}</h2>{trick}</section>')
_REVIEW = Template('<p><a class="btn" href="{address}">{words}</a></p>')
_PROOF = Template(
    '<details class="panel folded proof" id="proof"><summary>{title}</summary><p>{words}</p><dl>{facts}</dl>'
    '<p><a class="btn" href="{address}">{verify}</a></p></details>'
)
_SCORES = Template('<section class="panel"><h2>{title}</h2>{table}</section>')


def _draw_records(context: TableContext) -> Html:
    """Draw the records of the deal, and the score sheet."""
    snapshot = context.snapshot
    records = []
    if snapshot.finished and snapshot.stage is Stage.SCORED:
        records += [why(snapshot.finished[-1], snapshot.rules, context.names)]
    if snapshot.finished and snapshot.stage is not Stage.CLOSED and (last := last_trick(context)):
        # A page that has no live connection may never have shown the thirteenth trick.
        records += [_LAST(title=_("Last trick"), trick=last)]
    if snapshot.finished and snapshot.stage is not Stage.CLOSED:
        review = url("review", context.code, snapshot.deal_number)
        records += [_REVIEW(address=review, words=_("Review this deal")), _draw_proof(context)]
    sheet = score_sheet(snapshot)
    return join([*records, _SCORES(title=_("Score sheet"), table=score_table(sheet)) if sheet else NOTHING])


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
