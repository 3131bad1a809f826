"""Tables for players who look for others: opened for three who wait, begun once all have come, else given up.

A ticker does so, beside the games. Any number of processes may.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum, auto
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from accounts.services import AccountDeleted
from accounts.site_config import downtime, selectors as site_config
from games.engine import BiddingStyle, PeekRule, Rules
from games.lobby import presets, tables
from games.lobby.tables import TooManyGames
from games.models import Game, PairingRequest, PairingState, Seat, with_seats
from games.pairing import queries
from games.pairing.matching import Candidate, Wishes, agreed, threes
from games.play import game_rows, presence, progress, queue
from games.pubsub import groups
from games.values import LIVE_CLOCKS, Clock, Stage, TableOptions

EVERY: Final = 1.0
"""Seconds between two looks at who waits."""

MOST_WAITING: Final = 60
"""How many of those who wait longest are looked at together."""

COMES_WITHIN: Final = timedelta(seconds=20)
"""How long a table that was found waits for its three players."""

SEEDS_WITHIN: Final = timedelta(seconds=6)
"""How long their browsers, all of them there, may take to give their seeds; without scripts they give none."""

STRANGERS_PATIENCE: Final = 30
"""Seconds after which the others may call a bot for who is away."""

_STARTED: Final = timezone.now()
"""When this process started. Browsers may have had no site to reach before that."""


class NextStep(Enum):
    """What the site does next at a table that was found."""

    BEGIN = auto()
    GIVE_UP = auto()
    END = auto()


def serve() -> None:
    """Do all that is due: open tables, begin or give them up, and remove who has gone. Runs every second."""
    now = timezone.now()
    if PairingRequest.objects.filter(state=PairingState.FOUND).exists():
        for code in _tables_with_a_step(now):
            _take_step(code, now)
    if PairingRequest.objects.filter(state=PairingState.WAITING).exists():
        _remove_gone(now)
        while queries.waiting().count() >= 3 and _pair():
            pass
    old = PairingRequest.objects.filter(ended_at__lt=now - queries.ENDED_KEPT_FOR)
    if old.exists():
        old.delete()


def _remove_gone(now: datetime) -> None:
    """Remove who has given no sign of life, but not before browsers have had the time to give one."""
    gone_after = timedelta(seconds=queries.WAITING_GONE_AFTER)
    if now - _in_reach_since() > gone_after:
        gone = PairingRequest.objects.filter(state=PairingState.WAITING, seen_at__lte=now - gone_after)
        gone = gone.order_by("since", "pk")  # as they are locked to pair them
        if gone.exists():  # else nothing is to be written
            _remove(gone)


@transaction.atomic
def _remove(requests: Iterable[PairingRequest]) -> None:
    for request in requests:
        if PairingRequest.objects.filter(pk=request.pk, state=PairingState.WAITING).delete()[0]:
            groups.pairing_changed_on_commit([request.user_id])


def _pair() -> bool:
    """Open the next table, if three fit; return whether there may be another. The rows locked here keep others out."""
    try:
        with transaction.atomic():
            waiting = {request.user_id: request for request in _able_to_play()}
            chosen = next(threes(_candidates(waiting.values()), queries.apart(waiting)), None)
            if chosen is not None:
                _open([waiting[candidate.user] for candidate in chosen])
    except (TooManyGames, AccountDeleted):
        return False  # it has happened just now, and is known the next time
    return chosen is not None


def _able_to_play() -> list[PairingRequest]:
    """Return the requests of those who wait, locked; who is suspended, a bot by now, or sits at too many tables is
    removed.
    """
    waiting = list(queries.waiting().select_for_update()[:MOST_WAITING])
    users = User.objects.in_bulk([request.user_id for request in waiting])
    most, games = site_config.site().most_games, queries.unfinished_games(waiting)
    unable = [
        r for r in waiting if not users[r.user_id].may_act or users[r.user_id].is_bot or games.get(r.user_id, 0) >= most
    ]
    _remove(unable)
    return [request for request in waiting if request not in unable]


def _candidates(waiting: Collection[PairingRequest]) -> list[Candidate]:
    now, ratings = timezone.now(), queries.rating_points([request.user_id for request in waiting])
    return [
        Candidate(r.user_id, (now - r.since).total_seconds(), ratings[r.user_id], queries.wishes_of(r)) for r in waiting
    ]


def _open(requests: Sequence[PairingRequest]) -> None:
    """Open a table for these three, whose requests are locked. Raises TooManyGames, AccountDeleted."""
    meanwhile = [request.meanwhile.code for request in requests if request.meanwhile]
    game_rows.lock_all(meanwhile)
    for game in map(game_rows.lock, meanwhile):
        progress.close(game)
    wishes = agreed([queries.wishes_of(request) for request in requests])
    assert wishes is not None, "they want the same"
    rules, options = _rules(wishes)
    users = User.objects.in_bulk([request.user_id for request in requests])
    game = tables.open_paired(users=[users[request.user_id] for request in requests], rules=rules, options=options)
    for request in requests:
        request.state, request.game, request.meanwhile = PairingState.FOUND, game, None
        request.found_at = timezone.now()
        request.save()
    groups.pairing_changed_on_commit(list(users))


def _rules(wishes: Wishes) -> tuple[Rules, TableOptions]:
    """Return what is played where any rule will do: the site's usual game, with a clock, as they are strangers."""
    usual = presets.preset("")
    rules = usual.rules
    rules = replace(
        rules,
        bidding=BiddingStyle(wishes.bidding or rules.bidding),
        peek=PeekRule(wishes.peek or rules.peek),
        target=wishes.target or rules.target,
    )
    clock = wishes.clock or (usual.options.clock if usual.options.clock in LIVE_CLOCKS else Clock.NORMAL)
    return rules, replace(usual.options, clock=str(clock), patience=STRANGERS_PATIENCE)


def _tables_with_a_step(now: datetime) -> list[str]:
    """Return the codes of the tables at which something is due, without a lock: most of them are just played."""
    paired = Game.objects.filter(pairing_requests__state=PairingState.FOUND).distinct()
    games = with_seats(paired).prefetch_related("pairing_requests")
    return [
        game.code
        for game in games
        if _next_step(game, list(game.seats.all()), _found_at(game.pairing_requests.all()), now)
    ]


def _found_at(requests: Iterable[PairingRequest]) -> datetime:
    return max(request.found_at for request in requests if request.found_at)


def _is_late(found_at: datetime, now: datetime) -> bool:
    """Return whether the players of a table have had the time to come to it."""
    return now - max(found_at, _in_reach_since()) >= COMES_WITHIN


def _in_reach_since() -> datetime:
    """Return since when browsers can reach the site, as far as this process knows."""
    return max(_STARTED, downtime.reachable_since() or _STARTED)


def _next_step(game: Game, seats: list[Seat], found_at: datetime, now: datetime) -> NextStep | None:
    """Return what is to be done at the table. It needs all three until its first deal is scored."""
    if game.stage in (Stage.SCORED, Stage.OVER, Stage.CLOSED) or game.deal_number > 1:
        return NextStep.END
    if any(seat.bot_plays or seat.user_id is None for seat in seats):
        return NextStep.GIVE_UP
    if game.stage != Stage.OPEN:
        return None
    if len(_here(game)) < len(seats):
        return NextStep.GIVE_UP if _is_late(found_at, now) else None
    return NextStep.BEGIN if all(seat.seed for seat in seats) or now - found_at >= SEEDS_WITHIN else None


def _here(game: Game) -> set[int]:
    """Return the players who are known to be at the table."""
    here = presence.who_is_here((game.code, seat.player) for seat in game.seats.all())
    return {player for _code, player in here}


@transaction.atomic
def _take_step(code: str, now: datetime) -> None:
    """Do what is due at a table, unless another process has done it."""
    rows = PairingRequest.objects.filter(game__code=code, state=PairingState.FOUND).order_by("pk")
    requests = list(rows.select_for_update())
    if not requests:
        return
    with queue.change(code) as game:
        seats = list(game.seats.order_by("player"))
        match _next_step(game, seats, _found_at(requests), now):
            case NextStep.BEGIN:
                tables.begin_paired(code=code)
            case NextStep.GIVE_UP:
                _give_up(game, seats, requests, now)
            case NextStep.END:
                _end(seats, requests, now)


def _end(seats: Iterable[Seat], requests: Iterable[PairingRequest], now: datetime) -> None:
    """Store who has played the first deal to its end and who has left it."""
    left = {seat.user_id for seat in seats if seat.bot_plays}
    for request in requests:
        request.state = PairingState.MISSED if request.user_id in left else PairingState.PLAYED
        request.ended_at = now
        request.save()


def _give_up(game: Game, seats: Sequence[Seat], requests: Sequence[PairingRequest], now: datetime) -> None:
    """Close a table that lacks a player. The others wait again, in their old places in the queue.

    If nobody has come, the site was perhaps out of reach: nobody has missed the table then.
    """
    all_seats = {seat.player for seat in seats}
    here = _here(game) if game.stage == Stage.OPEN and _is_late(_found_at(requests), now) else all_seats
    stay = {seat.user_id for seat in seats if seat.player in here and not seat.bot_plays}
    progress.close(game)
    for request in requests:
        if request.user_id in stay:
            request.state, request.seen_at = PairingState.WAITING, now
        else:
            request.state, request.ended_at = PairingState.MISSED if stay else PairingState.PLAYED, now
        request.save()
    groups.pairing_changed_on_commit([request.user_id for request in requests])
