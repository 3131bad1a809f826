"""A table before a deal: the seats, rules and options before the game, ways to invite people, the draw, and who is
ready for the next deal.
"""

from dataclasses import dataclass

from django.urls import reverse

from accounts.base.names import isolated
from games.components.context import TableContext, is_away
from games.components.html import NOTHING, Content, Html, Page, Template, join, merge, posts_to, text, url
from games.components.parts import TOKEN, VERSIONED, Slot, drawn
from games.components.seat import avatar
from games.components.seeds import draw_seeds
from games.components.times import Countdown
from games.components.trick import card_by
from games.engine import DUMMY, Player, clockwise_from
from games.models import Stage
from games.play import presence
from games.play.snapshot import SeatInfo
from games.words import sentences
from games.words.language_cache import gettext as _, ngettext
from games.words.names import capital, listing
from games.words.options import facts

_INVITE = Template(
    '<section class="invite" id="invite" aria-label="{label}">'
    '<p class="link" id="link">{link}</p><div class="ways">'
    '<button class="btn primary scripted" type="button" data-copy="link" data-done="{copied}">{copy}</button>'
    '<button class="btn scripted" type="button" data-share="link" data-title="{name}" hidden>{share}</button>'
    '<details class="qr" id="qr"><summary class="btn">{qr}</summary>'
    '<img src="{qr_code}" alt="{qr_words}" width="240" height="240" loading="lazy"></details></div></section>'
)
_AROUND = Template('<div class="around">{lines}</div>')
_LOOKING = Template('<p class="looking"><span class="dot" aria-hidden="true"></span>{words}</p>')
_INVITED = Template('<p class="small">{words}</p>')
_BY_NAME = Template(
    '<form class="panel field" {action}>{token}<label for="invite-name">{label}</label><div class="in-a-row">'
    '<input id="invite-name" name="name" type="text" maxlength="40" autocomplete="off">'
    '<button class="btn">{invite}</button></div></form>'
)


@dataclass(frozen=True, slots=True)
class TableLink:
    """The table's address: the full URL where the page knows it; otherwise the browser completes it."""

    code: str

    def render(self, page: Page) -> str:
        """Return the address."""
        return str(text(page.link or url("table", self.code)))


def draw_around(context: TableContext) -> Content:
    """Draw who looks on, and who has been invited and has not come: what waiting players want to know."""
    seated = {seat.name for seat in context.snapshot.seats}
    around, free = context.attendance.around, not all(seated)
    known = [isolated(name) for name in around.looking if name and name not in seated]
    anonymous = around.looking.count("")
    if anonymous:
        known.append(ngettext("%(count)d visitor", "%(count)d visitors", anonymous) % {"count": anonymous})
    invited = [isolated(name) for name in around.invited if name not in seated and name not in around.looking]
    lines = []
    if known:
        lines.append(_LOOKING(words=_("Watching: %(names)s") % {"names": listing(known)}))
    elif free:
        lines.append(_LOOKING(words=_("This page shows at once who comes.")))
    if invited and free:
        lines.append(_INVITED(words=_("Invited: %(names)s") % {"names": listing(invited)}))
    return _AROUND(lines=join(lines)) if lines else NOTHING


def draw_invite(context: TableContext) -> Content:
    """Draw the link with the ways to pass it on."""
    return _INVITE.around(
        label=_("Whoever has this link can sit down"),
        link=TableLink(context.code),
        copied=_("Copied"),
        copy=_("Copy the link"),
        name=sentences.table_name(context.snapshot),
        share=_("Share"),
        qr=_("QR code"),
        qr_code=url("link_as_qr_code", context.code),
        qr_words=_("The link as a QR code, to be scanned with a phone"),
    )


def draw_by_name(code: str) -> Content:
    """Draw the form to invite a player who has an account."""
    return _BY_NAME.around(
        action=posts_to("invite", code), token=TOKEN, label=_("Or invite a player by name"), invite=_("Invite")
    )


_GATHERING = Template(
    '<section class="felt" id="felt" aria-labelledby="felt-title"><div class="seats">'
    '<section class="panel centre-panel gather" id="gather"><h1 id="felt-title" tabindex="-1">{headline}</h1>'
    "{waiting}{rules_changed}{sit}{sign_in}{invite}{around}{start}</section>{chairs}"
    '<div class="part at-{dummy_at}"><section class="plate chair of-dummy" id="chair-dummy" aria-label="{the_dummy}">'
    '<span class="card back" aria-hidden="true"></span><div class="who"><h2>{dummy}</h2><p class="role">{joins}</p>'
    "</div></section></div></div></section>"
    '<aside class="rail" id="rail" aria-label="{this_table}">{by_name}{facts}{seeds}{leave}</aside>'
)
_CHAIR = Template(
    '<div class="part at-{position}"><section class="plate chair{free}" id="chair-{player}" data-hand="{player}"'
    ' aria-labelledby="chair-name-{player}">{avatar}<div class="who"><h2 id="chair-name-{player}">'
    '<span class="name" translate="no">{name}</span></h2>{role}{away}</div>'
    '<div class="chair-does">{does}</div></section></div>'
)
_ROLE = Template('<p class="role">{words}</p>')
_AWAY = Template('<p class="presence">{words}</p>')
_SIT_HERE = Template('<button class="btn" form="sit" name="player" value="{player}">{words}</button>')
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
_RULES_CHANGED = Template('<p id="rules-changed" role="status"><a href="#facts">{words}</a></p>')
_SIT = Template('<form id="sit" method="post" action="{address}"{live}>{token}{name}{seats}</form>')
_SEATS = Template('<div class="free-seats">{buttons}</div>')
_SEAT = Template('<button class="btn turn" name="player" value="{player}">{words}</button>')
_LIVE = Template(' hx-post="{address}"')
_NAME = Template(
    '<div class="field"><label for="sit-name">{label}</label><input id="sit-name" name="name" type="text"'
    ' autocomplete="nickname" maxlength="16" placeholder="{guest}"></div>'
)
_SIGN_IN = Template('<p class="small">{question} <a href="{address}">{words}</a>.</p>')
_START = Template('<form id="start" {action}>{fields}<button class="btn {kind}">{words}</button></form>')
_FACTS = Template('<section class="panel facts" id="facts"><h2>{title}</h2><dl>{facts}</dl>{change}</section>')
_FACT = Template("<div><dt>{label}</dt><dd>{value}{line}</dd></div>")
_LINE = Template(" <small>{line}</small>")
_CHANGE = Template('<a class="btn" href="{address}">{words}</a>')
_LEAVE = Template('<form class="leave" {action}>{token}<button class="btn quiet">{words}</button></form>')


def _draw_gathering(context: TableContext) -> Content:
    snapshot, viewer, code = context.snapshot, context.viewer, context.code
    host = presence.host_of(snapshot, context.attendance)
    is_host = context.is_player and viewer == host
    free = sum(not seat.name for seat in snapshot.seats)
    expected = listing([context.names.within(player) for player in _expected(context, free, host)])
    waiting = _waiting(context, free, expected, host)
    rules_changed = _RULES_CHANGED(words=_("The rules have changed since you sat down."))
    login = f"{reverse('account_login')}?next={url('table', code)}"
    sign_in = _SIGN_IN(question=_("Do you have an account?"), address=login, words=_("Sign in"))
    may_start = is_host and not expected
    leave = _LEAVE.around(action=posts_to("leave", code), token=TOKEN, words=_("Leave the table"))
    return _GATHERING.around(
        chairs=merge([_draw_chair(context, snapshot.seats[player], host) for player in clockwise_from(viewer or 0)]),
        dummy_at=context.places[DUMMY],
        the_dummy=_("The dummy"),
        dummy=_("Dummy"),
        joins=_("joins the highest bidder"),
        headline=_("Not everyone is here yet") if expected and not free else sentences.seats_free(snapshot.seats),
        waiting=_WAITING(words=waiting) if waiting else NOTHING,
        rules_changed=rules_changed if viewer is not None and snapshot.seats[viewer].rules_changed else NOTHING,
        sit=_draw_sit(context),
        sign_in=NOTHING if context.signed_in else sign_in,
        invite=draw_invite(context) if context.is_player and free else NOTHING,
        around=draw_around(context) if context.is_player else NOTHING,
        start=_draw_start(code, free) if may_start else NOTHING,
        this_table=_("This table"),
        by_name=draw_by_name(code) if context.is_player and free else NOTHING,
        facts=_draw_facts(context, is_host),
        seeds=draw_seeds(context, may_start=may_start),
        leave=leave if context.is_player else NOTHING,
    )


def _expected(context: TableContext, free: int, host: Player | None) -> list[Player]:
    """Return the players seated by a rematch, or at a table of strangers, who have not come."""
    if host is None and not free:
        return [seat.player for seat in context.snapshot.seats if is_away(context, seat.player)]
    return [seat.player for seat in context.snapshot.seats if seat.is_expected]


def _waiting(context: TableContext, free: int, expected: str, host: Player | None) -> str:
    """Return what happens next; `expected` names the seated players who have not come."""
    if context.viewer is None and free:
        return _("Take a seat to play.")
    is_host = context.is_player and context.viewer == host
    if expected:
        words = _("%(names)s still to come. Remove anyone you don’t want to wait for.")
        return (words if is_host else _("%(names)s still to come")) % {"names": capital(expected)}
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
        avatar=avatar(seat.is_bot, seat.name[:1].upper()),
        name=names.label(player) if seat.name else _free_seat(context, player),
        role=_ROLE(words=role) if role else NOTHING,
        away=_AWAY(words=_("away")) if is_away(context, player) and not names.is_you(player) else NOTHING,
        does=_draw_does(context, seat, is_host),
    )


def _free_seat(context: TableContext, player: Player) -> str:
    """Return the name of a free seat: with its number if the buttons to take one have to tell several apart."""
    if context.is_player or len(_free_seats(context)) == 1:
        return _("Free seat")
    return _("Free seat %(number)d") % {"number": player + 1}


def _free_seats(context: TableContext) -> list[Player]:
    return [seat.player for seat in context.snapshot.seats if not seat.name]


def _draw_does(context: TableContext, seat: SeatInfo, is_host: bool) -> Content:
    """Draw the buttons to take or fill a free seat, or to remove who sits there."""
    player, code = seat.player, context.code
    if not seat.name and not context.is_player:
        return NOTHING  # the buttons are beside the visitor's name
    if not seat.name:
        sit = _SIT_HERE(player=player, words=_("Move here"))
        bot = _SEAT_BOT.around(action=posts_to("seat_bot", code), token=TOKEN, player=player, words=_("Add a bot"))
        return merge((sit, bot)) if is_host else sit
    if not is_host or context.names.is_you(player):
        return NOTHING
    label = _("Remove %(name)s") % {"name": context.names.label(player)}
    action = posts_to("remove", code)
    return _REMOVE.around(action=action, fields=VERSIONED, player=player, label=label, words=_("Remove"))


def _draw_sit(context: TableContext) -> Content:
    """Draw the form of all buttons to take a seat. A visitor's are in it, an anonymous one also enters a name."""
    free, address = _free_seats(context), url("sit", context.code)
    name = _NAME(label=_("Your name at the table"), guest=_("Guest")) if free and not context.signed_in else NOTHING
    words = _("Sit here") if len(free) == 1 else _("Take seat %(number)d")
    buttons = join([_SEAT(player=player, words=words % {"number": player + 1}) for player in free])
    return _SIT.around(
        address=address,
        live=_LIVE(address=address) if context.signed_in else NOTHING,
        token=TOKEN,
        name=name,
        seats=_SEATS(buttons=buttons) if free and not context.is_player else NOTHING,
    )


def _draw_start(code: str, free: int) -> Content:
    """Draw the host's button to begin: while seats are free it is second to waiting for people."""
    with_bots = ngettext("Start with %(count)d bot", "Start with %(count)d bots", free) % {"count": free}
    kind, words = ("second", with_bots) if free else ("turn", _("Start the game"))
    return _START.around(action=posts_to("start", code), fields=VERSIONED, kind=kind, words=words)


def _draw_facts(context: TableContext, is_host: bool) -> Html:
    rows = [
        _FACT(label=fact.label, value=fact.value, line=_LINE(line=fact.line) if fact.line else NOTHING)
        for fact in facts(context.snapshot.rules, context.snapshot.options)
    ]
    change = _CHANGE(address=url("options", context.code), words=_("Change the rules")) if is_host else NOTHING
    return _FACTS(title=_("What is played"), facts=join(rows), change=change)


_DRAW = Template(
    '<section class="panel centre-panel draw" id="draw"><h2>{title}</h2>{cards}<p>{words}</p>{ready}</section>'
)
_CARDS = Template("<ul>{cards}</ul>")
_READY = Template('<form class="ready" id="ready" {action}>{fields}{inside}</form>')
_SMALL = Template('<p class="small">{words}</p>')
_BUTTON = Template('<button class="btn turn">{label}</button>')
_STARTS = Template('<p class="small starts">{words} {at}</p>')
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
    starts: Content = NOTHING
    if snapshot.next_deal_at is not None:
        starts = _STARTS.around(words=_("Starts by itself"), at=Countdown(snapshot.next_deal_at))
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
