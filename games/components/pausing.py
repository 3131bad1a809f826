"""Pauses of a live game: what is said in one, the buttons that begin one, and the button that ends it."""

from collections.abc import Mapping

from games.components.context import TableContext, is_away
from games.components.html import NOTHING, Content, Template, join, merge, posts_to
from games.components.icons import ICONS
from games.components.parts import TOKEN
from games.components.times import Countdown
from games.engine import HAND_NAMES, Player
from games.play.snapshot import OpenPause
from games.values import Pause, PauseReason, Proposal
from games.words.language_cache import gettext as _
from games.words.names import capital, listing

_PAUSED = Template('<form class="banner" id="paused" {action}>{token}<p>{words}{more}</p>{button}</form>')
_SMALL = Template(" <small>{words}</small>")
_GOES_ON = Template(' <small>{words} <span aria-live="off">{at}</span></small>')
_BACK = Template('<button class="btn turn">{words}</button>')
_MENU = Template('<details class="give-up" id="pause"><summary>{icon}<span>{summary}</span></summary>{parts}</details>')
_OWN = Template('<form {action}>{token}<p>{words}</p><div class="pause-reasons">{reasons}</div></form>')
_REASON = Template('<button class="btn" name="reason" value="{value}">{words}</button>')
_AGREED = Template(
    '<form {action}>{token}<p>{words}</p><button class="btn" name="kind" value="{kind}">{button}</button></form>'
)
_WAIT = Template('<form {action}>{token}<button class="btn" name="player" value="{hand}">{words}</button></form>')
_WAIT_BRIEFLY = Template(
    '<form {action}>{token}<button class="btn" name="player" value="{hand}" aria-label="{words}">{brief}</button>'
    "</form>"
)


def reason_words() -> Mapping[str, str]:
    """Return what a player may give as the reason of a pause, in the active language."""
    return {
        PauseReason.MOMENT: _("one moment"),
        PauseReason.DOOR: _("the door"),
        PauseReason.PHONE: _("the phone"),
        PauseReason.DRINK: _("something to drink"),
        PauseReason.CONNECTION: _("trouble with the connection"),
    }


def draw_paused(context: TableContext) -> Content:
    """Draw that the game is paused, why, and a button for whoever may let it go on."""
    paused = context.snapshot.pause
    if paused is None:
        return NOTHING
    is_asked = context.is_player and not context.stand_in and context.snapshot.round is None
    label = _label(context, paused) if is_asked else ""
    return _PAUSED.around(
        action=posts_to("come_back", context.code),
        token=TOKEN,
        words=_sentence(context, paused),
        more=_more(context, paused),
        button=_BACK(words=label) if label else NOTHING,
    )


def _sentence(context: TableContext, paused: OpenPause) -> str:
    names, player = context.names, paused.player
    if context.snapshot.round is not None:
        return _("The host of the tournament has paused it. All tables stand still, and go on together.")
    if player is None:
        return _("The game is paused, and kept at this link: you may leave and come back later.")
    if paused.kind == Pause.ABSENCE:
        return names.say(player, _("The others wait for you."), _("The table waits for %(name)s."))
    reason = reason_words().get(paused.reason, "")
    return names.say(player, _("You pause: %(reason)s."), _("%(name)s pauses: %(reason)s."), reason=reason)


def _more(context: TableContext, paused: OpenPause) -> Content:
    """Draw when a player's own pause ends by itself; of one that all agreed to, who has still to come back."""
    if paused.kind == Pause.OWN:
        return _GOES_ON.around(words=_("Goes on by itself:"), at=Countdown(paused.until))
    people = [seat.player for seat in context.snapshot.seats if seat.plays_in_person]
    missing = [context.names.within(player) for player in people if player not in paused.back]
    if paused.kind != Pause.AGREED or not paused.back:
        return NOTHING
    return _SMALL(words=_("%(names)s not back yet") % {"names": capital(listing(missing))})


def _label(context: TableContext, paused: OpenPause) -> str:
    """Return the words on the viewer's button; "" if the viewer is not asked."""
    is_own = paused.player == context.viewer
    if paused.kind == Pause.OWN:
        return _("Go on") if is_own else ""
    if paused.kind == Pause.ABSENCE:
        return _("I am back") if is_own else _("Go on without waiting")
    return "" if context.viewer in paused.back else _("I am back")


def draw_pause_menu(context: TableContext) -> Content:
    """Draw the part of the menu with which a player pauses the game, or proposes that to the others."""
    snapshot, viewer = context.snapshot, context.viewer
    if viewer is None or context.stand_in or not snapshot.may_be_paused:
        return NOTHING
    own = NOTHING if snapshot.seats[viewer].has_paused else _draw_own(context)
    agreed: Content = NOTHING
    if snapshot.may_propose(Proposal.PAUSE, viewer):
        agreed = _AGREED.around(
            action=posts_to("propose", context.code),
            token=TOKEN,
            words=_("For longer, if all agree: the game is kept, and goes on when everybody is back."),
            kind=Proposal.PAUSE.value,
            button=_("Propose a pause"),
        )
    parts = merge((own, *_draw_waits(context), agreed))
    return _MENU.around(icon=ICONS["pause"], summary=_("Pause"), parts=parts) if parts else NOTHING


def _draw_waits(context: TableContext) -> list[Content]:
    """Draw a button for each player who is away: to pause, instead of letting the clock run or a bot sit in."""
    seats = [seat for seat in context.snapshot.seats if seat.player != context.viewer and seat.plays_in_person]
    absent = [seat.player for seat in seats if is_away(context, seat.player)]
    return [draw_wait(context, player) for player in absent]


def draw_wait(context: TableContext, player: Player, brief: bool = False) -> Content:
    """Draw the button with which the viewer pauses the game until an absent player is back, if that is possible; a
    brief one stands beside words that name the player.
    """
    snapshot = context.snapshot
    may = context.is_player and not context.stand_in and snapshot.may_be_paused and snapshot.proposal is None
    if not may:
        return NOTHING
    return (_WAIT_BRIEFLY if brief else _WAIT).around(
        action=posts_to("wait_for", context.code),
        token=TOKEN,
        hand=HAND_NAMES[player],
        words=(_("Wait for %(name)s") if brief else _("Pause for %(name)s")) % {"name": context.names.within(player)},
        brief=_("Wait"),
    )


def _draw_own(context: TableContext) -> Content:
    reasons = [_REASON(value=value, words=capital(words)) for value, words in reason_words().items()]
    return _OWN.around(
        action=posts_to("pause", context.code),
        token=TOKEN,
        words=_("Once in a game, for up to ten minutes. The others see why:"),
        reasons=join(reasons),
    )
