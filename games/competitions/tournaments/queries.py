"""Reads for tournaments: lists, entries, places of a round, results of rounds that have ended."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Final

from django.contrib.auth.models import AnonymousUser
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.db.models import Count, F, Max, Min, Q, QuerySet
from django.utils import timezone

from accounts.base.statements import Statement
from accounts.models import User, may_act
from accounts.site_config.models import AuditEntry
from games.competitions.tournaments.kinds import kind_of
from games.competitions.tournaments.standings import Score, Standing, Tables, is_complete, lost_in, standings
from games.models import (
    BELONGING,
    Club,
    ClubMember,
    ClubRole,
    Seat,
    Tournament,
    TournamentEntry,
    TournamentRound,
    TournamentScore,
    TournamentSeat,
    TournamentStage,
)
from games.values import ENDED

MOST_LISTED: Final = 50
KEPT_FOR: Final = 3600
"""For how many seconds standings are kept, by their version."""

_COMING: Final = (TournamentStage.OPEN, TournamentStage.RUNNING)


def _coming(which: Q) -> QuerySet[Tournament]:
    shown = Tournament.objects.filter(which, stage__in=_COMING)
    return shown.select_related("club").order_by("starts_at", "pk")[:MOST_LISTED]


def _entered_by(user: int) -> Q:
    return Q(pk__in=TournamentEntry.objects.filter(user=user).values("tournament"))


def _of_clubs_of(user: int) -> Q:
    return Q(club__in=ClubMember.objects.filter(user=user, role__in=BELONGING).values("club"))


_COMING_FOR_ALL: Final = Statement(lambda: _coming(Q(club=None)))
_COMING_FOR: Final = Statement(lambda user: _coming(Q(club=None) | _of_clubs_of(user) | _entered_by(user)))
_ENTERED: Final = Statement(lambda user: _coming(_entered_by(user)))


def coming() -> list[Tournament]:
    """Return the tournaments that take entries or run, the next one first; those of clubs are on the clubs' pages."""
    return _COMING_FOR_ALL.all()


def coming_for(user: User | AnonymousUser) -> list[Tournament]:
    """Return those of `coming`, and with them those of the visitor's clubs and those that the visitor has entered; each
    with its club.
    """
    return _COMING_FOR.all(user.pk) if isinstance(user, User) else coming()


def entered_by(user: User | AnonymousUser) -> list[Tournament]:
    """Return those of `coming_for` that the visitor has entered."""
    return _ENTERED.all(user.pk) if isinstance(user, User) else []


def _next_open(of_club: Q) -> QuerySet[Tournament]:
    return Tournament.objects.filter(of_club, stage=TournamentStage.OPEN).order_by("starts_at", "pk")[:1]


_NEXT_OPEN: Final = Statement(lambda: _next_open(Q(club=None)))
_NEXT_OPEN_OF_CLUB: Final = Statement(lambda club: _next_open(Q(club=club)))


def next_open(club: Club | None) -> Tournament | None:
    """Return the next tournament of this club, or of none, that takes entries."""
    return _NEXT_OPEN.first() if club is None else _NEXT_OPEN_OF_CLUB.first(club.pk)


_PAST: Final = Statement(
    lambda: Tournament.objects.filter(stage=TournamentStage.OVER, club=None).order_by("-starts_at", "-pk")[:MOST_LISTED]
)


def past() -> list[Tournament]:
    """Return the tournaments that are over, the latest first, without those of clubs."""
    return _PAST.all()


_BY_CODE: Final = Statement(lambda code: Tournament.objects.select_related("host", "club").filter(code=code))


def by_code(code: str) -> Tournament | None:
    return _BY_CODE.first(code)


def leaders(club: int | None) -> list[User]:
    """Return who leads a club now, by its key: its officers who may act, or all members who may if no officer may.

    Nobody leads where there is no club.
    """
    if club is None:
        return []
    members = ClubMember.objects.filter(may_act("user"), club=club).select_related("user").order_by("pk")
    leading = members.filter(role=ClubRole.OFFICER) or members.filter(role=ClubRole.MEMBER)
    return [member.user for member in leading]


_GUESTS_LAST: Final = F("user__is_guest").asc(nulls_first=True)
_ENTRIES: Final = Statement(
    lambda tournament: (
        TournamentEntry.objects.filter(tournament=tournament)
        .select_related("user")
        .order_by(_GUESTS_LAST, "entered_at", "pk")
    )
)
_OWN_ENTRY: Final = Statement(
    lambda tournament, user: TournamentEntry.objects.filter(tournament=tournament, user=user).select_related("user")
)
_OWN_ENTRIES: Final = Statement(
    lambda user, tournaments: TournamentEntry.objects.filter(user=user, tournament__in=tournaments)
)
_PEOPLE: Final = Statement(
    lambda tournament: (
        TournamentEntry.objects.filter(tournament=tournament, user__isnull=False)
        .order_by()
        .values_list("tournament")
        .annotate(Count("pk"), Max("pk"))
    )
)


def entries_of(tournament: Tournament) -> list[TournamentEntry]:
    """Return the entries in the order in which they get places: by time of entry, guests after registered players."""
    return _ENTRIES.all(tournament.pk)


def entry_of(tournament: Tournament, user: User | AnonymousUser) -> TournamentEntry | None:
    """Return the visitor's own entry."""
    return _OWN_ENTRY.first(tournament.pk, user.pk) if isinstance(user, User) else None


def count_and_last_entry(tournament: Tournament) -> tuple[int, int]:
    """Return how many people have entered, with those on the waiting list, and the key of the last entry, else 0."""
    _, count, last = _PEOPLE.first(tournament.pk) or (None, 0, 0)
    return count, last


def count_checked_in(tournament: Tournament) -> int:
    """Return how many have checked in."""
    return tournament.entries.filter(checked_in_at__isnull=False).count()


def is_waiting(entry: TournamentEntry, limit: int) -> bool:
    """Return whether this person's entry is on the waiting list: there are as many before it as may play, in the order
    of `entries_of`.
    """
    before = Q(entered_at__lt=entry.entered_at) | Q(entered_at=entry.entered_at, pk__lt=entry.pk)
    registered, guests = Q(user__is_guest=False), Q(user__is_guest=True)
    before = registered | (guests & before) if entry.user and entry.user.is_guest else registered & before
    return TournamentEntry.objects.filter(before, tournament=entry.tournament_id).count() >= limit


def entries_by_tournament(user: User | AnonymousUser, tournaments: Sequence[Tournament]) -> dict[int, TournamentEntry]:
    """Return the visitor's entries in these tournaments, by the primary key of the tournament."""
    if not tournaments or not isinstance(user, User):
        return {}
    entries = _OWN_ENTRIES.all(user.pk, [each.pk for each in tournaments])
    return {entry.tournament_id: entry for entry in entries}


def participants(tournament: Tournament) -> list[TournamentEntry]:
    """Return those who play in a tournament that has begun, by their numbers."""
    return _participants([tournament])[tournament.pk]


_NUMBERED: Final = Statement(
    lambda tournaments: (
        TournamentEntry.objects.filter(tournament__in=tournaments, number__isnull=False)
        .select_related("user")
        .order_by("tournament", "number")
    )
)


def _participants(tournaments: Collection[Tournament]) -> defaultdict[int, list[TournamentEntry]]:
    grouped = defaultdict[int, list[TournamentEntry]](list)
    for entry in _NUMBERED.all([each.pk for each in tournaments]):
        grouped[entry.tournament_id].append(entry)
    return grouped


def may_play(entry: TournamentEntry) -> bool:
    """Return whether the person of this entry may be seated: they have not left, and are not disqualified, suspended or
    deleted.
    """
    user = entry.user
    return user is not None and user.may_act and entry.left_at is None and not entry.disqualified


def is_anybody_left(tournament: Tournament) -> bool:
    """Return whether anybody who takes part may still be seated."""
    return tournament.entries.filter(_MAY_PLAY, may_act("user")).exists()


def is_anybody_there(of_round: TournamentRound) -> bool:
    """Return whether anybody has played in this round: sits at a table to the end, has a result or is left out of it
    by the movement.
    """
    in_person = Seat.objects.filter(game__round=of_round, user__isnull=False, bot_name="")
    own = TournamentScore.objects.filter(
        place__round=of_round, place__entry__user__isnull=False, by_bot=False, points__isnull=False
    )
    if in_person.exists() or own.exists():
        return True
    tournament, seated = of_round.tournament, of_round.places.values("entry")
    sits_out = tournament.entries.filter(_MAY_PLAY, may_act("user")).exclude(pk__in=seated)
    lost = lost_of(tournament) if kind_of(tournament).knocks_out else {}
    return sits_out.exclude(pk__in=lost).exists()


_MAY_PLAY: Final = Q(number__isnull=False, left_at=None, disqualified="")


_ROUNDS: Final = Statement(lambda tournament: TournamentRound.objects.filter(tournament=tournament).order_by("number"))


def rounds_of(tournament: Tournament) -> list[TournamentRound]:
    """Return the rounds that have begun, in order."""
    return _ROUNDS.all(tournament.pk)


def current_round(tournament: Tournament) -> TournamentRound | None:
    """Return the round in play."""
    return tournament.played_rounds.filter(ended_at=None).first()


def rounds_in_play() -> QuerySet[TournamentRound]:
    """Return the rounds in play of all tournaments."""
    return TournamentRound.objects.filter(ended_at=None)


def overdue() -> timedelta:
    """Return how late the most overdue round is. Rounds of paused tournaments are never late."""
    now = timezone.now()
    running = rounds_in_play().filter(tournament__paused_at=None, ends_at__lte=now)
    return now - (running.aggregate(first=Min("ends_at"))["first"] or now)


def unfinished(of_round: TournamentRound) -> QuerySet[TournamentSeat]:
    """Return the places at tables that still play, or have not been opened."""
    return of_round.places.exclude(game__stage__in=ENDED)


def scores_of(tournament: Tournament) -> list[Score]:
    """Return the results of all rounds that have ended."""
    return _scores([tournament])[tournament.pk]


_SCORES: Final = Statement(
    lambda tournaments: (
        TournamentScore.objects.filter(place__round__tournament__in=tournaments, place__round__ended_at__isnull=False)
        .order_by("place__round__number", "board", "pk")
        .values_list(
            *("place__round__tournament", "place__entry", "place__round__number", "board", "place__player"),
            *("points", "percent", "by_bot", "overrun"),
        )
    )
)


def _scores(tournaments: Collection[Tournament]) -> defaultdict[int, list[Score]]:
    grouped = defaultdict[int, list[Score]](list)
    for tournament, *row in _SCORES.all([each.pk for each in tournaments]):
        grouped[tournament].append(Score(*row))
    return grouped


def score_of(row: TournamentScore) -> Score:
    """Return a stored result, loaded with its place and round, as the arithmetic of the standings takes it."""
    place = row.place
    of_place = (place.entry_id, place.round.number, row.board, place.player)
    return Score(*of_place, row.points, row.percent, row.by_bot, row.overrun)


def tables_of(tournament: Tournament) -> Tables:
    """Return who sits at which table of the rounds that have begun: keys of participants, by round and table."""
    return _tables([tournament])[tournament.pk]


def _tables(tournaments: Collection[Tournament]) -> defaultdict[int, defaultdict[tuple[int, int], list[int]]]:
    places = TournamentSeat.objects.filter(round__tournament__in=tournaments)
    ordered = places.order_by("round__number", "table", "player")
    grouped = defaultdict[int, defaultdict[tuple[int, int], list[int]]](lambda: defaultdict(list))
    for tournament, number, table, entry in ordered.values_list("round__tournament", "round__number", "table", "entry"):
        grouped[tournament][number, table].append(entry)
    return grouped


def lost_of(tournament: Tournament) -> dict[int, int]:
    """Return the round in which each participant of a knock-out was knocked out, by key, without those who are still
    in.
    """
    return _lost(tournament, tables_of(tournament), scores_of(tournament), participants(tournament))


def _lost(
    tournament: Tournament, tables: Tables, scores: Sequence[Score], who: Sequence[TournamentEntry]
) -> dict[int, int]:
    """A tournament that is over has no next round: if its last one was cut short, nobody was knocked out in it."""
    last = max((score.round for score in scores), default=0)
    is_over = tournament.stage == TournamentStage.OVER
    is_cut_short = is_over and not is_complete([score for score in scores if score.round == last])
    absent = _unplaced(who) | {entry.pk for entry in who if entry.left_at is not None}
    numbers = {entry.pk: entry.number or 0 for entry in who}
    return lost_in(tables, scores, numbers, absent, last - 1 if is_cut_short else last)


def _unplaced(who: Sequence[TournamentEntry]) -> frozenset[int]:
    return frozenset(entry.pk for entry in who if entry.user_id is None or entry.disqualified)


def standings_of(tournament: Tournament) -> list[Standing]:
    """Return the standings after the rounds that have ended; in a knock-out, participants who got farther are ahead."""
    return standings_of_all([tournament])[tournament.pk]


def standings_of_all(tournaments: Collection[Tournament]) -> dict[int, list[Standing]]:
    """Return the standings of these tournaments, by key, with as many queries as for one."""
    keys = {each.pk: f"tournament:{each.code}:{version}" for each, version in _versions(tournaments)}
    known: dict[str, list[Standing]] = cache.get_many(keys.values())
    unknown = [tournament for tournament in tournaments if keys[tournament.pk] not in known]
    computed = {keys[number]: lines for number, lines in _standings(unknown).items()} if unknown else {}
    cache.set_many(computed, KEPT_FOR)
    return {number: (known | computed)[key] for number, key in keys.items()}


def _standings(tournaments: Collection[Tournament]) -> dict[int, list[Standing]]:
    knockouts = [tournament for tournament in tournaments if kind_of(tournament).knocks_out]
    entries, scores, tables = _participants(tournaments), _scores(tournaments), _tables(knockouts)
    lines = {}
    for tournament in tournaments:
        who, results = entries[tournament.pk], scores[tournament.pk]
        lost = _lost(tournament, tables[tournament.pk], results, who) if tournament in knockouts else {}
        lines[tournament.pk] = standings(results, [entry.pk for entry in who], _unplaced(who), lost)
    return lines


def version_of_standings(tournament: Tournament) -> str:
    """Return a name for the standings: another one after each round and each action of the host."""
    ((_tournament, version),) = _versions([tournament])
    return version


_BEGUN_AND_ENDED: Final = Statement(
    lambda tournaments: (
        TournamentRound.objects.filter(tournament__in=tournaments)
        .order_by()
        .values_list("tournament")
        .annotate(Count("pk"), Count("ended_at"))
    )
)
_LATEST_ACTS: Final = Statement(
    lambda kind, tournaments: (
        AuditEntry.objects.filter(target_type=kind, target_id__in=tournaments)
        .order_by()
        .values_list("target_id")
        .annotate(Max("pk"))
    )
)


def _versions(tournaments: Collection[Tournament]) -> list[tuple[Tournament, str]]:
    keys = [each.pk for each in tournaments]
    begun_and_ended = {each: f"{begun}:{ended}" for each, begun, ended in _BEGUN_AND_ENDED.all(keys)}
    latest = dict(_LATEST_ACTS.all(ContentType.objects.get_for_model(Tournament).pk, keys))
    return [(each, f"{begun_and_ended.get(each.pk)}:{latest.get(each.pk, 0)}") for each in tournaments]
