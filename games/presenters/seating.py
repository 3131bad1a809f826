"""Who sits where on the screen, and what stands on each plate."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple, TypeAlias

from games.engine import DUMMY, HAND_NAMES, HANDS, PLAYERS, BiddingStyle, HandId, Phase, Player, View, partner
from games.play.snapshot import SeatInfo, Snapshot
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import ngettext, remembered

from .together import ClockFace, clock_face, is_away, may_call_bot, sits_in
from .words import Names, listing

POSITIONS = ("bottom", "left", "top", "right")

Places: TypeAlias = tuple[str, str, str, str]
"""Where hands 0, 1, 2 and the dummy lie on the screen, each one of `POSITIONS`."""


class NilMark(NamedTuple):
    """A nil that lies on a hand, and whether it has failed already."""

    text: str
    failed: bool


class Count(NamedTuple):
    """What is counted on a plate: while the bidding lasts the `bid`, then the `words` for what the side has `taken` of
    the tricks of this player's own `contract`; "" where there is none.
    """

    code: str
    bid: str
    taken: str
    contract: str
    words: str


class Turn(NamedTuple):
    """The tag on the plate of a hand whose turn it is. `is_mine` if the viewer is to act with it."""

    words: str
    is_mine: bool


class Plate(NamedTuple):
    """One seat's plate: who, in which role, what was bid.

    `sits_in` says which bot sits in for the player, "" if none does.
    """

    position: str
    code: str
    name: str
    initial: str
    is_you: bool
    is_dummy: bool
    is_bot: bool
    away: bool
    sits_in: str
    may_call_bot: bool
    clock: ClockFace | None
    is_dealer: bool
    role: str
    nils: tuple[NilMark, ...]
    on_turn: bool


def positions(snapshot: Snapshot) -> Places:
    """Where each hand sits: the viewer at the bottom, the others clockwise left, top, right (RULES sections 1 and 6).

    Until the sides are known the dummy lies at its home seat between players 2 and 0; then opposite the declarer.
    """
    return _positions((snapshot.view.order if snapshot.view else None) or HANDS, snapshot.viewer or 0)


@cache
def _positions(order: tuple[HandId, ...], viewer: Player) -> Places:
    first = order.index(viewer)
    one, two, three, dummy = (POSITIONS[(order.index(hand) - first) % 4] for hand in HANDS)
    return one, two, three, dummy


@cache
def reading_order(places: Places) -> tuple[HandId, ...]:
    """The hands in the order their plates are read: top, left, right, bottom."""
    return tuple(sorted(HANDS, key=lambda hand: ("top", "left", "right", "bottom").index(places[hand])))


def plate(snapshot: Snapshot, names: Names, hand: HandId, position: str) -> Plate:
    """The plate of one hand."""
    view = snapshot.view
    seat: SeatInfo | None = None if hand == DUMMY else snapshot.seats[hand]
    return Plate(
        position=position,
        code=HAND_NAMES[hand],
        name=names.label(hand),
        initial=seat.name[:1].upper() if seat else "",
        is_you=names.is_you(hand),
        is_dummy=seat is None,
        is_bot=seat is not None and seat.is_bot,
        away=is_away(seat) and not names.is_you(hand),
        sits_in=sits_in(seat),
        may_call_bot=may_call_bot(seat, snapshot),
        clock=clock_face(seat.clock) if seat else None,
        is_dealer=hand == snapshot.dealer,
        role=_role(view, names, hand),
        nils=_nils(view, names, hand),
        on_turn=hand in hands_on_turn(view),
    )


def hands_on_turn(view: View | None) -> tuple[HandId, ...]:
    """The hand from which a card is asked, or those from whose players anything else is."""
    if view is None:
        return ()
    if view.to_play is not None and view.claim is None:
        return (view.to_play,)
    return view.waiting


@remembered
def turns(asked: tuple[HandId, ...], own: HandId | None, prompt: str) -> tuple[Turn | None, ...]:
    """The tag for each hand that is `asked`: of the viewer's `own` it says what to do, the `prompt`."""
    return tuple(_turn(hand == own, prompt) if hand in asked else None for hand in HANDS)


def _turn(is_mine: bool, prompt: str) -> Turn:
    return Turn(prompt if is_mine else _("to move"), is_mine)


def _role(view: View | None, names: Names, hand: HandId) -> str:
    if view is None:
        return ""
    if view.declarer is None:
        return _before_play(view, hand)
    if hand == DUMMY:
        return names.say(view.declarer, _("with you"), _("with %(name)s"))
    if hand == view.declarer:
        return _("Declarer")
    return names.defender(partner(hand, view.declarer))


def _before_play(view: View, hand: HandId) -> str:
    if hand == DUMMY:
        up = len(view.flipped)
        return ngettext("%(count)d card up", "%(count)d cards up", up) % {"count": up} if up else _("face down")
    if view.phase is Phase.PEEKING:
        return _("has looked") if hand in view.looked else _("still to look")
    return (_("bids first"), _("bids second"), _("bids last"))[view.bidding_order.index(hand)]


def _bid(view: View | None, hand: HandId) -> str:
    """The number on the plate while the bidding lasts."""
    if view is None or view.declarer is not None:
        return ""
    return next((str(bid.tricks) for bid in view.bids if bid.player == hand), "")


def count(view: View | None, hand: HandId) -> Count:
    """What is counted on the plate of one hand."""
    if view is None or view.declarer is None or hand == DUMMY:
        return Count(HAND_NAMES[hand], _bid(view, hand), "", "", "")
    contract, taken = view.contracts[hand], str(view.side_tricks[hand])
    of = "?" if contract is None else str(contract)
    return Count(HAND_NAMES[hand], "", taken, of, _count_words(taken, of))


@remembered
def _count_words(taken: str, contract: str) -> str:
    if contract == "?":
        return _("%(taken)s tricks, contract not known yet") % {"taken": taken}
    return _("side has %(taken)s of %(contract)s tricks") % {"taken": taken, "contract": contract}


def _nils(view: View | None, names: Names, hand: HandId) -> tuple[NilMark, ...]:
    if view is None:
        return ()
    if view.declarer is None:
        return tuple(NilMark(text, False) for text in _declared(view, names, hand))
    failed = view.taken[hand] > 0
    return tuple(
        NilMark(_nil_text(names, player, hand, failed), failed) for player in PLAYERS if hand in view.nils[player]
    )


def _declared(view: View, names: Names, hand: HandId) -> list[str]:
    """What a bidder has declared nil, on the bidder's own plate."""
    bid = view.bid_of(hand)
    if bid is None or not bid.nils:
        return []
    if bid.nils == {hand}:
        return [_("nil")]
    if view.rules.bidding is BiddingStyle.SUICIDE:
        return [_("nil on the partner")]
    targets = [_("own hand") if target == hand else names.within(target) for target in sorted(bid.nils)]
    return [_("nil on %(hands)s") % {"hands": listing(targets)}]


def _nil_text(names: Names, player: Player, hand: HandId, failed: bool) -> str:
    if hand in (player, DUMMY):
        return _("Nil failed") if failed else _("Nil")
    if names.is_you(player):
        return _("Your nil failed") if failed else _("Your nil")
    template = _("%(name)s’s nil failed") if failed else _("%(name)s’s nil")
    return template % {"name": names.label(player)}
