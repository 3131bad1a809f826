"""Who plays with whom in a round of a tournament, by its kind (docs/duplicate.md)."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from games import engine
from games.competitions.tournaments import queries
from games.engine import Round
from games.models import FillUp, Tournament, TournamentEntry, TournamentKind


def bots_needed(tournament: Tournament, people: int) -> int:
    """Return how many bots fill up the tables for so many people."""
    if tournament.kind == TournamentKind.KNOCKOUT:
        return int(engine.needs_bot(people))
    return -people % 3 if tournament.fill_up == FillUp.BOTS else 0


def numbers_of_bots(tournament: Tournament, participants: int, bots: int) -> tuple[int, ...]:
    """Return the numbers that bots get: in a movement those that meet least, else the last ones."""
    if not bots or tournament.kind != TournamentKind.MOVEMENT:
        return tuple(range(participants - bots, participants))
    return engine.farthest_apart(engine.movement(participants, tournament.rounds))[2 - bots :]


def rounds_for(tournament: Tournament, participants: int) -> int:
    """Return how many rounds so many play: as the host has chosen, or until a knock-out is decided."""
    is_knockout = tournament.kind == TournamentKind.KNOCKOUT
    return engine.knockout_rounds(participants) if is_knockout else tournament.rounds


def round_of(tournament: Tournament, entries: Sequence[TournamentEntry], number: int) -> Round:
    """Return who plays with whom in the round with this number; those before it have ended.

    Participants are their places in `entries`, which come by their numbers.
    """
    if tournament.kind == TournamentKind.SWISS:
        return _swiss(tournament, entries)
    if tournament.kind == TournamentKind.KNOCKOUT:
        lost = queries.lost_of(tournament)
        return engine.knockout_round([at for at, entry in enumerate(entries) if entry.pk not in lost], number)
    return engine.movement(len(entries), tournament.rounds)[number - 1]


def _swiss(tournament: Tournament, entries: Sequence[TournamentEntry]) -> Round:
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
