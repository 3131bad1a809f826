"""Claims: the button to claim the remaining tricks, and the form to answer a claim (docs/rules.md section 6)."""

from typing import NamedTuple

from games.components.cards import Face, face, face_of
from games.components.context import TableContext
from games.components.html import Content, Template, join, posts_to
from games.components.parts import VERSIONED, Part
from games.presenters.i18n_cache import gettext as _
from games.presenters.sentences import claim_news, waiting


class Claim(NamedTuple):
    """An open claim: its text, its hand, and whether the viewer or somebody else has to answer."""

    code: str
    sentence: str
    hand: tuple[Face, ...]
    may_answer: bool
    waiting: str


def claim(context: TableContext) -> Claim | None:
    """Return the open claim, if there is one."""
    view = context.view
    if view is None or view.claim is None or view.claim_hand is None:
        return None
    return Claim(
        code=context.code,
        sentence=claim_news(view.claim, context.names),
        hand=tuple(map(face_of, view.claim_hand)),
        may_answer=view.may_answer_claim,
        waiting="" if view.may_answer_claim else waiting(view, context.names),
    )


def may_claim(context: TableContext) -> str | None:
    """Return the table's code if the viewer may claim."""
    return context.code if context.view is not None and context.view.may_claim else None


_CLAIM = Template(
    '<section class="panel centre-panel claim-box" id="claim"><h2>{sentence}</h2><ul class="strip">{hand}</ul>{answer}'
    "</section>"
)
_CARD = Template("<li>{face}</li>")
_HINT = Template('<p class="hint">{words}</p>')
_ANSWER = Template(
    "<form {action}>{fields}"
    '<button class="btn turn" name="accept" value="yes">{accept}</button>'
    '<button class="btn" name="accept" value="no">{refuse}</button></form><p class="hint">{hint}</p>'
)
_ASK = Template(
    '<details class="claim" id="claim-ask"><summary class="btn on-the-felt">{claim}</summary>'
    '<form class="panel" {action}>{fields}<p>{hint}</p><button class="btn primary">{claim}</button></form></details>'
)


def draw_claim(shown: Claim) -> Content:
    """Draw the claim, with a form for a player who has to answer."""
    return _CLAIM.around(
        sentence=shown.sentence,
        hand=join([_CARD(face=face(card)) for card in shown.hand]),
        answer=_draw_answer(shown.code) if shown.may_answer else _HINT(words=shown.waiting),
    )


def _draw_answer(code: str) -> Content:
    return _ANSWER.around(
        action=posts_to("answer", code, "answer"),
        fields=VERSIONED,
        accept=_("Accept"),
        refuse=_("Play on"),
        hint=_consequence(),
    )


def draw_claim_ask(code: str) -> Content:
    """Draw the button to claim, and an explanation of claims."""
    action = posts_to("claim", code, "claim")
    return _ASK.around(claim=_("Claim the rest"), action=action, fields=VERSIONED, hint=_consequence())


def _consequence() -> str:
    return _("If both accept, the deal ends and this hand wins every trick that is left.")


CLAIM = Part("claim", claim, draw_claim)
CLAIM_ASK = Part("claim-ask", may_claim, draw_claim_ask)
