"""The result of a deal: its headline, the explained scores, and the last trick, hands and score sheet to look up."""

from typing import NamedTuple

from games.components.cards import laid_open
from games.components.context import TableContext
from games.components.explained import Explained, explain, explained
from games.components.html import NOTHING, Content, Html, Template, join, merge, url
from games.components.parts import Part
from games.components.score_sheet import ScoreSheet, score_sheet, score_table
from games.components.trick import PastTrick, draw_past, last_trick
from games.engine import HANDS, Card
from games.models.values import Stage
from games.presenters.i18n_cache import cached_per_language
from games.presenters.i18n_cache import gettext as _
from games.presenters.sentences import deal_headline, where
from games.presenters.words import capital


class Result(NamedTuple):
    """The deal just scored: the state of the game, the deal in one line, and each player's explained score."""

    where: str
    headline: str
    explained: tuple[Explained, ...]


def result(context: TableContext) -> Result | None:
    """Return the deal just scored; None at all other stages."""
    snapshot = context.snapshot
    if snapshot.stage is not Stage.SCORED or not snapshot.finished:
        return None
    return result_of_last_deal(context)


def result_of_last_deal(context: TableContext) -> Result:
    """Return the last scored deal, worded for the viewer."""
    snapshot, deal = context.snapshot, context.snapshot.finished[-1]
    headline = deal_headline(deal, context.names)
    return Result(capital(where(snapshot)), headline, explain(snapshot, deal, context.names))


_RESULT = Template('<p class="eyebrow">{where}</p><h1 id="sheet-title">{headline}</h1>{explained}')


def draw_result(shown: Result) -> Html:
    """Draw the result of the deal and the explained scores."""
    return _RESULT(where=shown.where, headline=shown.headline, explained=explained(shown.explained))


class DealtHand(NamedTuple):
    """A hand as it was dealt, with the name of its player."""

    label: str
    cards: tuple[Card, ...]


class Records(NamedTuple):
    """What can be looked up after a deal: its last trick, its hands with the proof of the deal, and the score sheet."""

    code: str
    deal: int | None
    last_trick: PastTrick | None
    hands: tuple[DealtHand, ...]
    commitment: str
    secret: str
    sheet: ScoreSheet | None


def records(context: TableContext) -> Records:
    """Return what can be looked up after the deal."""
    snapshot = context.snapshot
    has_result = snapshot.stage in (Stage.SCORED, Stage.OVER) and bool(snapshot.finished)
    return Records(
        code=context.code,
        deal=snapshot.deal_number if has_result else None,
        last_trick=last_trick(context) if snapshot.stage is Stage.SCORED else None,
        hands=_hands(context) if has_result else (),
        commitment=snapshot.commitment,
        secret=snapshot.secret or "",
        sheet=score_sheet(snapshot),
    )


def _hands(context: TableContext) -> tuple[DealtHand, ...]:
    """Return the four hands of a finished deal (docs/rules.md section 10); none before."""
    if context.view is None or context.view.dealt is None:
        return ()
    return tuple([DealtHand(context.names.label(hand), context.view.dealt[hand]) for hand in HANDS])


_LAST = Template('<section class="panel last-of-deal" id="last-of-deal"><h2>{title}</h2>{trick}</section>')
_REVIEW = Template('<p><a class="btn" href="{address}">{words}</a></p>')
_HANDS = Template(
    '<details class="panel hands" id="hands"><summary>{title}</summary><div class="four">{hands}</div>{proof}</details>'
)
_HAND = Template("<section><h3>{label}</h3>{cards}</section>")
_PROOF = Template(
    '<div class="proof"><h3>{title}</h3><p>{words}</p><dl><dt>{fingerprint}</dt><dd><code>{commitment}</code></dd>'
    "<dt>{name}</dt><dd><code>{secret}</code></dd></dl>"
    "<p><code>echo -n {secret} | xxd -r -p | sha256sum</code></p></div>"
)
_SCORES = Template('<section class="panel"><h2>{title}</h2>{table}</section>')


def draw_records(shown: Records) -> Content:
    """Draw the last trick, the hands and the score sheet."""
    return merge(
        [
            _LAST(title=_("Last trick"), trick=draw_past(shown.last_trick)) if shown.last_trick else NOTHING,
            _draw_review_link(shown.code, shown.deal) if shown.deal is not None else NOTHING,
            _draw_hands(shown) if shown.hands else NOTHING,
            _SCORES(title=_("Score sheet"), table=score_table(shown.sheet)) if shown.sheet else NOTHING,
        ]
    )


def _draw_review_link(code: str, deal: int) -> Html:
    return _REVIEW(address=url("review", code, deal), words=_("Review this deal"))


def _draw_hands(shown: Records) -> Html:
    return _HANDS(
        title=_("The hands"),
        hands=join([_HAND(label=hand.label, cards=laid_open(hand.cards)) for hand in shown.hands]),
        proof=_draw_proof(shown.commitment, shown.secret) if shown.secret else NOTHING,
    )


@cached_per_language
def _draw_proof(commitment: str, secret: str) -> Html:
    return _PROOF(
        title=_("The pack was fixed beforehand"),
        words=_("The fingerprint is the SHA-256 of the secret, and the secret alone decides the pack."),
        fingerprint=_("Fingerprint"),
        commitment=commitment,
        name=_("Secret"),
        secret=secret,
    )


RESULT = Part("result", result, draw_result)
RECORDS = Part("records", records, draw_records)
