"""The deals of the rounds of a tournament that have ended, for files: board by board, each from table to table."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.db.models import Exists, OuterRef, Subquery

from games.engine import from_json, replay
from games.models import ArchivedLog, Deal, Event, Tournament, TournamentSeat, logs, read_seats
from games.play import proofs
from games.play.modes import rounds
from games.web.deal_files import WrittenDeal

AT_ONCE: Final = 10
"""How many deals are read at once: the thread that does so serves the sockets of this process too."""


class Place(NamedTuple):
    """The key of a deal, and the number of the table at which it was played."""

    deal: int
    table: int


def places(tournament: Tournament, number: int | None = None) -> list[list[Place]]:
    """Return where the finished deals of all rounds that have ended are, or of the one with this number, in batches.

    Deals of which only the scores are stored are left out.
    """
    table = TournamentSeat.objects.filter(game=OuterRef("game")).values("table")[:1]
    ended = Deal.objects.filter(game__round__tournament=tournament, game__round__ended_at__isnull=False, finished=True)
    if number is not None:
        ended = ended.filter(game__round__number=number)
    has_log = Exists(Event.objects.filter(deal=OuterRef("pk"))) | Exists(
        ArchivedLog.objects.filter(deal=OuterRef("pk"))
    )
    ordered = ended.filter(has_log).annotate(table=Subquery(table)).order_by("game__round__number", "number", "table")
    all_places = [Place(*row) for row in ordered.values_list("pk", "table")]
    return [all_places[start : start + AT_ONCE] for start in range(0, len(all_places), AT_ONCE)]


def written(tournament: Tournament, batch: Sequence[Place]) -> Iterator[WrittenDeal]:
    """Yield these deals of a tournament."""
    known = Deal.objects.select_related("game").in_bulk([place.deal for place in batch])
    deals = [known[place.deal] for place in batch]
    read_seats([deal.game for deal in deals])
    logs.load(deals)
    for deal, place in zip(deals, batch, strict=True):
        yield _written(tournament, deal, place.table)


def _written(tournament: Tournament, deal: Deal, table: int) -> WrittenDeal:
    of_round = rounds.facts_of(deal.game)
    assert of_round is not None, "it is a table of a round"
    return WrittenDeal(
        end=replay([from_json(row.payload) for row in logs.standing_rows(deal)]),
        names=[seat.player_name for seat in deal.game.seats.all()],
        event=tournament.name,
        board=of_round.board(deal.number),
        played_on=deal.dealt_at,
        proof=proofs.proof_in_round(deal.game, deal),
        round=of_round.number,
        table=table,
    )
