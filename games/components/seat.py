"""The plate of each seat: name, role, nils, bid or tricks, whose turn it is, presence and clock."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo
from functools import lru_cache
from typing import Final

from django.utils import timezone

from accounts.base import avatars
from accounts.base.names import isolated
from games.components.context import TableContext, Voices, hands_on_turn, is_away
from games.components.facts import CONTEXT, SNAPSHOT, VIEW
from games.components.html import NOTHING, Content, Html, Page, Template, cached, join
from games.components.parts import Group, Part, Slot, drawn
from games.components.times import draw_days_left, draw_moment, minutes
from games.engine import DUMMY, HAND_NAMES, HANDS, PLAYERS, HandId, View
from games.play.snapshot import SeatClock
from games.words.language_cache import gettext as _
from games.words.seats import count, nils, role, side

LAST_SECONDS: Final = 10

_CARDS: Final = Html(
    '<path d="M6 2h8a1.5 1.5 0 0 1 1.5 1.5v10M3.5 4.5H11A1.5 1.5 0 0 1 12.5 6v9a1.5 1.5 0 0 1-1.5 1.5H3.5'
    'A1.5 1.5 0 0 1 2 15V6a1.5 1.5 0 0 1 1.5-1.5z"/>'
)
_AVATAR = Template('<img class="avatar" src="{address}" alt="" width="36" height="36">')
_NOBODY: Final = Html('<span class="avatar free" aria-hidden="true"></span>')
_OF_DUMMY = Template('<span class="avatar" aria-hidden="true"><svg viewBox="0 0 18 18">{drawing}</svg></span>')
_PLATE = Template(
    '<section class="plate{of_dummy}{side}" id="plate-{hand}" data-hand="{hand}" aria-labelledby="name-{hand}">{avatar}'
    '<div class="who"><h2 id="name-{hand}"><span class="name" translate="no">{name}</span>{dot}{dealer}</h2>'
    '{presence}{role}{clock}</div>{count}<p class="state" id="state-{hand}">{turn}{prompt}{nils}</p></section>'
)
_DEALER = Template(' <span class="dealer" role="img" aria-label="{words}">D</span>')
_ROLE = Template('<p class="role">{words}</p>')
_SITS_IN = Template('<p class="presence">{words}</p>')
_NIL = Template('<span class="nil{failed}">{words}</span>')
_COUNT = cached(
    '<p class="count need-{contract} took-{taken}{made}" id="count-{hand}"><span aria-hidden="true"><b>{taken}</b>'
    '<i>/</i>{contract}</span><span class="sr">{words}</span></p>'
)
_BID = Template('<p class="count" id="bid-{hand}"><span class="small">{word}</span> <b>{bid}</b></p>')
_TURN = cached('<span class="turn-tag{not_for}">{words}</span>')
_PROMPT = cached('<span class="turn-tag mine">{words}</span>')
_DOT = cached(' <span class="dot{away}" role="img" aria-label="{words}"></span>')
_BOT = cached(' <span class="robot" role="img" aria-label="{words}"></span>')
_AWAY = cached('<p class="presence" aria-hidden="true">{words}</p>')
_VACATION = Template('<p class="presence">{words} {day}</p>')
_CLOCK = Template(
    '<p class="clock{running}{low}" id="clock-{hand}" data-move="{move}" data-reserve="{reserve}" data-hand="{hand}"'
    '{runs}><span class="sr">{words}</span><span aria-hidden="true"><b data-clock-move>{move_time}</b> '
    "<span data-clock-reserve>+{reserve_time}</span> <em>{last}</em></span></p>"
)
_RUNS: Final = Html(" data-running")
_UNTIL = Template("{words} {moment}")
_DEADLINE = Template('<p class="deadline">{name}: {until}</p>')
_SLOW_CLOCK = Template(
    '<p class="clock running" id="clock-{hand}"><span><b>{left}</b> <span class="sr">{words}, {until}</span></span></p>'
)


@lru_cache(maxsize=1024)
def draw_avatar(code: str) -> Html:
    """Draw the picture beside a player's name; an empty place beside a free seat and a closed account."""
    return _NOBODY if code == avatars.NOBODY else _AVATAR(address=avatars.address(code))


_DUMMYS_AVATAR: Final = _OF_DUMMY(drawing=_CARDS)


def _plate(hand: HandId, context: TableContext) -> Content:
    """Draw a seat's plate. What changes often, or is private, has a slot in it."""
    snapshot, view, voices, name = context.snapshot, context.view, context.voices, HAND_NAMES[hand]
    seat = None if hand == DUMMY else snapshot.seats[hand]
    presence: Content = NOTHING
    if seat:  # the slot is there in any case: a public part must not bring a new slot for a private one
        sits_in = _SITS_IN(words=_("%(bot)s sits in") % {"bot": isolated(seat.stand_in)}) if seat.stand_in else NOTHING
        presence = (sits_in, Slot(f"away-{seat.player}"))
    return _PLATE.around(
        hand=name,
        of_dummy="" if seat else " of-dummy",
        side=_side(view, hand),
        avatar=draw_avatar(seat.avatar) if seat else _DUMMYS_AVATAR,
        name=voices.labels[hand],
        dot=Slot(f"dot-{name}", tag="span") if seat else NOTHING,
        dealer=_DEALER(words=_("dealer")) if hand == snapshot.dealer else NOTHING,
        presence=presence,
        role=_role(view, voices, hand) if view else NOTHING,
        clock=Slot(f"clock-{name}") if seat and seat.clock else NOTHING,
        count=Slot(f"count-{name}") if seat else NOTHING,
        turn=Slot(f"turn-{name}", tag="span"),
        prompt=Slot(f"prompt-{name}", tag="span"),
        nils=_nils(view, voices, hand) if view else NOTHING,
    )


def _side(view: View | None, hand: HandId) -> str:
    """Return the class that marks a hand's side in play."""
    return f" {side(view, hand)}" if view and view.declarer is not None else ""


def _role(view: View, voices: Voices, hand: HandId) -> Html:
    addressed = (hand,) if view.declarer is None else PLAYERS
    words = voices.say(lambda names: role(view, names, hand), addressed)
    return _ROLE(words=words) if words else NOTHING


def _nils(view: View, voices: Voices, hand: HandId) -> Html:
    return join(
        _NIL(
            words=voices.say(lambda names, n=number: nils(view, names, hand)[n].text),  # type: ignore[misc]
            failed=" failed" if mark.failed else "",
        )
        for number, mark in enumerate(nils(view, voices.everyone, hand))
    )


def _count(hand: HandId, context: TableContext) -> Html | None:
    shown = count(context.view, hand)
    if shown.contract:
        made = " made" if shown.is_made else ""
        return _COUNT(hand=shown.code, taken=shown.taken, contract=shown.contract, words=shown.words, made=made)
    return _BID(hand=shown.code, word=_("bid"), bid=shown.bid) if shown.bid else None


def _turn(hand: HandId, context: TableContext) -> Html | None:
    """Draw the tag on the plate of a hand on turn; its own player has a tag with the prompt instead."""
    view = context.view
    if view is None or hand not in hands_on_turn(view):
        return None
    player = view.declarer if hand == DUMMY else hand
    assert player is not None, "the dummy is played by the declarer"
    seat = context.snapshot.seats[player]
    return _TURN(not_for="" if seat.is_bot or seat.stand_in else f" not-{player}", words=_("to move"))


def _prompt(hand: HandId, context: TableContext) -> Html | None:
    return _PROMPT(words=context.prompt) if context.prompted_hand == hand else None


def _dot(hand: HandId, context: TableContext) -> Html | None:
    """Draw the dot that shows whether a player is at the table, none for the viewer; a robot for bots."""
    if context.snapshot.seats[hand].is_bot:
        return _BOT(words=_("bot"))
    if hand == context.viewer or not context.snapshot.seats[hand].is_person:
        return None
    if context.snapshot.is_by_turns and hand not in context.attendance.here:
        return None
    return _DOT(away=" away", words=_("away")) if is_away(context, hand) else _DOT(away="", words=_("connected"))


@dataclass(frozen=True, slots=True)
class VacationEnd:
    """Until when a player is on vacation, if that is so when the page is put together."""

    until: datetime

    def render(self, page: Page) -> str:
        """Return the words; "" after the vacation."""
        if self.until <= timezone.now():
            return ""
        return _VACATION(words=_("on vacation until"), day=draw_moment(self.until, "day", page.zone))


def _away(hand: HandId, context: TableContext) -> Content | None:
    seat = context.snapshot.seats[hand]
    if seat.vacation_until is not None and not seat.stand_in:
        return (VacationEnd(seat.vacation_until),)
    is_absent = hand != context.viewer and not seat.stand_in and is_away(context, hand)
    return _AWAY(words=_("away")) if is_absent else None


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A clock, drawn as it is when the page is put together; sent with every version to correct the browser's."""

    hand: str
    clock: SeatClock
    version: int

    def render(self, page: Page) -> str:
        """Return the clock as it is now."""
        now = timezone.now()
        if timedelta(seconds=self.clock.move) >= timedelta(days=1):
            return draw_slow_clock(self.hand, self.clock, now, page.zone)
        return draw_clock(self.hand, self.clock, now)


def _clock(hand: HandId, context: TableContext) -> Content | None:
    clock = context.snapshot.seats[hand].clock
    return (ClockFace(HAND_NAMES[hand], clock, context.snapshot.version),) if clock else None


def draw_clock(hand: str, clock: SeatClock, now: datetime) -> Html:
    """Draw a clock as it is at `now`; the browser counts down from there."""
    move, reserve = clock.left(now)
    is_running = clock.since is not None
    words = _("%(move)s for this move, %(reserve)s in reserve")
    return _CLOCK(
        hand=hand,
        running=" running" if is_running else "",
        low=" low" if is_running and move + reserve <= LAST_SECONDS else "",
        runs=_RUNS if is_running else NOTHING,
        move=f"{move:.1f}",
        reserve=f"{reserve:.1f}",
        words=words % {"move": minutes(move), "reserve": minutes(reserve)},
        move_time=minutes(move),
        reserve_time=minutes(reserve),
        last=_("last seconds"),
    )


def draw_slow_clock(hand: str, clock: SeatClock, now: datetime, zone: tzinfo) -> Html:
    """Draw the clock of a game by turns as it is at `now`, in days and hours, if it runs, and when its time is up."""
    if clock.since is None or clock.since > now:
        return NOTHING
    until = max(now, clock.ends_at or now)
    left = draw_days_left((until - now).total_seconds())
    return _SLOW_CLOCK(hand=hand, words=_("for this move"), left=left, until=_draw_until(until, zone))


def _draw_until(until: datetime, zone: tzinfo) -> Html:
    return _UNTIL(words=_("until"), moment=draw_moment(until, "deadline", zone))


@dataclass(frozen=True, slots=True)
class Deadline:
    """When the time of a player's clock is up in a game by turns, if it runs."""

    name: str
    clock: SeatClock

    def render(self, page: Page) -> str:
        """Return the line in the time zone of the page."""
        now = timezone.now()
        if self.clock.since is None or self.clock.since > now:
            return ""
        return _DEADLINE(name=self.name, until=_draw_until(max(now, self.clock.ends_at or now), page.zone))


def _deadlines(context: TableContext) -> Content | None:
    """Draw until when who is to move has time: beside the plates' clocks, there is room for it only in the menu."""
    if not context.snapshot.is_by_turns:
        return None
    clocks = [(player, context.snapshot.seats[player].clock) for player in PLAYERS]
    return tuple([Deadline(context.names.label(player), clock) for player, clock in clocks if clock])


def _of_each(
    name: str, hands: Iterable[HandId], draw: Callable[[HandId, TableContext], Content | None]
) -> tuple[Part, ...]:
    return tuple([drawn(f"{name}-{HAND_NAMES[hand]}", draw, hand) for hand in hands])


PUBLIC: Final = (
    Group(
        [
            SNAPSHOT.dealer,
            CONTEXT.seat_facts,
            VIEW.phase,
            VIEW.declarer,
            CONTEXT.bids_with_nils,
            VIEW.nils,
            VIEW.looked,
            VIEW.flipped,
            CONTEXT.failing,
        ],
        *_of_each("seat", HANDS, _plate),
    ),
    Group([VIEW.declarer, VIEW.bids, VIEW.contracts, VIEW.side_tricks], *_of_each("count", PLAYERS, _count)),
    Group([VIEW.to_play, VIEW.claim, VIEW.waiting, CONTEXT.seat_facts], *_of_each("turn", HANDS, _turn)),
    Group([CONTEXT.clocked_version], *_of_each("clock", PLAYERS, _clock)),
)
"""The public parts of the plates."""

PRIVATE: Final = (
    Group([CONTEXT.prompt, CONTEXT.prompted_hand], *_of_each("prompt", HANDS, _prompt)),
    Group([CONTEXT.clocked_version], drawn("deadlines", _deadlines)),
    Group([CONTEXT.attendance, CONTEXT.seat_facts], *_of_each("dot", PLAYERS, _dot), *_of_each("away", PLAYERS, _away)),
)
"""The private parts of the plates, and attendance, which does not depend on the version."""
