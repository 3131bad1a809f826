"""The log of a reviewed deal, each line with the URL of its position."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.analysis import Verdict
from games.components.cards import Face, face_of
from games.engine import (
    DUMMY,
    BidMade,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    Dealt,
    Peeked,
    Player,
    Trick,
    replay,
    winner,
)
from games.play.snapshot import ReviewedDeal
from games.presenters.sentences import bid_sentence, claim_news, won

from .words import Names, listing, the_card


@dataclass(frozen=True, slots=True)
class LogLine:
    """A peek, a bid or a claim in a sentence, and the URL of the position after it."""

    sentence: str
    href: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class LogCard:
    """A played card and the URL of the position before it; `lost` is the number of tricks it gave away."""

    face: Face
    by: str
    href: str
    is_current: bool
    wins: bool
    lost: int


@dataclass(frozen=True, slots=True)
class LogTrick:
    """A trick of the log. `could` are the tricks that declarer's side and the defence could take, "" if unknown."""

    number: int
    cards: tuple[LogCard, ...]
    sentence: str
    could: str


@dataclass(frozen=True, slots=True)
class ReviewLog:
    """The log: the events before the play, the tricks, and the claims."""

    before: tuple[LogLine, ...]
    tricks: tuple[LogTrick, ...]
    claims: tuple[LogLine, ...]
    has_verdicts: bool


def review_log(
    deal: ReviewedDeal, at: int, seen_by: Player | None, address: Callable[[int], str], verdicts: Sequence[Verdict] = ()
) -> ReviewLog:
    """Return the log of the whole deal, with a verdict on each card if known.

    If `seen_by` is a player, return what that player knew after `at` actions, without verdicts.
    """
    names = Names(deal.seats, deal.viewer)
    events = list(enumerate(deal.log if seen_by is None else deal.log[: at + 1]))
    plays = [(position, event) for position, event in events if isinstance(event, CardPlayed)]
    tricks = [plays[start : start + 4] for start in range(0, len(plays), 4)]
    verdicts = verdicts if seen_by is None else ()
    return ReviewLog(
        before=tuple(
            LogLine(_before_play(event, deal, seen_by, names), address(position), position == at)
            for position, event in events
            if isinstance(event, Dealt | Peeked | BidMade)
        ),
        tricks=tuple(
            _trick(index, cards, names, at, address, verdicts[4 * index :]) for index, cards in enumerate(tricks)
        ),
        claims=tuple(
            LogLine(_claim(event, deal, position, names), address(position), position == at)
            for position, event in events
            if isinstance(event, ClaimMade | ClaimAnswered)
        ),
        has_verdicts=bool(verdicts),
    )


def _before_play(event: Dealt | Peeked | BidMade, deal: ReviewedDeal, seen_by: Player | None, names: Names) -> str:
    match event:
        case Dealt(dealer=dealer):
            return names.say(dealer, _("You deal."), _("%(name)s deals."))
        case BidMade():
            return bid_sentence(event, names)
        case Peeked():
            return _look(event, deal, seen_by, names)


def _look(look: Peeked, deal: ReviewedDeal, seen_by: Player | None, names: Names) -> str:
    dealt = deal.log[0]
    assert isinstance(dealt, Dealt), "a log begins with the deal"
    cards = listing([the_card(dealt.hands[DUMMY][place]) for place in look.places])
    if dealt.rules.peek.is_flip:
        return names.say(look.player, _("You turn up %(cards)s."), _("%(name)s turns up %(cards)s."), cards=cards)
    if seen_by not in (None, look.player):
        return names.say(look.player, _("You look at the dummy."), _("%(name)s looks at the dummy."))
    return names.say(look.player, _("You look at %(cards)s."), _("%(name)s looks at %(cards)s."), cards=cards)


def _claim(event: ClaimMade | ClaimAnswered, deal: ReviewedDeal, position: int, names: Names) -> str:
    if isinstance(event, ClaimAnswered):
        if event.accept:
            return names.say(event.player, _("You accept."), _("%(name)s accepts."))
        return names.say(event.player, _("You play on."), _("%(name)s plays on."))
    claim = replay(deal.log[: position + 1]).claim
    assert claim is not None, "a claim has just been made"
    return claim_news(claim, names)


def _trick(
    index: int,
    plays: Sequence[tuple[int, CardPlayed]],
    names: Names,
    at: int,
    address: Callable[[int], str],
    verdicts: Sequence[Verdict],
) -> LogTrick:
    cards = tuple(card for _position, card in plays)
    best = winner(cards)
    return LogTrick(
        number=index + 1,
        cards=tuple(
            LogCard(
                face=face_of(card.card),
                by=names.label(card.hand),
                href=address(position - 1),
                is_current=position - 1 == at,
                wins=len(cards) == 4 and card.hand == best,
                lost=verdicts[number].lost if number < len(verdicts) else 0,
            )
            for number, (position, card) in enumerate(plays)
        ),
        sentence=won(Trick(cards, best), names) if len(cards) == 4 else "",
        could=_could(verdicts[0]) if verdicts else "",
    )


def _could(verdict: Verdict) -> str:
    """Return the tricks that the two sides could take in the whole deal, declarer's first, such as "8–5"."""
    declarer = verdict.best if verdict.by_declarer else 13 - verdict.best
    return f"{declarer}–{13 - declarer}"
