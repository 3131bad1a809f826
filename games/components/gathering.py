"""A table before a deal: the seats, rules and options before the game, the draw, and who is ready for the next deal."""

from dataclasses import dataclass

from django.urls import reverse

from games.components.context import TableContext, is_away
from games.components.html import NOTHING, Content, Html, Page, Template, join, merge, posts_to, text, url
from games.components.parts import TOKEN, VERSIONED, Slot, drawn
from games.components.seat import avatar
from games.components.trick import card_by
from games.engine import DUMMY, Player, clockwise_from
from games.models import Stage
from games.play import presence
from games.play.snapshot import SeatInfo
from games.presenters import sentences
from games.presenters.i18n_cache import gettext as _, ngettext
from games.presenters.options import facts
from games.presenters.words import capital, listing

_GATHERING = Template(
    '<section class="felt" id="felt" aria-labelledby="felt-title"><div class="seats">{chairs}'
    '<div class="part at-{dummy_at}"><section class="plate chair of-dummy" id="chair-dummy" aria-label="{the_dummy}">'
    '<span class="card back" aria-hidden="true"></span><div class="who"><h2>{dummy}</h2><p class="role">{joins}</p>'
    '</div></section></div><section class="panel centre-panel gather" id="gather"><h1 id="felt-title">{headline}</h1>'
    "{waiting}{rules_changed}{sit}{sign_in}{start}</section></div></section>"
    '<aside class="rail" id="rail" aria-label="{this_table}">{invite}{facts}{leave}</aside>'
)
_CHAIR = Template(
    '<div class="part at-{position}"><section class="plate chair{free}" id="chair-{player}" data-hand="{player}"'
    ' aria-labelledby="chair-name-{player}">{avatar}<div class="who"><h2 id="chair-name-{player}"><span class="name">'
    '{name}</span></h2>{role}{away}</div><div class="chair-does">{does}</div></section></div>'
)
_ROLE = Template('<p class="role">{words}</p>')
_AWAY = Template('<p class="presence">{words}</p>')
_SIT_HERE = Template('<button class="btn{turn}" form="sit" name="player" value="{player}">{words}</button>')
_SEAT_BOT = Template('<form {action}>{token}<button class="btn" name="player" value="{player}">{words}</button></form>')
_REMOVE = Template(
    '<form {action}>{fields}<button class="btn" name="player" value="{player}" aria-label="{label}">{words}</button>'
    "</form>"
)
_WAITING = Template("<p>{words}</p>")
_RULES_CHANGED = Template('<p id="rules-changed" role="status"><a href="#facts">{words}</a></p>')
_SIT = Template('<form id="sit" method="post" action="{address}"{live}>{token}{name}</form>')
_LIVE = Template(' hx-post="{address}"')
_NAME = Template(
    '<div class="field"><label for="sit-name">{label}</label><input id="sit-name" name="name" type="text"'
    ' autocomplete="nickname" maxlength="16" required></div>'
)
_SIGN_IN = Template('<p class="small">{question} <a href="{address}">{words}</a>.</p>')
_START = Template('<form {action}>{fields}<button class="btn {kind}">{words}</button></form>')
_INVITE = Template(
    '<section class="panel invite" id="invite"><h2>{title}</h2><div class="field"><label for="link">{label}</label>'
    '<div class="in-a-row"><input id="link" type="text" readonly value="{link}">'
    '<button class="btn scripted" type="button" data-copy="link" data-done="{copied}">{copy}</button>'
    '<button class="btn scripted" type="button" data-share="link" data-title="{name}" hidden>{share}</button></div>'
    "</div>{by_name}</section>"
)
_BY_NAME = Template(
    '<form class="field" {action}>{token}<label for="invite-name">{label}</label><div class="in-a-row">'
    '<input id="invite-name" name="name" type="text" maxlength="40" required autocomplete="off">'
    '<button class="btn">{invite}</button></div></form>'
)
_FACTS = Template('<section class="panel facts" id="facts"><h2>{title}</h2><dl>{facts}</dl>{change}</section>')
_FACT = Template("<div><dt>{label}</dt><dd>{value}{line}</dd></div>")
_LINE = Template(" <small>{line}</small>")
_CHANGE = Template('<a class="btn" href="{address}">{words}</a>')
_LEAVE = Template('<form class="leave" {action}>{token}<button class="btn quiet">{words}</button></form>')


@dataclass(frozen=True, slots=True)
class Link:
    """The table's address: the full URL where the page knows it; otherwise the browser completes it."""

    code: str

    def render(self, page: Page) -> str:
        """Return the address."""
        return str(text(page.link or url("table", self.code)))


def _draw_gathering(context: TableContext) -> Content:
    snapshot, viewer, code = context.snapshot, context.viewer, context.code
    host = presence.host_of(snapshot, context.attendance)
    is_host = context.is_player and viewer == host
    free = sum(not seat.name for seat in snapshot.seats)
    expected = listing([context.names.within(seat.player) for seat in snapshot.seats if seat.is_expected])
    waiting = _waiting(context, free, expected, host)
    rules_changed = _RULES_CHANGED(words=_("The rules have changed since you sat down."))
    login = f"{reverse('account_login')}?next={url('table', code)}"
    sign_in = _SIGN_IN(question=_("Do you have an account?"), address=login, words=_("Sign in"))
    leave = _LEAVE.around(action=posts_to("leave", code), token=TOKEN, words=_("Leave the table"))
    return _GATHERING.around(
        chairs=merge([_draw_chair(context, snapshot.seats[player], host) for player in clockwise_from(viewer or 0)]),
        dummy_at=context.places[DUMMY],
        the_dummy=_("The dummy"),
        dummy=_("Dummy"),
        joins=_("joins the highest bidder"),
        headline=sentences.seats_free(snapshot.seats),
        waiting=_WAITING(words=waiting) if waiting else NOTHING,
        rules_changed=rules_changed if viewer is not None and snapshot.seats[viewer].rules_changed else NOTHING,
        sit=_draw_sit(code, context.signed_in, free),
        sign_in=NOTHING if context.signed_in else sign_in,
        start=_draw_start(code, free, "primary" if waiting else "turn") if is_host and not expected else NOTHING,
        this_table=_("This table"),
        invite=_draw_invite(context),
        facts=_draw_facts(context, is_host),
        leave=leave if context.is_player else NOTHING,
    )


def _waiting(context: TableContext, free: int, expected: str, host: Player | None) -> str:
    """Return what happens next; `expected` names the players seated by a rematch who have not come."""
    if context.viewer is None and free:
        return _("Take a seat to play.")
    is_host = context.is_player and context.viewer == host
    if expected:
        words = _("%(names)s still to come. Remove anyone you don’t want to wait for.")
        return (words if is_host else _("%(names)s still to come")) % {"names": capital(expected)}
    if is_host:
        return _("Send the link to your friends, or let bots take the free seats.") if free else ""
    return _("%(name)s starts the game.") % {"name": context.names.label(host)} if host is not None else ""


def _draw_chair(context: TableContext, seat: SeatInfo, host: Player | None) -> Content:
    names, player = context.names, seat.player
    role = _("Bot") if seat.is_bot else _("Host") if player == host and seat.name else ""
    is_host = context.is_player and context.viewer == host
    return _CHAIR.around(
        position=context.places[player],
        free="" if seat.name else " free",
        player=player,
        avatar=avatar(seat.is_bot, seat.name[:1].upper()),
        name=names.label(player) if seat.name else _("Free seat"),
        role=_ROLE(words=role) if role else NOTHING,
        away=_AWAY(words=_("away")) if is_away(context, player) and not names.is_you(player) else NOTHING,
        does=_draw_does(context, seat, is_host),
    )


def _draw_does(context: TableContext, seat: SeatInfo, is_host: bool) -> Content:
    """Draw the buttons to take or fill a free seat, or to remove who sits there."""
    player, code = seat.player, context.code
    if not seat.name:
        sit = _SIT_HERE(turn="" if context.is_player else " turn", player=player, words=_("Sit here"))
        bot = _SEAT_BOT.around(action=posts_to("seat_bot", code), token=TOKEN, player=player, words=_("Add a bot"))
        return merge((sit, bot)) if is_host else sit
    if not is_host or context.names.is_you(player):
        return NOTHING
    label = _("Remove %(name)s") % {"name": context.names.label(player)}
    action = posts_to("remove", code)
    return _REMOVE.around(action=action, fields=VERSIONED, player=player, label=label, words=_("Remove"))


def _draw_sit(code: str, signed_in: bool, free: int) -> Content:
    """Draw the form of all buttons to take a seat; an anonymous visitor also enters a name."""
    address = url("sit", code)
    return _SIT.around(
        address=address,
        live=_LIVE(address=address) if signed_in else NOTHING,
        token=TOKEN,
        name=_NAME(label=_("Your name at the table")) if free and not signed_in else NOTHING,
    )


def _draw_start(code: str, free: int, kind: str) -> Content:
    with_bots = ngettext("Start with %(count)d bot", "Start with %(count)d bots", free) % {"count": free}
    words = with_bots if free else _("Start the game")
    return _START.around(action=posts_to("start", code), fields=VERSIONED, kind=kind, words=words)


def _draw_invite(context: TableContext) -> Content:
    by_name = _BY_NAME.around(
        action=posts_to("invite", context.code), token=TOKEN, label=_("Or invite a player by name"), invite=_("Invite")
    )
    return _INVITE.around(
        title=_("Invite"),
        label=_("Whoever has this link can sit down"),
        link=Link(context.code),
        copied=_("Copied"),
        copy=_("Copy"),
        name=context.snapshot.name,
        share=_("Share"),
        by_name=by_name if context.is_player else NOTHING,
    )


def _draw_facts(context: TableContext, is_host: bool) -> Html:
    told = [
        _FACT(label=fact.label, value=fact.value, line=_LINE(line=fact.line) if fact.line else NOTHING)
        for fact in facts(context.snapshot.rules, context.snapshot.options)
    ]
    change = _CHANGE(address=url("options", context.code), words=_("Change the rules")) if is_host else NOTHING
    return _FACTS(title=_("What is played"), facts=join(told), change=change)


_DRAW = Template(
    '<section class="panel centre-panel draw" id="draw"><h2>{title}</h2>{cards}<p>{words}</p>{ready}</section>'
)
_CARDS = Template("<ul>{cards}</ul>")
_READY = Template('<form class="ready" id="ready" {action}>{fields}{inside}</form>')
_SMALL = Template('<p class="small">{words}</p>')
_BUTTON = Template('<button class="btn turn">{label}</button>')
_STARTS = Template('<p class="small starts">{words} <time datetime="{at}" data-countdown></time></p>')
_ACTIONS = Template('<div class="actions">{inside}</div>')


def _draw_draw(context: TableContext) -> Content:
    """Draw the cards of the draw for dealer, the highest marked (docs/rules.md section 2); none in a rematch."""
    snapshot, voices = context.snapshot, context.voices
    cards = [card_by(card, voices, hand, hand == snapshot.dealer) for hand, card in enumerate(snapshot.drawn or ())]
    return _DRAW.around(
        title=_("High card deals") if cards else _("Rematch"),
        cards=_CARDS(cards=join(cards)) if cards else NOTHING,
        words=voices.say(lambda names: sentences.drawn(snapshot, names)),
        ready=Slot("ready"),
    )


def _draw_ready(context: TableContext) -> Content:
    """Draw the button to be ready for the next deal, who else is, and when the cards are dealt anyway."""
    snapshot = context.snapshot
    is_draw = snapshot.stage is Stage.DRAWING
    names = ", ".join([context.names.label(player) for player in sorted(snapshot.ready)])
    starts = NOTHING
    if snapshot.next_deal_at is not None:
        starts = _STARTS(words=_("Starts by itself"), at=snapshot.next_deal_at.isoformat())
    others = _SMALL(words=_("Ready: %(names)s") % {"names": names}) if names and not is_draw else NOTHING
    inside = merge((_draw_ready_form(context, is_draw), starts, others))
    return inside if is_draw else _ACTIONS.around(inside=inside)


def _draw_ready_form(context: TableContext, is_draw: bool) -> Content:
    snapshot = context.snapshot
    if not context.is_player or context.stand_in:
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
