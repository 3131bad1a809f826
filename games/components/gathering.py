"""A table before its game begins: the three seats, rules and options, and what the viewer may do."""

from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import ngettext

from games.components.context import TableContext, is_away, positions
from games.components.html import NOTHING, Content, Html, Page, Template, join, merge, posts_to, text, url
from games.components.parts import TOKEN, VERSIONED, Part
from games.components.seat import avatar
from games.engine import DUMMY, Player, clockwise_from
from games.models.values import Stage
from games.play import presence
from games.play.snapshot import SeatInfo
from games.presenters.i18n_cache import gettext as _
from games.presenters.options import Fact, facts
from games.presenters.sentences import seats_free
from games.presenters.words import capital, listing


class Chair(NamedTuple):
    """One of the three seats, free or taken."""

    player: Player
    position: str
    name: str
    initial: str
    role: str
    is_free: bool
    is_bot: bool
    away: bool
    may_remove: bool


class Gathering(NamedTuple):
    """The table before the game, for one viewer. `headline` counts the free seats; `waiting` says what happens next.

    `rules_changed` tells whether the rules have changed since the viewer sat down. `start` is "" while the game can't
    begin. `version` is sent with changes of seats.
    """

    code: str
    name: str
    chairs: tuple[Chair, ...]
    dummy_position: str
    facts: tuple[Fact, ...]
    is_host: bool
    is_player: bool
    signed_in: bool
    headline: str
    waiting: str
    rules_changed: bool
    start: str

    @property
    def has_free_chair(self) -> bool:
        return any(chair.is_free for chair in self.chairs)


def gathering(context: TableContext) -> Gathering | None:
    """Return the table before the game; None once it has begun."""
    snapshot, viewer = context.snapshot, context.viewer
    if snapshot.stage is not Stage.OPEN:
        return None
    host = presence.host_of(snapshot, context.attendance)
    is_host = viewer is not None and viewer == host
    free, expected = sum(not seat.name for seat in snapshot.seats), _expected(context)
    return Gathering(
        code=context.code,
        name=snapshot.name,
        chairs=tuple([_chair(context, snapshot.seats[player], host) for player in clockwise_from(viewer or 0)]),
        dummy_position=positions(snapshot)[DUMMY],
        facts=facts(snapshot.rules, snapshot.options),
        is_host=is_host,
        is_player=context.is_player,
        signed_in=context.signed_in,
        headline=seats_free(snapshot.seats),
        waiting=_waiting(context, free, expected, host),
        rules_changed=viewer is not None and snapshot.seats[viewer].rules_changed,
        start="" if expected else _start(free),
    )


def _chair(context: TableContext, seat: SeatInfo, host: Player | None) -> Chair:
    you = context.names.is_you(seat.player)
    return Chair(
        player=seat.player,
        position=context.places[seat.player],
        name=context.names.label(seat.player) if seat.name else _("Free seat"),
        initial=seat.name[:1].upper(),
        role=_("Bot") if seat.is_bot else _("Host") if seat.player == host and seat.name else "",
        is_free=not seat.name,
        is_bot=seat.is_bot,
        away=is_away(context, seat.player) and not you,
        may_remove=context.viewer is not None and context.viewer == host and bool(seat.name) and not you,
    )


def _waiting(context: TableContext, free: int, expected: str, host: Player | None) -> str:
    if context.viewer is None and free:
        return _("Take a seat to play.")
    is_host = context.viewer is not None and context.viewer == host
    if expected:
        words = _("%(names)s still to come. Remove anyone you don’t want to wait for.")
        return (words if is_host else _("%(names)s still to come")) % {"names": capital(expected)}
    if is_host:
        return _("Send the link to your friends, or let bots take the free seats.") if free else ""
    return _("%(name)s starts the game.") % {"name": context.names.label(host)} if host is not None else ""


def _expected(context: TableContext) -> str:
    """Return the names of the players seated by a rematch who have not come, "" if there are none."""
    return listing([context.names.within(seat.player) for seat in context.snapshot.seats if seat.is_expected])


def _start(free: int) -> str:
    if not free:
        return _("Start the game")
    return ngettext("Start with %(count)d bot", "Start with %(count)d bots", free) % {"count": free}


@dataclass(frozen=True, slots=True)
class Link:
    """The table's address: the full URL where the page knows it; otherwise the browser completes it."""

    code: str

    def render(self, page: Page) -> str:
        """Return the address."""
        return str(text(page.link or url("table", self.code)))


_GATHERING = Template(
    '<section class="felt" id="felt" aria-labelledby="felt-title"><div class="seats">{chairs}'
    '<div class="part at-{dummy_at}"><section class="plate chair of-dummy" id="chair-dummy" aria-label="{the_dummy}">'
    '<span class="card back" aria-hidden="true"></span><div class="who"><h2>{dummy}</h2><p class="role">{joins}</p>'
    '</div></section></div><section class="panel centre-panel gather" id="gather"><h1 id="felt-title">{headline}</h1>'
    "{waiting}"
    "{rules_changed}{sit}{sign_in}{start}</section></div></section>"
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


def draw_gathering(shown: Gathering) -> Content:
    """Draw the table before the game."""
    return _GATHERING.around(
        chairs=merge([_draw_chair(shown, chair) for chair in shown.chairs]),
        dummy_at=shown.dummy_position,
        the_dummy=_("The dummy"),
        dummy=_("Dummy"),
        joins=_("joins the highest bidder"),
        headline=shown.headline,
        waiting=_WAITING(words=shown.waiting) if shown.waiting else NOTHING,
        rules_changed=_RULES_CHANGED(words=_("The rules have changed since you sat down."))
        if shown.rules_changed
        else NOTHING,
        sit=_draw_sit(shown),
        sign_in=NOTHING if shown.signed_in else _draw_sign_in(shown.code),
        start=_draw_start(shown) if shown.is_host and shown.start else NOTHING,
        this_table=_("This table"),
        invite=_draw_invite(shown),
        facts=_draw_facts(shown),
        leave=_LEAVE.around(action=posts_to("leave", shown.code), token=TOKEN, words=_("Leave the table"))
        if shown.is_player
        else NOTHING,
    )


def _draw_chair(shown: Gathering, chair: Chair) -> Content:
    return _CHAIR.around(
        position=chair.position,
        free=" free" if chair.is_free else "",
        player=chair.player,
        avatar=avatar(False, chair.is_bot, chair.initial),
        name=chair.name,
        role=_ROLE(words=chair.role) if chair.role else NOTHING,
        away=_AWAY(words=_("away")) if chair.away else NOTHING,
        does=_draw_does(shown, chair),
    )


def _draw_does(shown: Gathering, chair: Chair) -> Content:
    """Draw the buttons for a seat."""
    if chair.is_free:
        sit = _SIT_HERE(turn="" if shown.is_player else " turn", player=chair.player, words=_("Sit here"))
        return merge((sit, _draw_seat_bot(shown.code, chair.player))) if shown.is_host else sit
    if not chair.may_remove:
        return NOTHING
    return _REMOVE.around(
        action=posts_to("remove", shown.code),
        fields=VERSIONED,
        player=chair.player,
        label=_("Remove %(name)s") % {"name": chair.name},
        words=_("Remove"),
    )


def _draw_seat_bot(code: str, player: Player) -> Content:
    return _SEAT_BOT.around(action=posts_to("seat_bot", code), token=TOKEN, player=player, words=_("Add a bot"))


def _draw_sit(shown: Gathering) -> Content:
    """Draw the form of all buttons to take a seat; an anonymous visitor also enters a name."""
    address = url("sit", shown.code)
    asks_name = shown.has_free_chair and not shown.signed_in
    return _SIT.around(
        address=address,
        live=_LIVE(address=address) if shown.signed_in else NOTHING,
        token=TOKEN,
        name=_NAME(label=_("Your name at the table")) if asks_name else NOTHING,
    )


def _draw_sign_in(code: str) -> Html:
    address = f"{reverse('account_login')}?next={url('table', code)}"
    return _SIGN_IN(question=_("Do you have an account?"), address=address, words=_("Sign in"))


def _draw_start(shown: Gathering) -> Content:
    kind = "primary" if shown.waiting else "turn"
    return _START.around(action=posts_to("start", shown.code), fields=VERSIONED, kind=kind, words=shown.start)


def _draw_invite(shown: Gathering) -> Content:
    return _INVITE.around(
        title=_("Invite"),
        label=_("Whoever has this link can sit down"),
        link=Link(shown.code),
        copied=_("Copied"),
        copy=_("Copy"),
        name=shown.name,
        share=_("Share"),
        by_name=_draw_by_name(shown.code) if shown.is_player else NOTHING,
    )


def _draw_by_name(code: str) -> Content:
    action = posts_to("invite", code)
    return _BY_NAME.around(action=action, token=TOKEN, label=_("Or invite a player by name"), invite=_("Invite"))


def _draw_facts(shown: Gathering) -> Html:
    change = _CHANGE(address=url("options", shown.code), words=_("Change the rules")) if shown.is_host else NOTHING
    return _FACTS(title=_("What is played"), facts=join(map(_draw_fact, shown.facts)), change=change)


def _draw_fact(fact: Fact) -> Html:
    line = _LINE(line=fact.line) if fact.line else NOTHING
    return _FACT(label=fact.label, value=fact.value, line=line)


GATHERING = Part("gathering", gathering, draw_gathering)
