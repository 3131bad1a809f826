"""Claims and proposals, with the forms to answer them; and the buttons to claim, to take back and for a hint."""

from accounts.base.names import isolated
from games.components.cards import face_of, unplayable
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, cached, join, merge, posts_to, url
from games.components.looking_together import draw_led
from games.components.parts import TOKEN, VERSIONED, Slot, drawn
from games.components.pausing import draw_paused, draw_wait
from games.components.times import Countdown
from games.engine import DUMMY, Card, View
from games.play.snapshot import OpenProposal
from games.values import Proposal, Stage
from games.words.language_cache import cached_per_language, gettext as _
from games.words.names import capital, listing, signed, the_card
from games.words.sentences import claim_news, claim_refused, waiting

_CLAIM = Template(
    '<section class="panel centre-panel claim-box{for_dummy}" id="claim"><h2>{sentence}</h2>'
    '<ul class="strip" translate="no">{hand}</ul>{answer}</section>'
)
_WAITING = Template('<p class="hint">{words}</p>')
_ANSWER_CLAIM = Template(
    "<form {action}>{fields}"
    '<button class="btn turn" name="accept" value="yes">{accept}</button>'
    '<button class="btn" name="accept" value="no">{refuse}</button></form><p class="hint">{consequence}</p>'
)
_CONSEQUENCE = Template("<span>{words}</span>{nils}")
_NILS = Template(' <span class="in-short">{words}</span>')
_CLAIM_ASK = Template(
    '<details class="claim" id="claim-ask"><summary class="btn on-the-felt">{claim}</summary>'
    '<form class="panel" {action}>{fields}<p>{consequence}</p>{choice}</form></details>'
)
_CLAIM_BUTTON = Template('<button class="btn turn">{claim}</button>')
_CHOICE = Template('<fieldset><legend>{words}</legend><div class="numbers">{numbers}{button}</div></fieldset>')
_NUMBER = Template(
    '<label><input type="radio" name="tricks" value="{count}" id="claim-{count}"{checked}><span>{words}</span></label>'
)
_CHECKED = Html(" checked")
_BANNERS = Template('<div class="banners" id="banners" aria-live="polite">{banners}</div>')
_SEAT_BACK = Template(
    '<form class="banner" id="seat-back" {action}>{token}<p>{words}</p><button class="btn turn">{button}</button>'
    "</form>"
)
_QUESTION = Template(
    '<form class="banner" id="question" {action}>{fields}<p>{sentence}{waiting}{lapses}</p>{answers}</form>'
)
_SMALL = Template(" <small>{words}</small>")
_LAPSES = Template(' <small>{words} <span aria-live="off">{at}</span></small>')
_ANSWER = Template('<button class="btn{turn}" name="accept" value="{value}">{words}</button>')
_REFUSED = Template('<div class="banner news" id="refused"><p>{words}</p></div>')
_ABSENT = Template(
    '<div class="banner news absent" id="absent"><p>{words}{more}</p><div class="choices">{choices}</div></div>'
)
_CALL_BOT = Template(
    '<form class="call-bot" {action}>{token}<button class="btn turn" name="player" value="{player}">{words}</button>'
    "</form>"
)
_LATE = cached('<div class="banner news" id="late"><p>{words}</p></div>')
_LAST_DEAL = Template(
    '<details class="last-deal" id="last-deal-over" open><summary aria-label="{close}">×</summary><p>{words}'
    ' <a href="{address}">{review}</a> · <a href="{sheet}">{sheet_word}</a></p></details>'
)
_TAKE_BACK = Template(
    '<form class="undo" {action}>{token}{may}<button class="btn on-the-felt" name="kind" value="back">'
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">'
    '<path d="M7 3 3 7l4 4M3 7h8a5 5 0 0 1 0 10H7"/></svg><span>{words}</span></button></form>'
)
_MAY_TAKE_BACK = Html('<i class="take-back" hidden></i>')
_HINT = Template(
    '<details class="ask-hint" id="hint-{version}" hx-get="{address}" hx-trigger="toggle once" hx-target="find .panel"'
    ' hx-swap="innerHTML"><summary class="btn on-the-felt">'
    '<svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true"><path d="M7 14c0-2-2.5-3-2.5-6.5a5.5 5.5 0 0 1'
    ' 11 0C15.5 11 13 12 13 14zM7.5 17.5h5"/></svg><span>{hint}</span></summary>'
    '<div class="panel" role="status" tabindex="0"><a href="{address}">{show}</a></div></details>'
)


def _draw_claim(context: TableContext) -> Content | None:
    """Draw the open claim, with a form for a player who has to answer (docs/rules.md section 6)."""
    view, names = context.view, context.names
    if view is None or view.claim is None or view.claim_hand is None or view.declarer is None:
        return None
    answer = _ANSWER_CLAIM.around(
        action=posts_to("answer", context.code, "answer"),
        fields=VERSIONED,
        accept=_("Accept"),
        refuse=_("Play on"),
        consequence=_draw_consequence(view),
    )
    return _CLAIM.around(
        for_dummy=" for-dummy" if view.claim.hand == DUMMY else "",
        sentence=claim_news(view.claim, view.tricks_left, view.declarer, names),
        hand=join([unplayable[face_of(card)] for card in view.claim_hand]),
        answer=answer if view.may_answer_claim else _WAITING(words=waiting(view, names)),
    )


def _draw_claim_ask(context: TableContext) -> Content | None:
    view = context.view
    if view is None or not view.may_claim:
        return None
    return _CLAIM_ASK.around(
        claim=_("Claim tricks"),
        action=posts_to("claim", context.code, "claim"),
        fields=VERSIONED,
        consequence=_draw_consequence(view),
        choice=_draw_choice(view.claimable),
    )


@cached_per_language
def _draw_choice(claimable: tuple[int, ...]) -> Html:
    """Draw the numbers of tricks to claim, all of them chosen first, with the button; that alone if there is one."""
    *fewer, left = claimable
    button = _CLAIM_BUTTON(claim=_("Claim tricks"))
    if not fewer:
        return button
    numbers = [_NUMBER(count=count, checked=NOTHING, words=count) for count in fewer]
    every = _NUMBER(count=left, checked=_CHECKED, words=_("All %(count)d") % {"count": left})
    return _CHOICE(words=_("How many tricks do you claim?"), numbers=join([*numbers, every]), button=button)


def _draw_consequence(view: View) -> Html:
    """Draw what the open claim means if it is accepted, or one that the viewer may make (docs/rules.md section 6)."""
    claim = view.claim
    words = _("If both accept, the deal ends and the hand on lead wins every trick that is left.")
    if len(view.claimable) > 1:
        words = _("If both accept, the deal ends, and the other side gets the rest.")
    elif claim is not None and claim.tricks is not None:
        words = _("If both accept, the deal ends.")
    nils = _NILS(words=_("Nils that have not failed by then count as made.")) if view.has_unfailed_nil else NOTHING
    return _CONSEQUENCE(words=words, nils=nils)


def _draw_banners(context: TableContext) -> Content | None:
    """Draw the bot that sits in for the viewer, the pause, the open proposal, who leads a joint review, and the refusal
    of a proposal or a claim; who is away, if a bot may be called or there is none of these; or else that a bot moved
    for the viewer.
    """
    asked = context.snapshot.proposal
    question = _draw_question(context, asked) if asked else NOTHING
    refusals = merge((_draw_refusal(context), _draw_claim_refusal(context)))
    back = _draw_seat_back(context) if context.stand_in else NOTHING
    banners = merge((back, draw_paused(context), question, draw_led(context)))
    absent = _draw_absent(context)
    if absent and (context.replaceable or not merge((banners, refusals))):
        banners = merge((banners, absent))
    else:
        banners = merge((banners, refusals))
    banners = merge((banners, _draw_last_deal(context)))
    if not banners and context.is_late:
        banners = _LATE(words=_("Your time was up: a bot moved for you."))
    return _BANNERS.around(banners=banners) if banners else None


def _draw_seat_back(context: TableContext) -> Content:
    """Draw which bot sits in for the viewer, with the button that ends it."""
    return _SEAT_BACK.around(
        action=posts_to("take_seat", context.code),
        token=TOKEN,
        words=_("%(bot)s plays for you.") % {"bot": isolated(context.stand_in)},
        button=_("Take your seat back"),
    )


def _draw_absent(context: TableContext) -> Content:
    """Draw who is away, and when a bot may play instead; who plays may call it then, or pause the game. To an onlooker
    the plate says who is away.
    """
    player = context.absent
    at = None if player is None else context.attendance.bot_at[player]
    if player is None or not (context.is_player or at):
        return NOTHING
    name = context.names.label(player)
    away = _("%(name)s has not moved in time.") if context.snapshot.is_by_turns else _("%(name)s is away.")
    wait = draw_wait(context, player, brief=True)
    if player in context.replaceable:
        call = _CALL_BOT.around(
            action=posts_to("call_bot", context.code), token=TOKEN, player=player, words=_("Call a bot")
        )
        more = _SMALL(words=_("Let a bot play until they are back, or wait."))
        return _ABSENT.around(words=away % {"name": name}, more=more, choices=merge((call, wait)))
    soon: Content = NOTHING
    if at is not None:
        soon = _LAPSES.around(words=_("A bot may play for %(name)s in") % {"name": name}, at=Countdown(at))
    return _ABSENT.around(words=away % {"name": name}, more=soon, choices=wait if at is not None else NOTHING)


def _draw_question(context: TableContext, asked: OpenProposal) -> Content:
    """Draw the open proposal, who else has to answer, and when missing answers count as refusals."""
    names, still = context.names, _("%(names)s still to agree")
    others = listing([names.within(player) for player in sorted(context.missing) if not names.is_you(player)])
    lapses: Content = NOTHING
    if asked.lapses_at:
        left = Countdown(asked.lapses_at, in_days=context.snapshot.is_by_turns)
        lapses = _LAPSES.around(words=_("No answer counts as no:"), at=left)
    return _QUESTION.around(
        action=posts_to("reply", context.code),
        fields=VERSIONED,
        sentence=_sentence(context, asked),
        waiting=_SMALL(words=still % {"names": capital(others)}) if others else NOTHING,
        lapses=lapses,
        answers=_draw_answers(context, asked),
    )


def _sentence(context: TableContext, asked: OpenProposal) -> str:
    """Return what is proposed; of a card to be taken back, which one."""
    card, names = _last_card(context.view), context.names
    if asked.kind == Proposal.PAUSE:
        you, about = _("You propose a pause."), _("%(name)s proposes a pause.")
    elif asked.kind != "back":
        you, about = _("You propose to end the game."), _("%(name)s proposes to end the game.")
    elif card is None:
        you, about = _("You ask to take your last move back."), _("%(name)s asks to take the last move back.")
    else:
        you, about = _("You ask to take %(card)s back."), _("%(name)s asks to take %(card)s back.")
    return names.say(asked.player, you, about, card=the_card(card) if card else "")


def _last_card(view: View | None) -> Card | None:
    """Return the card played last; None before the play."""
    if view is None or not (view.trick or view.tricks):
        return None
    return (view.trick or view.tricks[-1].cards)[-1].card


def _draw_answers(context: TableContext, asked: OpenProposal) -> Html:
    if context.must_answer:
        agree = _ANSWER(turn=" turn", value="yes", words=_("Agree"))
        return join([agree, _ANSWER(turn="", value="no", words=_("No"))])
    may_withdraw = context.names.is_you(asked.player) and not context.stand_in
    return _ANSWER(turn="", value="no", words=_("Withdraw")) if may_withdraw else NOTHING


def _draw_refusal(context: TableContext) -> Html:
    """Draw that the last proposal was refused, until the next move; not that one was withdrawn."""
    asked = context.snapshot.refused
    if asked is None or asked.withdrawn:
        return NOTHING
    you, about = _("Not everyone agrees: your move stands."), _("Not everyone agrees: %(name)s’s move stands.")
    stands, goes_on = context.names.say(asked.player, you, about), _("Not everyone agrees: the game goes on.")
    return _REFUSED(words=stands if asked.kind == "back" else goes_on)


def _draw_claim_refusal(context: TableContext) -> Html:
    """Draw who has refused the claim at the lead to this trick, for all others until the lead. Who claimed leads."""
    view = context.view
    if view is None or context.claim_refused_by in (None, context.viewer):
        return NOTHING
    no_more = _("You can’t claim again in this deal.") if context.viewer in view.waiting else ""
    return _REFUSED(words=" ".join(filter(None, (claim_refused(view, context.names), no_more))))


def _draw_last_deal(context: TableContext) -> Html:
    """Draw how the last deal ended, in a game by turns, for a player who has yet to bid in the next one."""
    snapshot, view, viewer = context.snapshot, context.view, context.viewer
    if not snapshot.is_by_turns or view is None or viewer is None or not snapshot.finished:
        return NOTHING
    if snapshot.stage is not Stage.DEAL or any(bid.player == viewer for bid in view.bids):
        return NOTHING
    deal = snapshot.finished[-1]
    result = {"number": deal.number, "points": signed(deal.scores[viewer].total)}
    return _LAST_DEAL(
        close=_("Close"),
        words=_("Deal %(number)d is over: %(points)s for you.") % result,
        address=url("review", context.code, deal.number),
        review=_("Look at it"),
        sheet=url("sheet", context.code),
        sheet_word=_("Score sheet"),
    )


@cached_per_language
def draw_take_back(code: str) -> Content:
    """Draw the form to take a move back. The style sheet shows it while it has the mark that one may be: the mark is
    sent twice for each card, the form once.
    """
    may, words = Slot("take-back"), _("Take back")
    return _TAKE_BACK.around(action=posts_to("propose", code), token=TOKEN, may=may, words=words)


def _draw_hint(context: TableContext) -> Html | None:
    """Draw the hint button if the viewer plays against bots only. Its id belongs to one version, so that the next one
    removes a hint that is shown.
    """
    if context.hinted_version is None:
        return None
    address = url("hint", context.code)
    return _HINT(version=context.hinted_version, address=address, hint=_("Hint"), show=_("Show the hint"))


CLAIM = drawn("claim", _draw_claim)
CLAIM_ASK = drawn("claim-ask", _draw_claim_ask)
BANNERS = drawn("banners", _draw_banners)
TAKE_BACK = drawn("take-back", lambda at: _MAY_TAKE_BACK if at.snapshot.may_take_back else None)
HINT = drawn("hint", _draw_hint)
