"""The log of a deal: for a review, each line with the URL of its position; for staff, without hidden information."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.utils.translation import ngettext

from games.analysis.findings import Verdict
from games.components.cards import face_of
from games.components.html import NOTHING, Html, Template
from games.components.times import minutes
from games.engine import (
    DUMMY,
    BidMade,
    Card,
    CardPlayed,
    ClaimAnswered,
    ClaimMade,
    Dealt,
    Event,
    Peeked,
    Player,
    replay,
)
from games.review.queries import ReviewedDeal
from games.words.language_cache import cached_per_language, gettext as _
from games.words.names import days_and_hours, decimal, listing, the_card
from games.words.sentences import bid_sentence, claim_news

_CARD: Final = Template(
    '<a class="log-card mini {suit}{wins}" id="card-{code}" href="{href}"{title}{current}>'
    '<span aria-hidden="true">{rank}</span><span class="sr">{by}: {words}</span>{lost}</a>'
)
_TITLE: Final = Template(' title="{took}"')
_CURRENT: Final = Html(' aria-current="step"')
_LOST: Final = Template('<small class="bad">−{lost}</small>')


class Link(NamedTuple):
    """A link to another position or view, in words; `is_current` if that is the one shown."""

    words: str
    href: str
    is_current: bool


@dataclass(frozen=True, slots=True)
class ReviewSelection:
    """What a reader has chosen to see of a review, at `path` with the fixed part `query` of its query string.

    `at` is the position, as the player `seen_by` saw it, or with all hands open for None. Below it are the mistakes of
    all players or of one, `mistakes_of`: all or only the `costly` ones.
    """

    path: str
    query: Mapping[str, str]
    at: int
    seen_by: Player | None = None
    mistakes_of: Player | None = None
    costly: bool = False

    def address(self, at: int, *changed: Any) -> str:
        """Return the URL of a position, with other values of `seen_by`, `mistakes_of` and `costly`, in this order."""
        names = ("seen_by", "mistakes_of", "costly")
        other = replace(self, **dict(zip(names, changed, strict=False))) if changed else self
        return f"{self.path}?{urlencode({**self.query, **other.fields, 'at': at})}"

    @property
    def fields(self) -> dict[str, int]:
        """The fields of a form or a query that make the same selection."""
        given = (("as", self.seen_by), ("of", self.mistakes_of), ("costly", 1 if self.costly else None))
        return {"at": self.at} | {name: value for name, value in given if value is not None}

    @property
    def step(self) -> str:
        """The query of this selection, by which pages compare steps: "?at=17&as=1"."""
        return f"?{urlencode(self.fields)}"


class LogTrick(NamedTuple):
    """A trick. `could` are the deal's tricks that declarer's side and the defence could take: "8–5"; "" if unknown.

    `took` is the time from the card before it to its last one, "" if unknown.
    Each of the `cards` is a link to the position before it.
    """

    cards: tuple[Html, ...]
    could: str
    took: str = ""


class ReviewLog(NamedTuple):
    """The log: the looks and bids before the play, the tricks, and the claims; each link is to the position after."""

    before: tuple[Link, ...]
    tricks: tuple[LogTrick, ...]
    claims: tuple[Link, ...]
    has_verdicts: bool


def review_log(deal: ReviewedDeal, chosen: ReviewSelection, verdicts: Sequence[Verdict] = ()) -> ReviewLog:
    """Return the log of the whole deal, with a verdict on each card if known.

    For a position as one player saw it, return what that player knew then, without verdicts.
    """
    seen_by = chosen.seen_by
    known = deal.log if seen_by is None else deal.log[: chosen.at + 1]
    state = deal.end if seen_by is None else replay(known)
    events, winners = list(enumerate(known)), [*(trick.winner for trick in state.tricks), None]
    plays = [(position, event) for position, event in events if isinstance(event, CardPlayed)]
    verdicts = verdicts if seen_by is None else ()

    def links(*kinds: type[Event]) -> tuple[Link, ...]:
        return tuple(
            Link(_sentence(position, deal, seen_by), chosen.address(position), position == chosen.at)
            for position, event in events
            if isinstance(event, kinds)
        )

    return ReviewLog(
        before=links(Dealt, Peeked, BidMade),
        tricks=tuple(
            _trick(deal, chosen, plays[start : start + 4], winners[start // 4], verdicts[start:])
            for start in range(0, len(plays), 4)
        ),
        claims=links(ClaimMade, ClaimAnswered),
        has_verdicts=bool(verdicts),
    )


def _sentence(position: int, deal: ReviewedDeal, seen_by: Player | None) -> str:
    """Return the event in a sentence, unless it is a card."""
    names = deal.names
    match deal.log[position]:
        case Dealt(dealer=dealer):
            return names.say(dealer, _("You deal."), _("%(name)s deals."))
        case Peeked() as peek:
            return _peek(peek, deal, seen_by)
        case BidMade() as bid:
            return bid_sentence(bid, names)
        case ClaimMade():
            claimed = replay(deal.log[: position + 1])
            assert claimed.claim is not None, "a claim has just been made"
            assert claimed.declarer is not None
            return claim_news(claimed.claim, claimed.tricks_left, claimed.declarer, names)
        case ClaimAnswered(player=player, accept=True):
            return names.say(player, _("You accept."), _("%(name)s accepts."))
        case ClaimAnswered(player=player):
            return names.say(player, _("You play on."), _("%(name)s plays on."))
        case event:
            raise AssertionError(f"no sentence is asked of {event}")


def _peek(peek: Peeked, deal: ReviewedDeal, seen_by: Player | None) -> str:
    cards = listing([the_card(deal.end.dealt[DUMMY][place]) for place in peek.places])
    if deal.end.rules.peek.is_flip:
        you, about = _("You turn up %(cards)s."), _("%(name)s turns up %(cards)s.")
    elif seen_by in (None, peek.player):
        you, about = _("You look at %(cards)s."), _("%(name)s looks at %(cards)s.")
    else:
        you, about = _("You look at the dummy."), _("%(name)s looks at the dummy.")
    return deal.names.say(peek.player, you, about, cards=cards)


def _trick(
    deal: ReviewedDeal,
    chosen: ReviewSelection,
    plays: Sequence[tuple[int, CardPlayed]],
    won_by: int | None,
    verdicts: Sequence[Verdict],
) -> LogTrick:
    names = deal.names
    cards = tuple(
        _draw_card(
            card.card,
            by=names.label(card.hand),
            href=chosen.address(position - 1),
            is_current=position - 1 == chosen.at,
            wins=card.hand == won_by,
            lost=verdicts[index].lost if index < len(verdicts) else 0,
            took=took_words(deal, position),
        )
        for index, (position, card) in enumerate(plays)
    )
    positions = [position for position, _card in plays]
    took = duration(sum(deal.took[positions[0] - 1 : positions[-1]])) if deal.took else ""
    if not verdicts:
        return LogTrick(cards, "", took)
    declarer = verdicts[0].best if verdicts[0].by_declarer else 13 - verdicts[0].best
    return LogTrick(cards, f"{declarer}–{13 - declarer}", took)


def _draw_card(card: Card, *, by: str, href: str, is_current: bool, wins: bool, lost: int, took: str) -> Html:
    """Return the link of a card: who played it, whether it won the trick, what it gave away, how long it took."""
    face = face_of(card)
    return _CARD(
        suit=face.suit,
        wins=" wins" if wins else "",
        code=face.code,
        href=href,
        title=_TITLE(took=took) if took else NOTHING,
        current=_CURRENT if is_current else NOTHING,
        rank=face.rank,
        by=by,
        words=", ".join(filter(None, (face.name, _("wins") if wins else "", took))),
        lost=_LOST(lost=lost) if lost else NOTHING,
    )


def took(deal: ReviewedDeal, position: int) -> float:
    """Return how many seconds the event at this position took, since the one before it; 0 if that is not known."""
    return deal.took[position - 1] if 0 < position <= len(deal.took) else 0


def took_words(deal: ReviewedDeal, position: int) -> str:
    """Return how long the event at this position took in words; "" if that is not known."""
    return duration(took(deal, position)) if 0 < position <= len(deal.took) else ""


def duration(seconds: float) -> str:
    """Return a time that something took: "0.4 s", "12 s", "2:05" or "1 d 2 h"."""
    if seconds < 60:
        return _seconds(round(seconds, 1) if seconds < 10 else round(seconds))
    return minutes(seconds) if seconds < 60 * 60 else days_and_hours(seconds)


@cached_per_language
def _seconds(count: float) -> str:
    return _("%(count)s s") % {"count": decimal(count) if isinstance(count, float) else count}


def marked(deal: ReviewedDeal, chosen: ReviewSelection, at: Sequence[int]) -> tuple[Link, ...]:
    """Return links to the positions that the reader has marked while playing."""
    return tuple(
        Link(_place(deal, position), chosen.address(position), position == chosen.at)
        for position in at
        if position < len(deal.log)
    )


def _place(deal: ReviewedDeal, position: int) -> str:
    """Return the place of a position in the deal: "trick 3, 2 cards on the table"."""
    cards = sum(isinstance(event, CardPlayed) for event in deal.log[: position + 1])
    if not cards:
        return _("before the play")
    where = {"number": cards // 4 + 1, "cards": cards % 4}
    if not cards % 4:
        return _("trick %(number)d, the lead") % where
    words = ngettext("trick %(number)d, after %(cards)d card", "trick %(number)d, after %(cards)d cards", cards % 4)
    return words % where


def event_sentence(event: Event, players: Sequence[str]) -> str:
    """Return what everybody at the table saw of the event: no dealt hands, peeked cards or places of peeked cards."""
    names = (*players, _("the dummy"))
    match event:
        case Dealt(dealer=dealer):
            return _("%(player)s deals.") % {"player": names[dealer]}
        case Peeked(player=player):
            return _("%(player)s looks at the dummy.") % {"player": names[player]}
        case BidMade(player=player, tricks=tricks, nils=nils):
            bid = _("%(player)s bids %(tricks)d.") % {"player": names[player], "tricks": tricks}
            on_hands = _("Nil on: %(hands)s.") % {"hands": listing([names[hand] for hand in sorted(nils)])}
            return f"{bid} {on_hands}" if nils else bid
        case CardPlayed(hand=hand, card=card):
            return _("%(card)s, from %(player)s.") % {"card": the_card(card), "player": names[hand]}
        case ClaimMade(player=player, tricks=None):
            return _("%(player)s claims the remaining tricks.") % {"player": names[player]}
        case ClaimMade(player=player, tricks=0):
            return _("%(name)s concedes the remaining tricks.") % {"name": names[player]}
        case ClaimMade(player=player, tricks=tricks):
            words = _("%(player)s claims %(count)d of the remaining tricks.")
            return words % {"player": names[player], "count": tricks}
        case ClaimAnswered(player=player, accept=True):
            return _("%(player)s accepts the claim.") % {"player": names[player]}
        case ClaimAnswered(player=player):
            return _("%(player)s refuses the claim.") % {"player": names[player]}
