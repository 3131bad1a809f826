"""Exercises from deals that were played here: anybody's, without a name, and a player's own mistakes.

What may be asked about is read anew each time; the judgement of a position is kept, as it does not change.
"""

from collections.abc import Iterator
from functools import lru_cache
from random import Random, SystemRandom
from typing import Final

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from games.analysis import cards_played
from games.engine import BiddingStyle, CardPlayed, Event, State, dealt_event, from_json, replay
from games.models import ENDED, ArchivedLog, Attempt, Deal, Event as EventRow, Mistake, Void, logs
from games.results.mistakes import CARD_KINDS, FIRST_CARD

from .exercises import Exercise, Kind, Origin, best_of
from .positions import LATEST_CARD

FEW: Final = 20
"""With fewer deals to choose from, all exercises are generated: players would know their own again."""

WINDOW: Final = 500
"""Deals are chosen among those with so many successive numbers."""

HIGHEST: Final = 2**31 - 1
"""The highest number of an exercise that can be stored."""

_TRIES: Final = 6  # positions of a deal that are looked at for a good one


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
    log = [from_json(row.payload) for row in logs.standing_rows(Deal.objects.get(pk=deal))]
    end = replay(log)
    if move is None:
        return best_of(kind, number, _positions(end, Random(f"{kind} {number}")))
    exercise = best_of(kind, number, [_before(end, move - FIRST_CARD)])
    return None if exercise is None else exercise.at(_origin(code, deal, end, log, move - FIRST_CARD))


def _positions(end: State, rng: Random) -> Iterator[State]:
    """Yield positions of a deal, in one of three deals first the opening lead."""
    later = range(1, min(LATEST_CARD, len(cards_played(end)) - 1) + 1)
    chosen = rng.sample(later, min(_TRIES, len(later)))
    for card in [0, *chosen] if rng.randrange(3) == 0 else [*chosen, 0]:
        yield _before(end, card)


def _before(end: State, card: int) -> State:
    """Return the deal before this card, as the stored opinions see it: without refused claims."""
    return replay([dealt_event(end), *end.peeks, *end.bids, *cards_played(end)[:card]])


def _origin(code: str, deal: int, end: State, log: list[Event], card: int) -> Origin:
    plays = [position for position, event in enumerate(log) if isinstance(event, CardPlayed)]
    number = Deal.objects.values_list("number", flat=True).get(pk=deal)
    return Origin(code, number, plays[card] - 1, cards_played(end)[card].card)
