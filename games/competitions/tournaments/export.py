"""The results of a tournament as plain values, for files: of the rounds that have ended."""

from typing import Any, Final

from games.competitions.tournaments import queries
from games.competitions.tournaments.standings import fields_of, percent_of
from games.models import Tournament, TournamentScore
from games.play.proofs import commitment_of
from games.web import spreadsheets

_STANDING: Final = ("place", "player", "bot", "percent", "above", "points", "boards", "lost_in", "disqualified")


def results_of(tournament: Tournament) -> dict[str, Any]:
    """Return standings and all results. Means are rounded to nine decimals."""
    return {
        "tournament": tournament.code,
        "name": tournament.name,
        "commitment": commitment_of(tournament.root),
        "boards_in_a_round": tournament.boards,
        "standings": _standings(tournament),
        "results": _results(tournament),
    }


def _standings(tournament: Tournament) -> list[dict[str, Any]]:
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
