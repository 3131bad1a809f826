"""The plate of each seat: name, role, nils, bid or tricks, whose turn it is, presence and clock."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple

from games.components import clock, presence
from games.components.context import TableContext, hands_on_turn
from games.components.html import NOTHING, Content, Html, Template, join, text
from games.components.parts import Group, Part, Slot
from games.components.voices import Voices
from games.engine import DUMMY, HAND_NAMES, HANDS, PLAYERS, HandId, View
from games.presenters.i18n_cache import cached_per_language
from games.presenters.i18n_cache import gettext as _
from games.presenters.seat_words import Count, count, nils, role


class Plate(NamedTuple):
    """One seat's plate: name, role and nils. `sits_in` says which bot sits in for the player, if one does."""

    hand: str
    name: Html
    initial: str
    is_bot: bool
    sits_in: str
    has_clock: bool
    is_dealer: bool
    role: Html
    nils: tuple[tuple[Html, bool], ...]

    @property
    def is_dummy(self) -> bool:
        return self.hand == HAND_NAMES[DUMMY]


def _plate(hand: HandId) -> Callable[[TableContext], Plate | None]:
    def plate(context: TableContext) -> Plate | None:
        snapshot, view, voices = context.snapshot, context.view, context.voices
        seat = None if hand == DUMMY else snapshot.seats[hand]
        return Plate(
            hand=HAND_NAMES[hand],
            name=_name(voices, hand),
            initial=seat.name[:1].upper() if seat else "",
            is_bot=seat is not None and (seat.is_bot or bool(seat.stand_in)),
            sits_in=_("%(bot)s sits in") % {"bot": seat.stand_in} if seat and seat.stand_in else "",
            has_clock=seat is not None and seat.clock is not None,
            is_dealer=hand == snapshot.dealer,
            role=_role(view, voices, hand) if view else NOTHING,
            nils=_nils(view, voices, hand) if view else (),
        )

    return plate


@cached_per_language
def _name(voices: Voices, hand: HandId) -> Html:
    return voices.say(lambda names: names.label(hand), (hand,))


def _role(view: View, voices: Voices, hand: HandId) -> Html:
    if view.declarer is None:
        return Html(text(role(view, voices.everyone, hand)))
    return voices.say(lambda names: role(view, names, hand))


def _nils(view: View, voices: Voices, hand: HandId) -> tuple[tuple[Html, bool], ...]:
    """Return the nils on a hand in words, and whether each has failed."""
    marks = nils(view, voices.everyone, hand)
    return tuple(
        (voices.say(lambda names, n=number: nils(view, names, hand)[n].text), mark.failed)  # type: ignore[misc]
        for number, mark in enumerate(marks)
    )


def _count(hand: HandId) -> Callable[[TableContext], Count | None]:
    def shown(context: TableContext) -> Count | None:
        found = count(context.view, hand)
        return found if found.bid or found.contract else None

    return shown


def _is_on_turn(hand: HandId) -> Callable[[TableContext], str | None]:
    """Return a model that names the player who acts with this hand if it is on turn, "" if that is a bot."""

    def turn(context: TableContext) -> str | None:
        view = context.view
        if view is None or hand not in hands_on_turn(view):
            return None
        player = view.declarer if hand == DUMMY else hand
        assert player is not None, "the dummy is played by the declarer"
        seat = context.snapshot.seats[player]
        return "" if seat.is_bot or seat.stand_in else str(player)

    return turn


def _prompt(hand: HandId) -> Callable[[TableContext], str | None]:
    return lambda context: context.prompt if context.prompted_hand == hand else None


_CARDS: Final = Html(
    '<path d="M6 2h8a1.5 1.5 0 0 1 1.5 1.5v10M3.5 4.5H11A1.5 1.5 0 0 1 12.5 6v9a1.5 1.5 0 0 1-1.5 1.5H3.5'
    'A1.5 1.5 0 0 1 2 15V6a1.5 1.5 0 0 1 1.5-1.5z"/>'
)
_ROBOT: Final = Html(
    '<path d="M9 1v3M4 5h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2zM6.5 8.5v2M11.5 8.5v2"/>'
)
_PICTURE = Template('<svg viewBox="0 0 18 18">{drawing}</svg>')
_AVATAR = Template('<span class="avatar" aria-hidden="true">{inside}</span>')


@lru_cache(maxsize=1024)
def avatar(is_dummy: bool, is_bot: bool, initial: str) -> Html:
    """Draw the round picture beside a name."""
    drawing = _CARDS if is_dummy else _ROBOT if is_bot else NOTHING
    return _AVATAR(inside=_PICTURE(drawing=drawing) if drawing else initial)


_PLATE = Template(
    '<section class="plate{of_dummy}" id="plate-{hand}" data-hand="{hand}" aria-labelledby="name-{hand}">{avatar}'
    '<div class="who"><h2 id="name-{hand}"><span class="name">{name}</span>{dot}{dealer}</h2>{presence}{role}{clock}'
    '</div>{count}<p class="state" id="state-{hand}">{turn}{prompt}{nils}</p>{call}</section>'
)
_DEALER = Template(' <span class="dealer" role="img" aria-label="{words}">D</span>')
_ROLE = Template('<p class="role">{words}</p>')
_SITS_IN = Template('<p class="presence">{words}</p>')
_NIL = Template('<span class="nil{failed}">{words}</span>')


def draw_plate(shown: Plate) -> Content:
    """Draw a seat's plate. What changes often, or is private, has a slot in it."""
    hand = shown.hand

    def place(name: str) -> Slot:
        return Slot(f"{name}-{hand}", tag="span")

    return _PLATE.around(
        hand=hand,
        of_dummy=" of-dummy" if shown.is_dummy else "",
        avatar=avatar(shown.is_dummy, shown.is_bot, shown.initial),
        name=shown.name,
        dot=NOTHING if shown.is_dummy else place("dot"),
        dealer=_DEALER(words=_("dealer")) if shown.is_dealer else NOTHING,
        presence=_presence_row(shown),
        role=_ROLE(words=shown.role) if shown.role else NOTHING,
        clock=Slot(f"clock-{hand}") if shown.has_clock else NOTHING,
        count=NOTHING if shown.is_dummy else Slot(f"count-{hand}"),
        turn=place("turn"),
        prompt=place("prompt"),
        nils=join([_NIL(words=words, failed=" failed" if failed else "") for words, failed in shown.nils]),
        call=NOTHING if shown.is_dummy else Slot(f"call-{hand}"),
    )


def _presence_row(shown: Plate) -> Content:
    """The slot is there in any case: a public part must not bring a new slot for a private one."""
    if shown.is_dummy:
        return NOTHING
    return (_SITS_IN(words=shown.sits_in) if shown.sits_in else NOTHING, Slot(f"away-{shown.hand}"))


_COUNT = Template(
    '<p class="count" id="count-{hand}"><span aria-hidden="true"><b>{taken}</b><i>/</i>{contract}</span>'
    '<span class="sr">{words}</span></p>'
)
_BID = Template('<p class="count" id="bid-{hand}"><span class="small">{word}</span> <b>{bid}</b></p>')


def draw_count(shown: Count) -> Html:
    """Draw the bid, or the tricks taken and the contract."""
    if shown.contract:
        return _COUNT(hand=shown.code, taken=shown.taken, contract=shown.contract, words=shown.words)
    return _BID(hand=shown.code, word=_("bid"), bid=shown.bid)


_TURN = Template('<span class="turn-tag{not_for}">{words}</span>')
_PROMPT = Template('<span class="turn-tag mine">{words}</span>')


def draw_turn(player: str) -> Html:
    """Draw the tag on the plate of a hand on turn; its own player has a tag with the prompt instead."""
    return _TURN(not_for=f" not-{player}" if player else "", words=_("to move"))


def draw_prompt(words: str) -> Html:
    """Draw the tag with the prompt."""
    return _PROMPT(words=words)


def _of_players(make: Callable[[HandId], Part]) -> tuple[Part, ...]:
    return tuple(map(make, PLAYERS))


def _about_plates(context: TableContext) -> object:
    view, dealer = context.view, context.snapshot.dealer
    if view is None:
        return dealer, context.seat_facts
    failing = tuple([taken > 0 for taken in view.taken]) if any(view.nils) else ()
    in_bidding = (view.bids, view.looked, view.flipped) if view.declarer is None else ()
    return dealer, context.seat_facts, view.phase, view.declarer, view.nils, failing, in_bidding


def _about_counts(context: TableContext) -> object:
    view = context.view
    return view and (view.declarer, view.bids, view.contracts, view.side_tricks)


def _about_turns(context: TableContext) -> object:
    view = context.view
    return view and (view.to_play, view.claim is None, view.waiting, context.seat_facts)


PUBLIC: Final = (
    Group(_about_plates, tuple([Part(f"seat-{HAND_NAMES[hand]}", _plate(hand), draw_plate) for hand in HANDS])),
    Group(_about_counts, _of_players(lambda hand: Part(f"count-{hand}", _count(hand), draw_count))),
    Group(_about_turns, tuple([Part(f"turn-{HAND_NAMES[hand]}", _is_on_turn(hand), draw_turn) for hand in HANDS])),
    clock.CLOCKS,
)
"""The public parts of the plates."""

PRIVATE: Final = (
    Group(
        lambda context: (context.prompt, context.prompted_hand),
        tuple([Part(f"prompt-{HAND_NAMES[hand]}", _prompt(hand), draw_prompt) for hand in HANDS]),
    ),
    presence.PRESENCE,
)
"""The private parts of the plates, and attendance, which does not depend on the version."""
