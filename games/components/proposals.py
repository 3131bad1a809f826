"""Proposals to take a move back or end the game, and the button to take the seat back from a bot."""

from datetime import datetime
from typing import NamedTuple

from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, merge, posts_to
from games.components.parts import TOKEN, VERSIONED, Part
from games.engine import Player
from games.presenters.i18n_cache import gettext as _
from games.presenters.words import Names, capital, listing


class Question(NamedTuple):
    """An open proposal: its text, whether the viewer has to answer or may withdraw it, and who else has to answer.

    `lapses_at` is when missing answers count as refusals, None if no clock or bot waits.
    """

    sentence: str
    may_answer: bool
    may_withdraw: bool
    waiting: str
    lapses_at: datetime | None


class Banners(NamedTuple):
    """The bot that sits in for the viewer, the open proposal, and the refusal of the viewer's own one."""

    code: str
    stand_in: str
    question: Question | None
    refused: str


def banners(context: TableContext) -> Banners | None:
    """Return the banners; None if there are none."""
    shown = Banners(context.code, context.stand_in, question(context), refused(context))
    return shown if any(shown[1:]) else None


def question(context: TableContext) -> Question | None:
    """Return the open proposal, if there is one."""
    asked, names = context.snapshot.proposal, context.names
    if asked is None:
        return None
    others = [names.within(player) for player in sorted(context.missing) if not names.is_you(player)]
    return Question(
        sentence=_asked(asked.kind, asked.player, names),
        may_answer=context.must_answer,
        may_withdraw=names.is_you(asked.player) and not context.stand_in,
        waiting=_("%(names)s still to agree") % {"names": capital(listing(others))} if others else "",
        lapses_at=asked.lapses_at,
    )


def _asked(kind: str, player: Player, names: Names) -> str:
    if kind == "back":
        return names.say(
            player, _("You ask to take your last move back."), _("%(name)s asks to take the last move back.")
        )
    return names.say(player, _("You propose to end the game."), _("%(name)s proposes to end the game."))


def refused(context: TableContext) -> str:
    """Return the sentence that the viewer's proposal was refused, "" if it was not."""
    asked = context.snapshot.refused
    if asked is None or asked.withdrawn or context.viewer is None or asked.player != context.viewer:
        return ""
    if asked.kind == "back":
        return _("Not everyone agrees: your move stands.")
    return _("Not everyone agrees: the game goes on.")


_BANNERS = Template('<div class="banners" id="banners" aria-live="polite">{banners}</div>')
_SEAT_BACK = Template(
    '<form class="banner" id="seat-back" {action}>{token}<p>{words}</p><button class="btn turn">{button}</button>'
    "</form>"
)
_QUESTION = Template(
    '<form class="banner" id="question" {action}>{fields}<p>{sentence}{waiting}{lapses}</p>{answers}</form>'
)
_SMALL = Template(" <small>{words}</small>")
_LAPSES = Template(' <small>{words} <time datetime="{at}" data-countdown></time></small>')
_ANSWER = Template('<button class="btn{turn}" name="accept" value="{value}">{words}</button>')
_REFUSED = Template('<div class="banner refusal" id="refused"><p>{words}</p></div>')


def draw_banners(shown: Banners) -> Content:
    """Draw the banners, each with its buttons."""
    drawn = [
        _draw_seat_back(shown) if shown.stand_in else NOTHING,
        _draw_question(shown.code, shown.question) if shown.question else NOTHING,
        _REFUSED(words=shown.refused) if shown.refused else NOTHING,
    ]
    return _BANNERS.around(banners=merge(drawn))


def _draw_seat_back(shown: Banners) -> Content:
    return _SEAT_BACK.around(
        action=posts_to("take_seat", shown.code),
        token=TOKEN,
        words=_("%(bot)s plays for you.") % {"bot": shown.stand_in},
        button=_("Take your seat back"),
    )


def _draw_question(code: str, asked: Question) -> Content:
    return _QUESTION.around(
        action=posts_to("reply", code),
        fields=VERSIONED,
        sentence=asked.sentence,
        waiting=_SMALL(words=asked.waiting) if asked.waiting else NOTHING,
        lapses=_LAPSES(words=_("No answer counts as no:"), at=asked.lapses_at.isoformat())
        if asked.lapses_at
        else NOTHING,
        answers=_draw_answers(asked),
    )


def _draw_answers(asked: Question) -> Html:
    if asked.may_answer:
        agree = _ANSWER(turn=" turn", value="yes", words=_("Agree"))
        return Html(agree + _ANSWER(turn="", value="no", words=_("No")))
    return _ANSWER(turn="", value="no", words=_("Withdraw")) if asked.may_withdraw else NOTHING


_TAKE_BACK = Template(
    '<form class="take-back" {action}>{token}<button class="btn on-the-felt" name="kind" value="back">'
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">'
    '<path d="M7 3 3 7l4 4M3 7h8a5 5 0 0 1 0 10H7"/></svg><span>{words}</span></button></form>'
)


def may_take_back(context: TableContext) -> str | None:
    """Return the table's code if the viewer may propose to take the last move back."""
    return context.code if context.snapshot.may_take_back else None


def draw_take_back(code: str) -> Content:
    """Draw the button that proposes to take the last move back."""
    return _TAKE_BACK.around(action=posts_to("propose", code), token=TOKEN, words=_("Take back"))


BANNERS = Part("banners", banners, draw_banners)
TAKE_BACK = Part("take-back", may_take_back, draw_take_back)
