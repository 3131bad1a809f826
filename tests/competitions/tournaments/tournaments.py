"""Tournaments for tests: announced, entered and played by people who move as bots would."""

import random
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Final

from django.utils import timezone

from accounts.models import User
from games import bots
from games.competitions.tournaments import rounds, services
from games.competitions.tournaments.services import Plan
from games.engine import Action, AnswerClaim, Claim, Player, Rules, View
from games.models import FillUp, Game, Tournament, TournamentKind, TournamentStage
from games.play import proposals, queue
from games.values import RUNNING, Stage
from tests.staff.people import HOST, ensure_roles, member
from tests.tables import here, new_player, play_deal, serve, state_of

CLAIMS: Final = 0.7
"""How probably a person on lead claims: a deal that is played to its last card takes ten times as long."""


def announced(
    rounds: int = 2,
    boards: int = 1,
    limit: int = 60,
    fill_up: FillUp = FillUp.OUT,
    kind: TournamentKind = TournamentKind.MOVEMENT,
    minutes_ahead: int = 10,
    **more: str,
) -> Tournament:
    """Return a tournament of a new host that begins in ten minutes, so check-in is open, or in so many."""
    ensure_roles()
    plan = Plan(
        name=more.get("name", "Friday night"),
        text="",
        starts_at=timezone.now() + timedelta(minutes=minutes_ahead),
        rounds=rounds,
        boards=boards,
        minutes=20,
        clock="normal",
        limit=limit,
        fill_up=fill_up,
        rules=Rules(),
        kind=kind,
    )
    return services.announce(plan, by=member(HOST, f"Host {Tournament.objects.count()}"))


def entered(tournament: Tournament, count: int) -> list[User]:
    """Return so many new players who have entered the tournament, and are checked in."""
    people = [new_player() for _number in range(count)]
    for user in people:
        services.enter(tournament.code, user)
    return people


def running(participants: int, **options: object) -> Tournament:
    """Return a tournament of so many new players whose first round has begun."""
    tournament = announced(**options)  # type: ignore[arg-type]  # options of any kind
    entered(tournament, participants)
    return begin(tournament)


def begin(tournament: Tournament) -> Tournament:
    """Let the ticker begin the tournament with its first round; return it."""
    due_now(tournament)
    return go_on(tournament)


def due_now(tournament: Tournament) -> None:
    """Let the tournament begin, or its next round, when a ticker looks at it the next time."""
    due, now = Tournament.objects.filter(pk=tournament.pk), timezone.now()
    due.filter(stage=TournamentStage.OPEN).update(starts_at=now)
    due.update(next_round_at=now)


def go_on(tournament: Tournament) -> Tournament:
    """Let the ticker of tournaments take its steps, without a break between rounds; return the tournament."""
    pending = Tournament.objects.filter(pk=tournament.pk, next_round_at__isnull=False)
    rounds.serve()
    pending.update(next_round_at=timezone.now())
    rounds.serve()
    tournament.refresh_from_db()
    return tournament


def tables_of(tournament: Tournament) -> list[Game]:
    """Return the tables that play now."""
    return list(Game.objects.filter(round__tournament=tournament, stage__in=RUNNING).order_by("pk"))


def play_round(tournament: Tournament, tables: Sequence[Game] | None = None) -> None:
    """Play these tables, or all that play now, to the end."""
    for table in tables_of(tournament) if tables is None else tables:
        play_table(table.code)


def play_table(
    code: str, claims: float = CLAIMS, until: Callable[[Game], bool] = lambda _game: False, by: str = ""
) -> Game:
    """Play a table to its end, or until this is so: all move as the simplest bots would, and people soon claim.

    Chance follows from the number of the deal and from the code, or what it is played `by`.
    """

    def choose(view: View, rng: random.Random) -> Action:
        assert view.viewer is not None
        if view.claim is not None:
            return AnswerClaim(view.viewer, accept=True)
        return Claim(view.viewer) if view.may_claim and rng.random() < claims else bots.choose(view, rng)

    while (game := Game.objects.get(code=code)).stage in RUNNING and not until(game):
        here(code)
        if game.stage == Stage.DEAL:
            play_deal(code, lambda table: until(table.game), choose, f"{by or code}{game.deal_number}")
        else:
            Game.objects.filter(code=code).update(due_at=timezone.now())
            serve(code)
    return game


def cards_played(game: Game) -> int:
    """Return how many cards of the deal in play are on the table or in tricks."""
    state = state_of(game.code)
    return 4 * len(state.tricks) + len(state.trick)


def stand_in(code: str, player: Player) -> None:
    """Let a bot sit in for a player."""
    with queue.change(code) as game:
        proposals.stand_in(game, player)
