"""The page from which a tournament is directed: who is late, what can be done, what was done."""

from datetime import datetime
from typing import NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.forms import Form
from django.utils import timezone

from accounts.site_config.models import AuditEntry
from games.competitions.tournaments import queries
from games.competitions.tournaments.direct_forms import DIRECTIONS
from games.models import Tournament, TournamentEntry, TournamentRound, TournamentSeat, TournamentStage
from games.play import presence
from games.web.row_actions import Action, possible_now

MOST_LOGGED = 30


class Late(NamedTuple):
    """The place of a participant for whom others wait, because they are not at their table (`since` is None) or are
    thinking about a move. `bot` is the name of the bot that sits in.
    """

    place: TournamentSeat
    is_here: bool
    since: datetime | None
    bot: str


class Possible(NamedTuple):
    """An action that is possible now, with its form."""

    code: str
    action: Action[Tournament]
    form: Form


class DirectPage(NamedTuple):
    """All of the page. `playing` is how many tables still play; `entries` are those before the beginning."""

    in_play: TournamentRound | None
    playing: int
    late: list[Late]
    entries: list[TournamentEntry]
    possible: list[Possible]
    log: list[AuditEntry]


def direct_page(tournament: Tournament, bound: Possible | None = None) -> DirectPage:
    """Return the page; `bound` is a form that was refused, which is shown again."""
    in_play = queries.current_round(tournament)
    places = _places_in_play(in_play) if in_play else []
    return DirectPage(
        in_play=in_play,
        playing=len({place.table for place in places}),
        late=_late(places),
        entries=queries.entries_of(tournament) if tournament.stage == TournamentStage.OPEN else [],
        possible=_possible(tournament, bound),
        log=_log(tournament),
    )


def _places_in_play(in_play: TournamentRound) -> list[TournamentSeat]:
    places = queries.unfinished(in_play).select_related("entry__user", "game").prefetch_related("game__seats")
    return list(places.order_by("table", "player"))


def _late(places: list[TournamentSeat]) -> list[Late]:
    """Return the participants who are away from a table that still plays, then those who have the move."""
    here = presence.who_is_here((place.game.code, place.player) for place in places if place.game)
    lines = [_late_line(place, here) for place in places if place.game and place.entry.user_id is not None]
    longest = timezone.now()
    shown = [line for line in lines if not line.is_here or line.since]
    return sorted(shown, key=lambda line: (line.is_here, line.since or longest))


def _late_line(place: TournamentSeat, here: frozenset[tuple[str, int]]) -> Late:
    assert place.game is not None, "its table is open"
    seat = next(seat for seat in place.game.seats.all() if seat.player == place.player)
    is_here = (place.game.code, place.player) in here
    return Late(place, is_here, None if seat.bot_name else seat.waiting_since, seat.bot_name)


def _possible(tournament: Tournament, bound: Possible | None) -> list[Possible]:
    """Return what can be done now; a bot is called in the list of those who are late."""
    possible = [
        Possible(code, each, each.form(tournament, auto_id=f"{code}_%s"))
        for code, each in possible_now(DIRECTIONS, tournament).items()
        if code != "bot"
    ]
    return [bound if bound and bound.code == each.code else each for each in possible]


def _log(tournament: Tournament) -> list[AuditEntry]:
    entries = AuditEntry.objects.filter(
        target_type=ContentType.objects.get_for_model(Tournament), target_id=tournament.pk
    )
    return list(entries.select_related("by")[:MOST_LOGGED])
