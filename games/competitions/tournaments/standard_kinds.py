"""The built-in kinds of tournaments: all meet all, Swiss, knock-out (docs/duplicate.md)."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Final

from django.utils.translation import gettext as _, gettext_lazy

from games import engine
from games.competitions.tournaments import queries
from games.competitions.tournaments.kinds import Kind, Latecomers
from games.engine import MOST_PARTICIPANTS, Round
from games.models import Tournament, TournamentEntry, TournamentKind


def _movement(tournament: Tournament, participants: int) -> tuple[Round, ...]:
    return engine.movement(participants, tournament.rounds)


def _farthest_apart(tournament: Tournament, participants: int, bots: int) -> tuple[int, ...]:
    """Return the numbers that meet each other least."""
    return engine.farthest_apart(_movement(tournament, participants))[2 - bots :] if bots else ()


def _swiss_round(tournament: Tournament, entries: Sequence[TournamentEntry], _number: int) -> Round:
    indices = {entry.pk: at for at, entry in enumerate(entries)}
    standings = [indices[line.entry] for line in queries.standings_of(tournament)]
    trios = queries.tables_of(tournament).values()
    seated = defaultdict[int, Counter[int]](Counter)
    for seat, each in (place for trio in trios for place in enumerate(trio)):
        if each in indices:  # a bot may have given its place to somebody who came late
            seated[indices[each]][seat] += 1
    tables = [[indices[each] for each in trio if each in indices] for trio in trios]
    bots = [at for at, entry in enumerate(entries) if entry.user_id is None]
    met = Counter(engine.pairs_at([*tables, bots]))
    order = standings if tables else list(indices.values())
    outs = Counter({at: -seated[at].total() for at in range(len(entries))})
    return engine.swiss_round(order, met, outs, seated)


def _knockout_round(tournament: Tournament, entries: Sequence[TournamentEntry], number: int) -> Round:
    lost = queries.lost_of(tournament)
    return engine.knockout_round([at for at, entry in enumerate(entries) if entry.pk not in lost], number)


STANDARD_KINDS: Final = (
    Kind(
        code=TournamentKind.MOVEMENT,
        name=gettext_lazy("everybody meets everybody, as evenly as possible"),
        how=gettext_lazy("Everybody meets the others as evenly as possible."),
        round_of=lambda tournament, entries, number: _movement(tournament, len(entries))[number - 1],
        movement=_movement,
        numbers_of_bots=_farthest_apart,
        most=MOST_PARTICIPANTS,
    ),
    Kind(
        code=TournamentKind.SWISS,
        name=gettext_lazy("Swiss: with neighbours in the standings"),
        how=gettext_lazy(
            "In each round neighbours in the standings play together, and nobody meets anybody "
            "twice if that can be avoided."
        ),
        form=lambda _boards, rounds_of_boards: _("Swiss, %(of_boards)s") % {"of_boards": rounds_of_boards},
        round_of=_swiss_round,
        latecomers=Latecomers.ALL,
    ),
    Kind(
        code=TournamentKind.KNOCKOUT,
        name=gettext_lazy("knock-out: the best of each table goes on"),
        how=gettext_lazy(
            "The best player at each table goes on: the sum of the points decides, then the "
            "mean per cent of the round, then the lower of the numbers drawn at the beginning. "
            "If the number of players is not a power of three, the lowest numbers skip the "
            "first round."
        ),
        # How many rounds a knock-out has is known only once it has begun.
        form=lambda boards, _rounds_of_boards: _("Knock-out, %(boards)s a round") % {"boards": boards},
        round_of=_knockout_round,
        rounds=lambda _tournament, participants: engine.knockout_rounds(participants),
        bots_for=lambda _tournament, people: int(engine.needs_bot(people)),
        latecomers=Latecomers.NOBODY,  # a latecomer has beaten nobody in the first round
        knocks_out=True,
    ),
)
