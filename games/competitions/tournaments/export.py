"""The results and deals of the rounds of a tournament that have ended, as plain values for files."""

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import Exists, OuterRef, Subquery

from games.competitions.tournaments import queries
from games.competitions.tournaments.standings import fields_of, percent_of
from games.engine import from_json, replay
from games.models import ArchivedLog, Deal, Event, Tournament, TournamentScore, TournamentSeat, logs, read_seats
from games.play import proofs
from games.play.chain import commitment_of
from games.play.modes import rounds
from games.web import spreadsheets
from games.web.deal_files import WrittenDeal

_STANDING: Final = ("place", "player", "bot", "percent", "above", "points", "boards", "lost_in", "disqualified")


def results_of(tournament: Tournament) -> dict[str, Any]:
    """Return standings and all results. Means are rounded to nine decimals."""
    return {
        "tournament": tournament.code,
        "name": tournament.name,
        "commitment": commitment_of(tournament.root),
        "boards_in_a_round": tournament.boards,
        "standings": standings_of(tournament),
        "results": _results(tournament),
    }


def standings_of(tournament: Tournament) -> list[dict[str, Any]]:
    """Return who takes part, by places after the rounds that have ended."""
    entries = {entry.pk: entry for entry in queries.participants(tournament)}
    return [
        {
            "place": line.place,
            "player": str(entries[line.entry]),
            "bot": entries[line.entry].user_id is None,
            "percent": None if line.percent is None else round(float(line.percent), 9),
            "above": round(float(line.above), 9),
            "points": round(float(line.points), 9),
            "boards": line.boards,
            "lost_in": line.lost_in,
            "disqualified": bool(entries[line.entry].disqualified),
        }
        for line in queries.standings_of(tournament)
    ]


def _results(tournament: Tournament) -> list[dict[str, Any]]:
    fields = fields_of(queries.scores_of(tournament))
    rows = TournamentScore.objects.filter(place__round__tournament=tournament, place__round__ended_at__isnull=False)
    rows = rows.select_related("place__entry__user", "place__round", "place__game")
    return [_result(row, fields) for row in rows.order_by("board", "place__table", "place__player")]


def _result(row: TournamentScore, fields: Any) -> dict[str, Any]:
    place = row.place
    score = queries.score_of(row)
    percent = percent_of(score, fields)
    return {
        "board": row.board,
        "round": place.round.number,
        "table": place.table,
        "seat": place.player,
        "player": str(place.entry),
        "points": row.points,
        "percent": None if percent is None else round(float(percent), 9),
        "by_bot": row.by_bot,
        "overrun": row.overrun,
        "adjusted": row.reason,
        "game": place.game.code if place.game else "",
    }


def as_csv(results: dict[str, Any]) -> bytes:
    """Return the standings as a table for spreadsheets."""
    return spreadsheets.file([_STANDING, *([line[name] for name in _STANDING] for line in results["standings"])])


AT_ONCE: Final = 10
"""How many deals are read at once: the thread that does so serves the sockets of this process too."""


class Place(NamedTuple):
    """The key of a deal, and the number of the table at which it was played."""

    deal: int
    table: int


def places(tournament: Tournament, number: int | None = None) -> list[list[Place]]:
    """Return the places of finished deals in batches, of all rounds that have ended or of the one with this number.

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
    """Yield the deals at these places of a tournament, for a file."""
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
