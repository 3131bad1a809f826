"""A table before a deal: the seats, rules and options before the game, the draw, and who is ready for the next deal."""

from collections.abc import Sequence

from accounts.base.addresses import address
from games.components.arriving import draw_beside, draw_lines, draw_move, draw_sit
from games.components.context import TableContext, is_away
from games.components.html import NOTHING, Content, Html, Template, join, merge, posts_to, url
from games.components.inviting import draw_around, draw_by_name, draw_invite
from games.components.parts import TOKEN, VERSIONED, Slot, drawn
from games.components.seat import draw_avatar
from games.components.seeds import draw_seeds
from games.components.times import Countdown
from games.components.trick import card_by
from games.engine import DUMMY, Player, Rules, clockwise_from
from games.play.snapshot import SeatInfo
from games.values import BY_TURNS, Stage, TableOptions
from games.words import arriving, sentences
from games.words.language_cache import gettext as _, ngettext
from games.words.names import capital, listing
from games.words.options import Fact, brief, facts

_GATHERING = Template(
    '<section class="felt" id="felt" aria-labelledby="felt-title"><div class="seats">'
    '<section class="panel centre-panel gather" id="gather"><h1 id="felt-title" tabindex="-1">{headline}</h1>'
    "{lines}{waiting}{rules_changed}{sit}{beside}{invite}{around}{push}{start}{meanwhile}</section>{chairs}"
    '<div class="part at-{dummy_at}"><section class="plate chair of-dummy" id="chair-dummy" aria-label="{the_dummy}">'
    '<span class="card back" aria-hidden="true"></span><div class="who"><h2>{dummy}</h2><p class="role">{joins}</p>'
    "</div></section></div></div></section>"
    '<aside class="rail" id="rail" aria-label="{this_table}">{by_name}{move}{facts}{seeds}{leave}</aside>'
)
_CHAIR = Template(
    '<div class="part at-{position}"><section class="plate chair{free}" id="chair-{player}" data-hand="{player}"'
    ' aria-labelledby="chair-name-{player}">{avatar}<div class="who"><h2 id="chair-name-{player}">'
    '<span class="name" translate="no">{name}</span></h2>{role}{away}</div>'
    '<div class="chair-does">{does}</div></section></div>'
)
_ROLE = Template('<p class="role">{words}</p>')
_AWAY = Template('<p class="presence">{words}</p>')
# Ids keep a click on one form from being dropped while the response to the other, which it replaces, is on its way.
_SEAT_BOT = Template(
    '<form id="seat-bot-{player}" {action}>{token}<button class="btn" name="player" value="{player}">{words}</button>'
    "</form>"
)
_REMOVE = Template(
    '<form id="remove-{player}" {action}>{fields}<button class="btn" name="player" value="{player}"'
    ' aria-label="{label}">{words}</button></form>'
)
_WAITING = Template("<p>{words}</p>")
_MEANWHILE = Template('<p class="small meanwhile"><a href="{address}" target="_blank">{words}</a></p>')
_RULES_CHANGED = Template('<p id="rules-changed" role="status"><a href="#facts">{words}</a></p>')
_START = Template('<form id="start" {action}>{fields}<button class="btn {kind}">{words}</button></form>')
_PUSH = Template('<div class="may-leave"><p>{words} <a href="{how}">{how_words}</a></p>{button}</div>')
# The same as templates/accounts/notifications/_push_button.html, in the reader's language of a table.
_PUSH_BUTTON = Template(
    '<div class="push-button"><button class="btn" type="button" data-when="off">{ask}</button>'
    '<p class="small" data-when="on" role="status">{on}</p>'
    '<p class="small" data-when="denied" role="alert">{denied}</p></div>'
)
_FACTS = Template(
    '<section class="panel facts" id="facts"><h2>{title}</h2><p>{brief}</p>{changed}'
    '<details class="folded" id="usual"><summary>{all_the_rest}</summary><dl>{usual}</dl></details>{change}</section>'
)
_CHANGED = Template("<dl>{facts}</dl>")
_FACT = Template("<div><dt>{label}</dt><dd>{value}{line}</dd></div>")
_LINE = Template(" <small>{line}</small>")
_CHANGE = Template('<a class="btn" href="{address}">{words}</a>')
_LEAVE = Template('<form class="leave" {action}>{token}<button class="btn quiet">{words}</button></form>')


def _draw_gathering(context: TableContext) -> Content:
    snapshot, viewer, code = context.snapshot, context.viewer, context.code
    host = context.attendance.host_of(snapshot)
    is_host = context.is_player and viewer == host
    free = [seat.player for seat in snapshot.seats if not seat.name]
    expected = listing([context.names.within(player) for player in _expected(context, len(free), host)])
    invitation = "" if context.is_player else arriving.invitation(snapshot, context.attendance)
    waiting = "" if invitation else _waiting(context, len(free), expected, host)
    rules_changed = _RULES_CHANGED(words=_("The rules have changed since you sat down."))
    meanwhile = _MEANWHILE(address=url("first_deal"), words=_("Meanwhile, play a first deal with a coach"))
    may_start = is_host and not expected
    leave = _LEAVE.around(action=posts_to("leave", code), token=TOKEN, words=_("Leave the table"))
    return _GATHERING.around(
        chairs=merge([_draw_chair(context, snapshot.seats[player], host) for player in clockwise_from(viewer or 0)]),
        dummy_at=context.places[DUMMY],
        the_dummy=_("The dummy"),
        dummy=_("Dummy"),
        joins=_("joins the highest bidder"),
        headline=invitation or _headline(snapshot.seats, expected),
        lines=draw_lines(context) if invitation else NOTHING,
        waiting=_WAITING(words=waiting) if waiting else NOTHING,
        rules_changed=rules_changed if viewer is not None and snapshot.seats[viewer].rules_changed else NOTHING,
        sit=draw_sit(context, free) if invitation else NOTHING,
        beside=NOTHING if context.is_player else draw_beside(context),
        invite=draw_invite(context) if context.is_player and free else NOTHING,
        around=draw_around(context) if context.is_player else NOTHING,
        push=_draw_may_leave() if context.is_player and snapshot.options.clock in BY_TURNS else NOTHING,
        start=_draw_start(code, len(free)) if may_start else NOTHING,
        meanwhile=meanwhile if context.is_player and (free or expected or not is_host) else NOTHING,
        this_table=_("This table"),
        by_name=draw_by_name(code) if context.is_player and free else NOTHING,
        move=draw_move(context, free) if context.is_player and free else NOTHING,
        facts=_draw_facts(context, is_host),
        seeds=draw_seeds(context, may_start=may_start),
        leave=leave if context.is_player else NOTHING,
    )


def _headline(seats: Sequence[SeatInfo], expected: str) -> str:
    is_full = all(seat.name for seat in seats)
    return _("Not everyone is here yet") if expected and is_full else sentences.seats_free(seats)


def _expected(context: TableContext, free: int, host: Player | None) -> list[Player]:
    """Return the players seated by a rematch, or at a table of strangers, who have not come."""
    if host is None and not free:
        return [seat.player for seat in context.snapshot.seats if is_away(context, seat.player)]
    return [seat.player for seat in context.snapshot.seats if seat.is_expected]


def _waiting(context: TableContext, free: int, expected: str, host: Player | None) -> str:
    """Return what happens next; `expected` names the seated players who have not come."""
    is_host = context.is_player and context.viewer == host
    if expected:
        words = _("%(names)s not here yet. Remove anyone you don’t want to wait for.")
        return (words if is_host else _("%(names)s not here yet")) % {"names": capital(expected)}
    if is_host:
        return _("Send the link to your friends: it seats them here.") if free else ""
    if host is None:
        return _("The game begins once all three are here.")
    return _("%(name)s starts the game.") % {"name": context.names.label(host)}


def _draw_chair(context: TableContext, seat: SeatInfo, host: Player | None) -> Content:
    names, player = context.names, seat.player
    role = _("Bot") if seat.is_bot else _("Host") if player == host and seat.name else ""
    is_host = context.is_player and context.viewer == host
    return _CHAIR.around(
        position=context.places[player],
        free="" if seat.name else " free",
        player=player,
        avatar=draw_avatar(seat.avatar),
        name=names.label(player) if seat.name else _("Seat %(number)d: free") % {"number": player + 1},
        role=_ROLE(words=role) if role else NOTHING,
        away=_AWAY(words=_("away")) if is_away(context, player) and not names.is_you(player) else NOTHING,
        does=_draw_does(context, seat, is_host),
    )


def _draw_does(context: TableContext, seat: SeatInfo, is_host: bool) -> Content:
    """Draw the host's button to give a free seat to a bot, or to remove who sits there."""
    player, code = seat.player, context.code
    if not is_host or context.names.is_you(player):
        return NOTHING
    if not seat.name:
        return _SEAT_BOT.around(action=posts_to("seat_bot", code), token=TOKEN, player=player, words=_("Add a bot"))
    label = _("Remove %(name)s") % {"name": context.names.label(player)}
    action = posts_to("remove", code)
    return _REMOVE.around(action=action, fields=VERSIONED, player=player, label=label, words=_("Remove"))


def _draw_start(code: str, free: int) -> Content:
    """Draw the host's button to begin: while seats are free it is second to waiting for people."""
    with_bots = ngettext("Start with %(count)d bot", "Start with %(count)d bots", free) % {"count": free}
    kind, words = ("second", with_bots) if free else ("turn", _("Start the game"))
    return _START.around(action=posts_to("start", code), fields=VERSIONED, kind=kind, words=words)


def _draw_may_leave() -> Html:
    """Draw that a player of a game by turns may leave, and the button for notifications in this browser."""
    return _PUSH(
        words=_("You may leave: we notify you when it is your turn."),
        how=address("settings_alerts"),
        how_words=_("How we notify you"),
        button=_push_button(),
    )


def _push_button() -> Html:
    """Draw the button; the style sheet shows what fits how the browser's permission stands."""
    return _PUSH_BUTTON(
        ask=_("Notify me in this browser"),
        on=_("This browser shows notifications."),
        denied=_(
            "This browser does not let the site show notifications. Allow them in its settings for this site, then try"
            " again."
        ),
    )


def _draw_facts(context: TableContext, is_host: bool) -> Html:
    """Draw the rules and options: in a line, then what differs from the usual ones, and the rest folded up."""
    rules, options = context.snapshot.rules, context.snapshot.options
    usual, shown = facts(Rules(), TableOptions()), facts(rules, options)
    changed = [_draw_fact(fact) for fact in shown if fact not in usual]
    change = _CHANGE(address=url("options", context.code), words=_("Change the rules")) if is_host else NOTHING
    return _FACTS(
        title=_("What is played"),
        brief=brief(rules, options),
        changed=_CHANGED(facts=join(changed)) if changed else NOTHING,
        all_the_rest=_("All else is as usual"),
        usual=join([_draw_fact(fact) for fact in shown if fact in usual]),
        change=change,
    )


def _draw_fact(fact: Fact) -> Html:
    return _FACT(label=fact.label, value=fact.value, line=_LINE(line=fact.line) if fact.line else NOTHING)


_DRAW = Template(
    '<section class="panel centre-panel draw" id="draw"><h2>{title}</h2>{cards}<p>{words}</p>{ready}</section>'
)
_CARDS = Template("<ul>{cards}</ul>")
_READY = Template('<form class="ready" id="ready" {action}>{fields}{inside}</form>')
_SMALL = Template('<p class="small">{words}</p>')
_BUTTON = Template('<button class="btn turn">{label}</button>')
_STARTS = Template('<p class="small starts">{words} {at}</p>')
_LOOKING = Template('<p class="looking" role="status">{words} <b aria-live="off">{at}</b></p>')
_ACTIONS = Template('<div class="actions">{inside}</div>')


def _draw_draw(context: TableContext) -> Content:
    """Draw the cards of the draw for dealer, the highest marked (docs/rules.md section 2); none where nobody draws."""
    snapshot, voices = context.snapshot, context.voices
    cards = [card_by(card, voices, hand, hand == snapshot.dealer) for hand, card in enumerate(snapshot.drawn or ())]
    return _DRAW.around(
        title=_("High card deals") if cards else capital(sentences.where(snapshot)),
        cards=_CARDS(cards=join(cards)) if cards else NOTHING,
        words=voices.say(lambda names: sentences.drawn(snapshot, names)),
        ready=Slot("ready"),
    )


def _draw_ready(context: TableContext) -> Content:
    """Draw the button to be ready for the next deal, which others are, and when the cards are dealt anyway."""
    snapshot = context.snapshot
    is_draw = snapshot.stage is Stage.DRAWING
    names = ", ".join([context.names.label(player) for player in sorted(snapshot.ready - {context.viewer})])
    starts: Content = NOTHING
    if snapshot.held_by and snapshot.next_deal_at is not None:
        starts = _LOOKING.around(words=_looking(context), at=Countdown(snapshot.next_deal_at))
    elif snapshot.next_deal_at is not None:
        starts = _STARTS.around(words=_("Starts by itself"), at=Countdown(snapshot.next_deal_at))
    others = _SMALL(words=_("Ready: %(names)s") % {"names": names}) if names and not is_draw else NOTHING
    form = _draw_ready_form(context, is_draw)
    inside = merge((starts, form, others) if snapshot.held_by else (form, starts, others))
    return inside if is_draw else _ACTIONS.around(inside=inside)


def _looking(context: TableContext) -> str:
    """Return who looks at the last deal, for whom the next one waits."""
    names, held_by = context.names, sorted(context.snapshot.held_by)
    if context.viewer in held_by and len(held_by) == 1:
        return _("You are looking:")
    words = ngettext("%(names)s is looking:", "%(names)s are looking:", len(held_by))
    return words % {"names": capital(listing([names.within(player) for player in held_by]))}


def _draw_ready_form(context: TableContext, is_draw: bool) -> Content:
    snapshot = context.snapshot
    deals_soon = is_draw and context.is_alone_with_bots  # the cards follow by themselves, after a moment
    if not context.is_player or context.stand_in or snapshot.pause or deals_soon:
        return NOTHING
    if context.viewer in snapshot.ready:
        inside = _SMALL(words=_("You are ready."))
    else:
        next_deal = _("Ready for deal %(number)s") % {"number": snapshot.deal_number + 1}
        inside = _BUTTON(label=_("Deal now") if is_draw else next_deal)
    return _READY.around(action=posts_to("ready", context.code, "ready"), fields=VERSIONED, inside=inside)


GATHERING = drawn("gathering", _draw_gathering)
DRAW = drawn("draw", _draw_draw)
READY = drawn("ready", _draw_ready)
