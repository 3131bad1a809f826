"""The data from which the components of a table are drawn, and text for everybody at a table that addresses each reader
as "you".
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from operator import attrgetter
from typing import NamedTuple, TypeAlias

from django.utils.functional import cached_property

from accounts.base.choices import HandOrder
from games.components.html import NOTHING, Html, Template, join, text
from games.engine import DUMMY, HANDS, PLAYERS, BidMade, Card, HandId, Phase, Player, Suit, View
from games.play.attendance import Attendance
from games.play.snapshot import ChosenCards, SeatInfo, Snapshot
from games.values import Proposal, Stage
from games.words.language_cache import LazyDict, language
from games.words.names import Names
from games.words.sentences import prompt

_FOR_OTHERS = Template('<span class="{classes}">{words}</span>')
_FOR_ONE = Template('<span class="to-{player}"> {words}</span>')


class Voices:
    """The names at one table as spectators read them, and as each of the three players does, in the active language."""

    def __init__(self, seats: Sequence[SeatInfo]) -> None:
        self._seats, self._names = seats, [(seat.name, seat.page) for seat in seats]
        self.language = language()
        self.everyone = Names(seats, None)
        self.players = tuple(Names(seats, player) for player in PLAYERS)
        self.labels = LazyDict[HandId, Html](lambda hand: self.say(lambda names: names.label(hand), (hand,)))
        """The name on each hand's plate, "You" for its own player."""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Voices) and self.everyone == other.everyone)

    def __hash__(self) -> int:
        return hash(self.everyone)

    def are_of(self, seats: Sequence[SeatInfo]) -> bool:
        """Return whether these are the names of a table with these seats."""
        return self._seats is seats or self._names == [(seat.name, seat.page) for seat in seats]

    def say(self, make: Callable[[Names], str], addressed: Iterable[HandId] = PLAYERS) -> Html:
        """Return `make`'s text for everyone, together with the texts for players who read a different one.

        `addressed` are the hands whose players may read a different one. The style sheet shows each reader one of the
        texts (`.to-1` and `.not-1`, by `data-viewer` on the table).
        """
        words = make(self.everyone)
        players = [hand for hand in addressed if hand != DUMMY]
        others = [(player, own) for player in players if (own := make(self.players[player])) != words]
        if not others:
            return Html(text(words))
        classes = " ".join([f"not-{player}" for player, _ in others])
        for_others = _FOR_OTHERS(classes=classes, words=words) if words else NOTHING
        return join([for_others, *[_FOR_ONE(player=player, words=own) for player, own in others if own]])


PastTricks = namedtuple("PastTricks", "t1 t2 t3 t4 t5 t6 t7 t8 t9 t10 t11 t12 t13")
"""The finished tricks of a deal, each a fact of its own: another trick changes one of them."""
_TO_COME = (None,) * 13


class BySuit(NamedTuple):
    """The cards of each suit of a hand, each a fact of its own. A suit is an index of it too."""

    SPADES: tuple[Card, ...]
    HEARTS: tuple[Card, ...]
    DIAMONDS: tuple[Card, ...]
    CLUBS: tuple[Card, ...]


@lru_cache(maxsize=2048)
def by_suit(cards: tuple[Card, ...]) -> BySuit:
    """Return the cards of each suit of a hand."""
    return BySuit(*[tuple([card for card in cards if card.suit is suit]) for suit in Suit])


POSITIONS = ("bottom", "left", "top", "right")

_seat_facts, _clock = attrgetter("stand_in", "vacation_until", "clock.__class__"), attrgetter("clock")

Places: TypeAlias = tuple[str, str, str, str]
"""The positions of hands 0, 1, 2 and the dummy on the screen, each one of `POSITIONS`."""


class TableContext:
    """One table at one version for one audience: a player, or everybody, which is what a spectator sees.

    `voices` are the names in text for everybody, `names` those in text for this viewer. `snapshot` is the table as the
    page shows it; while a bot sits in for the viewer, or in a pause, it offers no moves. `signed_in`, `hand_order` and
    the cards `chosen` before the turn are the viewer's. A spectator looks at the table from the first seat, or from
    `seat`.
    """

    def __init__(
        self,
        snapshot: Snapshot,
        attendance: Attendance | None = None,
        *,
        voices: Voices | None = None,
        signed_in: bool = True,
        hand_order: HandOrder = HandOrder.ALTERNATING,
        seat: Player = 0,
        chosen: ChosenCards | None = None,
        is_guest: bool = False,
    ) -> None:
        self.attendance = attendance or Attendance()
        self.voices = voices or Voices(snapshot.seats)
        self.viewer = snapshot.viewer
        self.names: Names = self.voices.everyone if self.viewer is None else self.voices.players[self.viewer]
        self.signed_in, self.is_guest, self.hand_order, self.seat = signed_in, is_guest, hand_order, seat
        self.stand_in = stand_in(snapshot)
        """The bot that sits in for the viewer, "" if none does."""
        self.snapshot = _looking_on(snapshot) if self.stand_in or snapshot.pause else snapshot
        self.view: View | None = self.snapshot.view
        self._chosen = None if self.stand_in else chosen
        self.code = snapshot.code

    @property
    def is_player(self) -> bool:
        return self.viewer is not None

    @cached_property
    def places(self) -> Places:
        """The position of each hand for this viewer."""
        return positions(self.snapshot, self.seat)

    @cached_property
    def prompt(self) -> str:
        """What the viewer has to do, "" if nothing."""
        return prompt(self.snapshot)

    @cached_property
    def prompted_hand(self) -> HandId | None:
        """The hand with which the viewer has to do what `prompt` says: the viewer's own or the dummy."""
        if not self.prompt or self.view is None:
            return None
        return DUMMY if self.view.playable and self.view.to_play == DUMMY else self.viewer

    @property
    def must_answer(self) -> bool:
        """Whether the viewer has yet to agree to another player's proposal."""
        return self.snapshot.proposal is not None and self.viewer in self.missing

    @cached_property
    def missing(self) -> frozenset[Player]:
        """The players who have yet to agree to the proposal: bots always agree, and players away too long are not
        asked, unless it `asks_everybody`.
        """
        asked = self.snapshot.proposal
        if asked is None:
            return frozenset()
        people = {seat.player for seat in self.snapshot.seats if seat.plays_in_person}
        not_asked = frozenset() if Proposal(asked.kind).asks_everybody else self.attendance.away_too_long
        return frozenset(people - asked.agreed - not_asked)

    @property
    def absent(self) -> Player | None:
        """The player whom the game waits for, who has been away for half a minute or longer, or else one for whom the
        viewer may call a bot; not the viewer.
        """
        gone, here = self.replaceable, self.attendance
        if not self.snapshot.is_by_turns and (any(here.bot_at) or here.away_too_long):
            gone |= {player for player, at in enumerate(here.bot_at) if at} | here.away_too_long
        if not gone:  # as at nearly every move
            return None
        hands = hands_on_turn(self.view) if self.snapshot.stage is Stage.DEAL else ()
        awaited = {self.view.declarer if hand == DUMMY and self.view else hand for hand in hands}
        people = {seat.player for seat in self.snapshot.seats if seat.plays_in_person} - {self.viewer}
        return next(iter([*sorted(people & gone & awaited), *sorted(self.replaceable)]), None)

    @property
    def replaceable(self) -> frozenset[Player]:
        """The players for whom the viewer may call a bot."""
        snapshot = self.snapshot
        gone = self.attendance.away_too_long | snapshot.overdue
        if not gone:  # as at nearly every move
            return frozenset()
        is_played = snapshot.stage.is_running and shows_felt(snapshot.stage) and not snapshot.pause
        if not self.is_player or self.stand_in or not is_played:
            return frozenset()
        people = {seat.player for seat in snapshot.seats if seat.plays_in_person} - {self.viewer}
        return frozenset(people & gone)

    @property
    def is_awaited(self) -> bool:
        """Whether the viewer has to move, or to answer a proposal."""
        return bool(self.prompt) or self.must_answer

    @property
    def is_alone_with_bots(self) -> bool:
        """Whether the viewer plays against bots only, so that hints are fair."""
        return self.is_player and all(seat.is_bot for seat in self.snapshot.seats if seat.player != self.viewer)

    @property
    def may_have_hints(self) -> bool:
        """Whether the viewer may ask for hints: not where results are compared, on a board of a set of deals and
        in a tournament.
        """
        may = self.snapshot.mode.on_site and self.snapshot.board is None and self.snapshot.round is None
        return may and self.is_alone_with_bots

    @property
    def leaves_others(self) -> bool:
        """Whether another person plays on when the viewer gives up the game, or a tournament goes on."""
        others = (seat for seat in self.snapshot.seats if seat.player != self.viewer)
        return self.snapshot.round is not None or any(seat.plays_in_person for seat in others)

    @property
    def seat_facts(self) -> tuple[object, ...]:
        """The facts about seats that change during a game, except what clocks show: the bots that sit in, vacations,
        and whether there are clocks.
        """
        return tuple(map(_seat_facts, self.snapshot.seats))

    @property
    def clocked_version(self) -> int | None:
        """The version if players have clocks, which are sent with each to correct the browser's; None otherwise."""
        return self.snapshot.version if any(map(_clock, self.snapshot.seats)) else None

    @property
    def failing(self) -> tuple[HandId, ...]:
        """The nil hands that have failed."""
        return tuple([hand for hands in self.view.nils for hand in hands if self.view.taken[hand]]) if self.view else ()

    @property
    def bids_with_nils(self) -> tuple[BidMade, ...]:
        """The bids that declare a nil."""
        return tuple([bid for bid in self.view.bids if bid.nils]) if self.view else ()

    @property
    def claim_refused_by(self) -> Player | None:
        """The player who has refused a claim at the lead to this trick, until the lead."""
        return self.view.refused_by if self.view and not self.view.trick else None

    @property
    def is_late(self) -> bool:
        """Whether a bot made the viewer's last move, as time was up, and the viewer's turn has not come again."""
        return self.viewer in self.snapshot.late and self.snapshot.stage is Stage.DEAL and not self.is_awaited

    @property
    def waiting(self) -> tuple[Player, ...]:
        """The players the deal waits for, other than for a card."""
        view = self.view
        return () if view is None or (view.phase is Phase.PLAYING and not view.claim) else view.waiting

    def playable(self, hand: HandId | None) -> tuple[Card, ...]:
        """Return the cards of this hand that the viewer may play now."""
        return self.view.playable if self.view and self.view.to_play == hand else ()

    def chosen_ahead(self, hand: HandId) -> frozenset[Card] | None:
        """Return the cards that the viewer has chosen before the turn of this hand; None if none can be chosen now."""
        view = self.view
        if view is None or self._chosen is None or view.phase is not Phase.PLAYING or view.claim is not None:
            return None
        if hand not in (self.viewer, DUMMY if view.declarer == self.viewer else None) or self.playable(hand):
            return None
        return self._chosen.cards if self._chosen.deal == self.snapshot.deal_number else frozenset()

    @cached_property
    def own_ahead(self) -> frozenset[Card] | None:
        """The cards of the viewer's own hand chosen before the turn; None if none can be chosen now."""
        return None if self.viewer is None else self.chosen_ahead(self.viewer)

    @cached_property
    def dummys_ahead(self) -> frozenset[Card] | None:
        """The cards of the dummy that its declarer has chosen before the turn; None if none can be chosen now."""
        return self.chosen_ahead(DUMMY)

    @property
    def own_chosen(self) -> frozenset[Card]:
        """The cards of the viewer's own hand that are shown as chosen before the turn."""
        return self.own_ahead or frozenset()

    @property
    def dummys_chosen(self) -> frozenset[Card]:
        """The cards of the dummy that are shown to its declarer as chosen before the turn."""
        return self.dummys_ahead or frozenset()

    @cached_property
    def own_suits(self) -> BySuit:
        """The cards of the viewer's own hand by suit; none for a spectator."""
        return by_suit((self.view and self.view.hand) or ())

    @cached_property
    def dummys_suits(self) -> BySuit:
        """The cards of the dummy by suit; none before it is exposed."""
        return by_suit((self.view and self.view.dummy) or ())

    @cached_property
    def past_tricks(self) -> PastTricks:
        """The finished tricks of the deal, None for those to come."""
        tricks = self.view.tricks if self.view else ()
        return PastTricks(*tricks, *_TO_COME[len(tricks) :])

    @property
    def own_turn(self) -> tuple[object, ...]:
        """The viewer's own hand, and what may be played from it and why."""
        view = self.view
        return (
            (view.hand, self.prompt, view.playable) if view and view.to_play == self.viewer else (view and view.hand,)
        )

    @property
    def dummy_is_opposite(self) -> bool:
        """Whether the dummy of this deal is opposite the viewer, where there is room for it in rows."""
        return self.view is not None and self.view.declarer is not None and self.places[DUMMY] == "top"

    @property
    def dummy_order(self) -> HandOrder:
        """The order of the dummy's suits: the viewer's own if it begins with spades (docs/rules.md section 6)."""
        return HandOrder.ALTERNATING if self.hand_order is HandOrder.RISING else self.hand_order

    @property
    def dummys_turn(self) -> tuple[object, ...]:
        """The exposed dummy, and what may be played from it and why; empty if it is not opposite."""
        view = self.view
        if view is None or not self.dummy_is_opposite:
            return ()
        return (view.dummy, self.prompt, view.playable) if view.to_play == DUMMY else (view.dummy,)

    @property
    def hinted_version(self) -> int | None:
        """The version if the viewer may ask for a hint, None otherwise."""
        return self.snapshot.version if self.prompt and self.may_have_hints else None

    @property
    def phase(self) -> Phase | None:
        return self.view.phase if self.view else None


def stand_in(snapshot: Snapshot) -> str:
    """Return the bot that sits in for the viewer, "" if none does or the game has ended."""
    bot = snapshot.seats[snapshot.viewer].stand_in if snapshot.viewer is not None else ""
    return bot if bot and not snapshot.stage.has_ended else ""


def _looking_on(snapshot: Snapshot) -> Snapshot:
    """Return the table in a pause, or for a player for whom a bot sits in: with the player's hand, without moves."""
    if snapshot.view is None:
        return replace(snapshot, may_take_back=False)
    idle = replace(
        snapshot.view, playable=(), bid_options=(), peek_count=0, claimable=(), may_answer_claim=False
    )  # fmt: skip
    return replace(snapshot, view=idle, may_take_back=False)


def positions(snapshot: Snapshot, seat: Player = 0) -> Places:
    """Return the position of each hand: the viewer, or for spectators `seat`, at the bottom, the others clockwise
    (docs/rules.md sections 1 and 6).

    Until the sides are known the dummy is at its home seat between players 2 and 0; then opposite the declarer.
    """
    return _positions(
        (snapshot.view.order if snapshot.view else None) or HANDS, seat if snapshot.viewer is None else snapshot.viewer
    )


@cache
def _positions(order: tuple[HandId, ...], viewer: Player) -> Places:
    first = order.index(viewer)
    one, two, three, dummy = (POSITIONS[(order.index(hand) - first) % 4] for hand in HANDS)
    return one, two, three, dummy


def reading_order(places: Places) -> tuple[HandId, ...]:
    """Return the hands in the order in which their plates are read: top, left, right, bottom."""
    return tuple(sorted(HANDS, key=lambda hand: ("top", "left", "right", "bottom").index(places[hand])))


def hands_on_turn(view: View | None) -> tuple[HandId, ...]:
    """Return the hand that has to play a card, or the hands whose players have to do something else."""
    if view is None:
        return ()
    if view.to_play is not None and view.claim is None:
        return (view.to_play,)
    return view.waiting


def is_away(context: TableContext, player: Player) -> bool:
    """Return whether the seat's own player has no browser at the table."""
    by_turns = context.snapshot.is_by_turns  # nobody has to be at the table
    return context.snapshot.seats[player].is_person and player not in context.attendance.here and not by_turns


def shows_felt(stage: Stage) -> bool:
    """Return whether cards are on the table: in the draw and in a deal."""
    return stage in (Stage.DRAWING, Stage.DEAL)
