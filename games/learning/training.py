"""The trainer: which exercise comes next, answers of players, their progress, and the puzzle of the day."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.db.models import Count, Max, Q, Sum

from accounts.base.batches import delete_in_batches
from accounts.models import User
from games.models import Attempt

from .exercises import GENERATED, Exercise, Kind, Option

MOST: Final = 99_999
"""The highest number of an exercise; everybody gets them in order."""

FIRST_OF_DAYS: Final = 1_000_000
"""Puzzles of the day have higher numbers: this one plus the day's ordinal."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How many exercises of a kind a player has answered, how many of them right, and what was lost on average."""

    answered: int
    right: int
    lost: float


def day_of(now: datetime) -> date:
    """Return the day of the puzzle. It is the same for everybody, so it changes at midnight in UTC."""
    return now.astimezone(UTC).date()


def next_puzzle(now: datetime) -> datetime:
    """Return when the next puzzle comes."""
    return datetime.combine(day_of(now) + timedelta(days=1), time.min, UTC)


def puzzle_of(day: date) -> tuple[Kind, int]:
    """Return kind and number of the puzzle of a day; kinds take turns."""
    return GENERATED[day.toordinal() % len(GENERATED)], FIRST_OF_DAYS + day.toordinal()


def is_open(kind: Kind, number: int, today: date) -> bool:
    """Return whether there is such a generated exercise: puzzles of days to come are not open yet."""
    if kind not in GENERATED:
        return False
    if number < FIRST_OF_DAYS:
        return 1 <= number <= MOST
    day = number - FIRST_OF_DAYS
    return 1 <= day <= today.toordinal() and puzzle_of(date.fromordinal(day)) == (kind, number)


def next_number(user: User, kind: Kind) -> int:
    """Return the number of the player's next exercise of this kind."""
    numbers = Attempt.objects.filter(user=user, kind=kind, number__lte=MOST)
    return min(MOST, 1 + (numbers.aggregate(last=Max("number"))["last"] or 0))


def answer(user: User, exercise: Exercise, chosen: Option) -> Attempt:
    """Store the player's answer, and return it; if the exercise was answered before, return the first answer."""
    attempt, _is_new = Attempt.objects.get_or_create(
        user=user,
        kind=exercise.kind,
        number=exercise.number,
        defaults={"choice": chosen.code, "lost": exercise.lost(chosen), "right": exercise.is_right(chosen)},
    )
    return attempt


def answered(user: User, exercise: Exercise) -> Option | None:
    """Return what the player has answered; None if nothing, or if it is no option any more."""
    codes = Attempt.objects.filter(user=user, kind=exercise.kind, number=exercise.number)
    code = codes.values_list("choice", flat=True).first()
    return None if code is None else exercise.option(code)


def progress(user: User) -> dict[Kind, Progress]:
    """Return the player's progress in the kinds that have been tried; cards of played deals count as generated ones."""
    counts = {"answered": Count("pk"), "rights": Count("pk", filter=Q(right=True)), "all_lost": Sum("lost")}
    rows = Attempt.objects.filter(user=user).values_list("kind").annotate(**counts)
    sums: defaultdict[Kind, tuple[int, int, float]] = defaultdict(lambda: (0, 0, 0.0))
    for name, answered, right, lost in rows:
        kind = Kind.CARD if name == Kind.PLAYED else Kind(name)
        before = sums[kind]
        sums[kind] = before[0] + answered, before[1] + right, before[2] + lost
    return {kind: Progress(answered, right, lost / answered) for kind, (answered, right, lost) in sums.items()}


def choices(exercise: Exercise) -> Counter[str]:
    """Return how many players have chosen each option; a card of one's own is asked of nobody else."""
    if exercise.kind is Kind.OWN:
        return Counter()
    rows = Attempt.objects.filter(kind=exercise.kind, number=exercise.number).values_list("choice")
    return Counter(dict(rows.annotate(Count("pk"))))


def remove_before(moment: datetime) -> int:
    """Remove older answers; return how many. Their exercises may be asked again."""
    return delete_in_batches(Attempt.objects.filter(at__lt=moment))
