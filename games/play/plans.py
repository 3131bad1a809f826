"""Cards chosen before the turn: one for each hand's next turn, and in games by turns more, each for what may be led.

They are secret to their seat: no version of the table, event or due time depends on them until one is played, as the
player's own move. The moment of play depends on when the turn began, never on cards.
"""

import logging
import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.base.outages import Attempts
from accounts.base.statements import Statement
from accounts.models import User
from games.engine import DUMMY, Card, HandId, Phase, Play, Player, State, View, legal_cards
from games.models import Game, Led, PlannedCard, Seat
from games.play import loading, queries, queue
from games.play.errors import NotPossible, PlanFull
from games.play.snapshot import ChosenCards, FullSnapshot
from games.play.turns import REFUSALS, Turn
from games.pubsub import groups
from games.values import Proposal, Stage

_attempts: Final = Attempts(logging.getLogger(__name__), "planned cards of game %s could not be served")

SOON: Final = (0.3, 0.9)
"""Seconds, at least and at most, after which a chosen card is played: as fast as somebody who has thought already."""

LATER: Final = (60.0, 10 * 60.0)
"""Those seconds for a card that waits for what is led, whose player is away: as if somebody had looked in."""

MOST_LINES: Final = 10
"""The most cards that wait for what is led, for one player in one deal."""

_CHOSEN: Final = Statement(
    lambda code, player, deal: PlannedCard.objects.filter(
        seat__game__code=code, seat__player=player, deal_number=deal, led=Led.ANYTHING
    ).values_list("card")
)
_PLANNED: Final = Statement(lambda: on_turn().select_related("seat__game").order_by("seat", "pk"))


def chosen_by(full: FullSnapshot, user: User, player: Player | None, *, has_plans: bool = True) -> ChosenCards | None:
    """Return the cards that the user has chosen for the next turn, as `player`; None if the user does not choose.

    They are read only if the player `has_plans`, cards planned for any turn.
    """
    if player is None or user.no_card_ahead:
        return None
    table = full.base
    is_played = table.stage is Stage.DEAL and full.state is not None and full.state.phase is Phase.PLAYING
    if not (has_plans and is_played):
        return ChosenCards()
    cards = frozenset(Card.parse(card) for (card,) in _CHOSEN.all(table.code, player, table.deal_number))
    return ChosenCards(table.deal_number, cards) if cards else ChosenCards()


def lines_of(game: Game, player: Player) -> list[PlannedCard]:
    """Return the cards of this player that wait for what is led, in the order in which they are tried."""
    rows = PlannedCard.objects.filter(seat__game=game, seat__player=player, deal_number=game.deal_number)
    return list(rows.exclude(led=Led.ANYTHING).order_by("pk"))


def choose(*, code: str, player: Player, card: Card) -> None:
    """Choose a card for the next turn of its hand, instead of another one.

    Raises NotPossible if the player may never play it.
    """
    game = loading.game_by_code(code)
    hand = _held_with(game, player, card)
    with _plans_of(game, player) as seat:
        beside = [str(other) for other in hand]
        _rows(seat, game).filter(led=Led.ANYTHING, card__in=beside).delete()
        PlannedCard.objects.create(seat=seat, deal_number=game.deal_number, card=str(card))


def add_line(*, code: str, player: Player, card: Card, led: Led) -> None:
    """Plan a card in a game by turns, for a later turn at which this suit, or nothing yet, is led. It does not apply to
    a turn that has begun.

    Raises NotPossible if the player may never play the card, or nobody has days for a move; PlanFull.
    """
    game = loading.game_by_code(code)
    _held_with(game, player, card)
    if not game.is_by_turns or led == Led.ANYTHING:
        raise NotPossible
    with _plans_of(game, player) as seat:
        if _rows(seat, game).exclude(led=Led.ANYTHING).count() >= MOST_LINES:
            raise PlanFull
        new = {"seen_since": seat.waiting_since}
        PlannedCard.objects.get_or_create(new, seat=seat, deal_number=game.deal_number, card=str(card), led=led)


def withdraw(*, code: str, player: Player, card: Card, led: Led = Led.ANYTHING) -> None:
    """Remove this card from what is planned, for the player to play by hand. Nothing happens if it was not planned."""
    game = loading.game_by_code(code)
    with _plans_of(game, player) as seat:
        _rows(seat, game).filter(card=str(card), led=led).delete()


def forget(seat: Seat) -> None:
    """Remove all that is planned for a seat: a bot plays there now."""
    PlannedCard.objects.filter(seat=seat).delete()


def after_take_back(game: Game) -> None:
    """After a move was taken back, play no card that was chosen before without asking the player again: remove those
    for the next turn, and leave others out in the turn that begins anew.
    """
    planned = PlannedCard.objects.filter(seat__game=game)
    planned.filter(led=Led.ANYTHING).delete()
    for seat in game.seats.filter(user__isnull=False):
        _note_seen(seat, planned.filter(seat=seat))


def _rows(seat: Seat, game: Game) -> QuerySet[PlannedCard]:
    return PlannedCard.objects.filter(seat=seat, deal_number=game.deal_number)


def _held_with(game: Game, player: Player, card: Card) -> tuple[Card, ...]:
    """Return the hand that holds this card and that the player plays. Raises NotPossible if there is none."""
    view = queries.full_snapshot_of(game).of(player).view
    if game.stage == Stage.DEAL and view is not None:
        for hand in hands_of(view).values():
            if card in hand:
                return hand
    raise NotPossible


def hands_of(view: View) -> dict[HandId, tuple[Card, ...]]:
    """Return the cards left in the hands that the viewer plays: their own and, for the declarer, the dummy's."""
    if view.phase is not Phase.PLAYING or view.viewer is None:
        return {}
    hands = {view.viewer: view.hand, DUMMY: view.dummy if view.declarer == view.viewer else None}
    return {name: hand for name, hand in hands.items() if hand}


@contextmanager
def _plans_of(game: Game, player: Player) -> Iterator[Seat]:
    """Lock the seat for a change of what is planned, which the player's own pages then show; plans of deals before this
    one are removed. Raises NotPossible if a bot plays there.
    """
    with transaction.atomic():
        seat = Seat.objects.select_for_update(no_key=True).get(game=game, player=player)
        if seat.bot_plays or seat.user_id is None:
            raise NotPossible
        PlannedCard.objects.filter(seat=seat).exclude(deal_number=game.deal_number).delete()
        yield seat
        groups.plans_changed_on_commit(seat.user_id, game.code)


def remove_old() -> int:
    """Remove what was planned for deals that are over; return how many cards that were."""
    of_now = Q(seat__game__stage=Stage.DEAL, deal_number=F("seat__game__deal_number"))
    removed, _by_model = PlannedCard.objects.exclude(of_now).delete()
    return removed


def play_due() -> None:
    """Play the planned cards whose time has come, at the tables of all games."""
    now = timezone.now()
    due = [row for row in _PLANNED.all() if _is_due(row, now)]
    for seat, rows in groupby(due, attrgetter("seat")):
        leave_out = partial(_note_seen, seat, on_turn().filter(seat=seat))
        with _attempts.attempt(seat.game.code, otherwise=leave_out):
            _serve(seat, list(rows))


def on_turn() -> QuerySet[PlannedCard]:
    """Return the cards planned by people whose turn it is, without those that are left out in this turn."""
    rows = PlannedCard.objects.filter(
        seat__waiting_since__isnull=False,
        seat__user__isnull=False,
        seat__bot_name="",
        seat__game__stage=Stage.DEAL,
        seat__game__proposal=Proposal.NONE,
        deal_number=F("seat__game__deal_number"),
    )
    return rows.exclude(seen_since=F("seat__waiting_since"))


def _is_due(row: PlannedCard, now: datetime) -> bool:
    """Return whether the card's moment of play has come: it is random, but the same each time it is computed."""
    since = row.seat.waiting_since
    assert since is not None, "it is the player's turn"
    chance = random.Random(f"{row.seat.game.chain_root}.{row.seat.player}.{since.isoformat()}")
    seconds = chance.uniform(*(LATER if row.led else SOON))
    return since + timedelta(seconds=seconds) <= now


def _serve(seat: Seat, rows: Sequence[PlannedCard]) -> None:
    """Play the first of these cards that fits; the turn then removes the plans for it. If none fits, remove those for
    this turn only.
    """
    table = loading.load(seat.game)
    state = table.state
    if state is None or state.claim is not None or table.seats[seat.player].waiting_since != seat.waiting_since:
        return
    fitting = first_fitting(rows, state)
    if fitting is not None:
        with suppress(*REFUSALS):
            queue.take(Turn(seat.game.code, Play(seat.player, Card.parse(fitting.card)), table.game.version))
    hand = [str(card) for card in state.hands[state.hand_to_play]] if state.hand_to_play is not None else []
    over = [row.pk for row in rows if not row.led and row.card in hand]
    PlannedCard.objects.filter(pk__in=over).delete()
    _note_seen(seat, PlannedCard.objects.filter(pk__in=[row.pk for row in rows]))


def _note_seen(seat: Seat, rows: QuerySet[PlannedCard]) -> None:
    rows.update(seen_since=seat.waiting_since)
    if seat.user_id is not None:
        groups.plans_changed_on_commit(seat.user_id, seat.game.code)


def first_fitting(rows: Iterable[PlannedCard], state: State) -> PlannedCard | None:
    """Return the first of these cards that the hand on turn may play, and that is meant for what has been led."""
    led = state.trick[0].card.suit.letter if state.trick else Led.NOTHING
    legal = {str(card) for card in legal_cards(state)}
    return next((row for row in rows if row.card in legal and row.led in (Led.ANYTHING, led)), None)
