"""The trainer: which exercise comes next, answers of players, their progress, and the puzzle of the day.

Exercises are generated, or from deals that were played here: anybody's, without a name, and a player's own mistakes.
What may be asked about is read anew each time; the judgement of a position is kept, as it does not change.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from random import Random, SystemRandom
from typing import Final

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from accounts.base.batches import delete_in_batches
from accounts.base.statements import Statement
from accounts.models import User
from games.analysis.findings import cards_played
from games.engine import BiddingStyle, CardPlayed, State, dealt_event, from_json, replay
from games.models import ArchivedLog, Attempt, Deal, Event as EventRow, Mistake, Void, logs
from games.results.mistakes import CARD_KINDS, FIRST_CARD
from games.values import ENDED

from .exercises import GENERATED, LATEST_CARD, Exercise, Kind, Option, Origin, best_of

MOST: Final = 99_999
"""The highest number of an exercise; everybody gets them in order."""

FIRST_OF_DAYS: Final = 1_000_000
"""Puzzles of the day have higher numbers: this one plus the day's ordinal."""


FEW: Final = 20
"""With fewer deals to choose from, all exercises are generated: players would know their own again."""

WINDOW: Final = 500
"""Deals are chosen among those with so many successive numbers."""

HIGHEST: Final = 2**31 - 1
"""The highest number of an exercise that can be stored."""

_TRIES: Final = 6  # positions of a deal that are looked at for a good one


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


def puzzle_numbered(number: str, today: date) -> tuple[Kind, int] | None:
    """Return kind and number of the puzzle with this number; None if there is none, or not yet."""
    day = int(number) - FIRST_OF_DAYS if number.isdecimal() and len(number) <= len(str(HIGHEST)) else 0
    return puzzle_of(date.fromordinal(day)) if 1 <= day <= today.toordinal() else None


_ATTEMPT: Final = Statement(lambda user, kind, number: Attempt.objects.filter(user=user, kind=kind, number=number))


def answer_to_puzzle(user: User, now: datetime) -> Attempt | None:
    """Return the player's answer to the puzzle of the day, None if there is none yet."""
    kind, number = puzzle_of(day_of(now))
    return _ATTEMPT.first(user.pk, kind.value, number)


def puzzle_streak(user: User, now: datetime) -> int:
    """Return on how many days in a row the player has answered the puzzle on its day, up to today or yesterday."""
    attempts = Attempt.objects.filter(user=user, number__gt=FIRST_OF_DAYS).values_list("number", "at")
    answered = {number - FIRST_OF_DAYS for number, at in attempts if day_of(at).toordinal() == number - FIRST_OF_DAYS}
    last = day_of(now).toordinal()
    return _run_up_to(last, answered) or _run_up_to(last - 1, answered)


def _run_up_to(last: int, days: set[int]) -> int:
    return next(count for count in range(len(days) + 1) if last - count not in days)


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


_BY_KIND: Final = Statement(
    lambda user: (
        Attempt.objects.filter(user=user)
        .order_by()
        .values_list("kind")
        .annotate(answered=Count("pk"), rights=Count("pk", filter=Q(right=True)), all_lost=Sum("lost"))
    )
)


def progress(user: User) -> dict[Kind, Progress]:
    """Return the player's progress in the kinds that have been tried; cards of played deals count as generated ones."""
    sums: defaultdict[Kind, tuple[int, int, float]] = defaultdict(lambda: (0, 0, 0.0))
    for name, answered, right, lost in _BY_KIND.all(user.pk):
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


def next_played(user: User | None) -> int | None:
    """Return the number of a deal, by chance, that the player has not answered; None if there are too few deals."""
    newest = Deal.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    for start in (SystemRandom().randint(0, newest), 0):
        keys = set(_open_deals().filter(pk__gt=start, pk__lte=start + WINDOW).values_list("pk", flat=True))
        if len(keys) >= FEW:
            answered = Attempt.objects.filter(user=user, kind=Kind.PLAYED, number__in=keys)
            left = keys - set(answered.values_list("number", flat=True) if user else ())
            if left:
                return SystemRandom().choice(sorted(left))
    return None


def played(number: int) -> Exercise | None:
    """Return the exercise from the deal with this primary key; None if its review is not open to everybody."""
    code = _open_deals().filter(pk=number).values_list("game__code", flat=True).first()
    return None if code is None else _judged(Kind.PLAYED, number, code, number)


def next_own(user: User) -> int | None:
    """Return the number of the player's latest mistake with a card that is not answered yet."""
    answered = Attempt.objects.filter(user=user, kind=Kind.OWN, number=OuterRef("pk"))
    mistakes = Mistake.objects.filter(~Exists(answered), judged__user=user, kind__in=CARD_KINDS)
    return mistakes.order_by("-judged__at", "-lost", "pk").values_list("pk", flat=True).first()


def own(user: User, number: int) -> Exercise | None:
    """Return the exercise from the player's mistake with this primary key; None if there is no such mistake."""
    columns = ("judged__result__score__deal", "judged__result__score__deal__game__code", "move")
    mistake = Mistake.objects.filter(pk=number, judged__user=user, kind__in=CARD_KINDS)
    row = mistake.values_list(*columns).first()
    return None if row is None else _judged(Kind.OWN, number, row[1], row[0], row[2])


def _open_deals() -> QuerySet[Deal]:
    """Return the finished deals with stored cards of games that have ended and whose reviews everybody may see."""
    return Deal.objects.filter(
        Exists(EventRow.objects.filter(deal=OuterRef("pk"))) | Exists(ArchivedLog.objects.filter(deal=OuterRef("pk"))),
        ~Exists(Void.objects.filter(game=OuterRef("game"))),
        finished=True,
        declarer__isnull=False,
        game__stage__in=ENDED,
        game__spectators=True,
        game__replayed="",
        game__board=None,
        game__bidding=BiddingStyle.STANDARD,
    )


@lru_cache(maxsize=512)
def _judged(kind: Kind, number: int, code: str, deal: int, move: int | None = None) -> Exercise | None:
    """Return the exercise before this move of a deal of this table, or from a position that its number determines."""
    stored = Deal.objects.get(pk=deal)
    log = [from_json(row.payload) for row in logs.standing_rows(stored)]
    end = replay(log)
    if move is None:
        return best_of(kind, number, _positions(end, Random(f"{kind} {number}")))
    card = move - FIRST_CARD
    exercise = best_of(kind, number, [_before(end, card)])
    if exercise is None:
        return None
    plays = [position for position, event in enumerate(log) if isinstance(event, CardPlayed)]
    return replace(exercise, origin=Origin(code, stored.number, plays[card] - 1, cards_played(end)[card].card))


def _positions(end: State, rng: Random) -> Iterator[State]:
    """Yield positions of a deal, in one of three deals first the opening lead."""
    later = range(1, min(LATEST_CARD, len(cards_played(end)) - 1) + 1)
    chosen = rng.sample(later, min(_TRIES, len(later)))
    for card in [0, *chosen] if rng.randrange(3) == 0 else [*chosen, 0]:
        yield _before(end, card)


def _before(end: State, card: int) -> State:
    """Return the deal before this card, as the stored opinions see it: without refused claims."""
    return replay([dealt_event(end), *end.peeks, *end.bids, *cards_played(end)[:card]])


def remove_before(moment: datetime) -> int:
    """Remove older answers; return how many. Their exercises may be asked again."""
    return delete_in_batches(Attempt.objects.filter(at__lt=moment))
