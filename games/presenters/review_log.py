"""The log of a deal: for a review, each line with the URL of its position; for staff, without hidden information."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

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
    Event,
    HandId,
    Peeked,
    Player,
    Trick,
    replay,
    winner,
)
from games.play.snapshot import ReviewedDeal

from .sentences import bid_sentence, claim_news, won
from .words import Names, listing, the_card


class LogLine(NamedTuple):
    """A peek, a bid or a claim in a sentence, and the URL of the position after it."""

    sentence: str
    href: str
    is_current: bool


class LogCard(NamedTuple):
    """A played card and the URL of the position before it; `lost` is the number of tricks it gave away."""

    face: Face
    by: str
    href: str
    is_current: bool
    wins: bool
    lost: int


class LogTrick(NamedTuple):
    """A trick of the log. `could` are the tricks that declarer's side and the defence could take, "" if unknown."""

    number: int
    cards: tuple[LogCard, ...]
    sentence: str
    could: str


class ReviewLog(NamedTuple):
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
    verdicts = verdicts if seen_by is None else ()

    def lines(*kinds: type[Event]) -> tuple[LogLine, ...]:
        return tuple(
            LogLine(_sentence(position, deal, seen_by, names), address(position), position == at)
            for position, event in events
            if isinstance(event, kinds)
        )

    return ReviewLog(
        before=lines(Dealt, Peeked, BidMade),
        tricks=tuple(
            _trick(start // 4 + 1, plays[start : start + 4], names, at, address, verdicts[start:])
            for start in range(0, len(plays), 4)
        ),
        claims=lines(ClaimMade, ClaimAnswered),
        has_verdicts=bool(verdicts),
    )


def _sentence(position: int, deal: ReviewedDeal, seen_by: Player | None, names: Names) -> str:
    """Return what happened in a sentence, unless it was a card."""
    match deal.log[position]:
        case Dealt(dealer=dealer):
            return names.say(dealer, _("You deal."), _("%(name)s deals."))
        case Peeked() as look:
            return _look(look, deal, seen_by, names)
        case BidMade() as bid:
            return bid_sentence(bid, names)
        case ClaimMade():
            claim = replay(deal.log[: position + 1]).claim
            assert claim is not None, "a claim has just been made"
            return claim_news(claim, names)
        case ClaimAnswered(player=player, accept=True):
            return names.say(player, _("You accept."), _("%(name)s accepts."))
        case ClaimAnswered(player=player):
            return names.say(player, _("You play on."), _("%(name)s plays on."))
        case event:
            raise AssertionError(f"no sentence is asked of {event}")


def _look(look: Peeked, deal: ReviewedDeal, seen_by: Player | None, names: Names) -> str:
    dealt = deal.log[0]
    assert isinstance(dealt, Dealt), "a log begins with the deal"
    cards = listing([the_card(dealt.hands[DUMMY][place]) for place in look.places])
    if dealt.rules.peek.is_flip:
        return names.say(look.player, _("You turn up %(cards)s."), _("%(name)s turns up %(cards)s."), cards=cards)
    if seen_by not in (None, look.player):
        return names.say(look.player, _("You look at the dummy."), _("%(name)s looks at the dummy."))
    return names.say(look.player, _("You look at %(cards)s."), _("%(name)s looks at %(cards)s."), cards=cards)


def _trick(
    number: int,
    plays: Sequence[tuple[int, CardPlayed]],
    names: Names,
    at: int,
    address: Callable[[int], str],
    verdicts: Sequence[Verdict],
) -> LogTrick:
    cards = tuple(card for _position, card in plays)
    best = winner(cards)
    return LogTrick(
        number=number,
        cards=tuple(
            LogCard(
                face=face_of(card.card),
                by=names.label(card.hand),
                href=address(position - 1),
                is_current=position - 1 == at,
                wins=len(cards) == 4 and card.hand == best,
                lost=verdicts[index].lost if index < len(verdicts) else 0,
            )
            for index, (position, card) in enumerate(plays)
        ),
        sentence=won(Trick(cards, best), names) if len(cards) == 4 else "",
        could=_could(verdicts[0]) if verdicts else "",
    )


def _could(verdict: Verdict) -> str:
    """Return the tricks that the two sides could take in the whole deal, declarer's first, such as "8–5"."""
    declarer = verdict.best if verdict.by_declarer else 13 - verdict.best
    return f"{declarer}–{13 - declarer}"


def event_sentence(event: Event, players: Sequence[str]) -> str:
    """Return what everybody at the table saw of the event: no dealt hands, peeked cards or places of peeked cards."""

    def name(hand: HandId) -> str:
        return _("the dummy") if hand == DUMMY else players[hand]

    match event:
        case Dealt(dealer=dealer):
            return _("%(player)s deals.") % {"player": name(dealer)}
        case Peeked(player=player):
            return _("%(player)s looks at the dummy.") % {"player": name(player)}
        case BidMade(player=player, tricks=tricks, nils=nils):
            bid = _("%(player)s bids %(tricks)d.") % {"player": name(player), "tricks": tricks}
            on_hands = _("Nil on: %(hands)s.") % {"hands": listing([name(hand) for hand in sorted(nils)])}
            return f"{bid} {on_hands}" if nils else bid
        case CardPlayed(hand=hand, card=card):
            return _("%(card)s, from %(player)s.") % {"card": the_card(card), "player": name(hand)}
        case ClaimMade(player=player):
            return _("%(player)s claims the remaining tricks.") % {"player": name(player)}
        case ClaimAnswered(player=player, accept=True):
            return _("%(player)s accepts the claim.") % {"player": name(player)}
        case ClaimAnswered(player=player):
            return _("%(player)s refuses the claim.") % {"player": name(player)}
