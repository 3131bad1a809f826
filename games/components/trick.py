"""The middle of the table: the trick in progress, the last one, and all tricks of the deal so far."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from games.components.cards import Face, face, faces_to_see
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join
from games.components.parts import Part, Slot
from games.components.voices import Voices
from games.engine import HAND_NAMES, BidMade, CardPlayed, HandId, Player, Trick, View, winner
from games.presenters.i18n_cache import gettext as _
from games.presenters.i18n_cache import language
from games.presenters.sentences import claim_refused, deal_log, time_was_up, won

MOST_TRICKS = 13


class TrickCard(NamedTuple):
    """A card in a trick: from which hand, and whether it is the winning one."""

    hand: str
    card: Face
    by: Html
    wins: bool


class Lying(NamedTuple):
    """A card in the middle; `is_over` once its trick is finished."""

    played: TrickCard
    is_over: bool


class Centre(NamedTuple):
    """The trick in the middle without its cards: its number, and the hand that has won it, "" until it is finished."""

    number: int
    won_by: str


@dataclass(frozen=True, slots=True, eq=False)
class PastTrick:
    """A finished trick: its cards in order and one sentence about it. Tricks compare by identity."""

    number: int
    cards: tuple[TrickCard, ...]
    sentence: Html


def centre(context: TableContext) -> Centre | None:
    """Return the trick in progress, or the last one until the next card is led; None before the play."""
    view = context.view
    if view is None or view.declarer is None:
        return None
    if view.trick or not view.tricks:
        return Centre(len(view.tricks) + 1, "")
    return Centre(len(view.tricks), HAND_NAMES[view.tricks[-1].winner])


def _nth_card(place: int) -> Callable[[TableContext], Lying | None]:
    def nth(context: TableContext) -> Lying | None:
        view = context.view
        if view is None:
            return None
        if view.trick or not view.tricks:
            if len(view.trick) <= place:
                return None
            return Lying(_card(view.trick[place], winner(view.trick), context.voices), False)
        last = view.tricks[-1]
        return Lying(_card(last.cards[place], last.winner, context.voices), True)

    return nth


def next_hand(context: TableContext) -> str | None:
    """Return the hand that has to play to the trick."""
    view = context.view
    if view is None or view.declarer is None or view.to_play is None or view.claim is not None:
        return None
    return HAND_NAMES[view.to_play]


def last_trick(context: TableContext) -> PastTrick | None:
    """Return the last finished trick, if there is one."""
    view = context.view
    if view is None or not view.tricks:
        return None
    return _past(language(), len(view.tricks), view.tricks[-1], context.voices)


def _nth_trick(number: int) -> Callable[[TableContext], PastTrick | None]:
    def nth(context: TableContext) -> PastTrick | None:
        view = context.view
        if view is None or len(view.tricks) < number:
            return None
        return _past(language(), number, view.tricks[number - 1], context.voices)

    return nth


@lru_cache(maxsize=8192)
def _past(_in_language: str | None, number: int, trick: Trick, voices: Voices) -> PastTrick:
    sentence = voices.say(lambda names: won(trick, names), (trick.winner,))
    return PastTrick(number, _cards(trick.cards, trick.winner, voices), sentence)


def _cards(plays: tuple[CardPlayed, ...], best: HandId | None, voices: Voices) -> tuple[TrickCard, ...]:
    return tuple([_card(played, best, voices) for played in plays])


def _card(played: CardPlayed, best: HandId | None, voices: Voices) -> TrickCard:
    by = _by(language(), voices, played.hand)
    return TrickCard(HAND_NAMES[played.hand], faces_to_see()[played.card.index], by, played.hand == best)


@lru_cache(maxsize=8192)
def _by(_in_language: str | None, voices: Voices, hand: HandId) -> Html:
    return voices.say(lambda names: names.label(hand), (hand,))


_TRICK = Template('<div class="trick{won}" id="trick"><ol aria-label="{label}">{cards}</ol>{next}</div>')
_WON = Template(" swept won-{hand}")
_LYING = Template(
    '<div class="lying by-{hand}{wins}" id="trick-{code}" data-hand="{hand}"><span class="sr">{by}:</span> {face}{tag}'
    "</div>"
)
_TAG = Template('<span class="wins-tag">{words}</span>')
_NEXT = Template('<span class="slot by-{hand}" id="slot-{hand}" aria-hidden="true"></span>')


def draw_centre(shown: Centre) -> Content:
    """Draw the trick in the middle, with slots for its cards in the order of play."""
    return _TRICK.around(
        won=_WON(hand=shown.won_by) if shown.won_by else NOTHING,
        label=_("Trick %(number)s") % {"number": shown.number},
        cards=tuple([Slot(f"card-{place}", "", "li") for place in range(4)]),
        next=Slot("next", tag="span"),
    )


@lru_cache(maxsize=8192)
def _draw_lying(_in_language: str | None, played: TrickCard, is_over: bool) -> Html:
    tag = _TAG(words=_("wins") if is_over else _("best")) if played.wins else NOTHING
    return _LYING(
        hand=played.hand,
        wins=" wins" if played.wins else "",
        code=played.card.code,
        by=played.by,
        face=face(played.card),
        tag=tag,
    )


def draw_lying(shown: Lying) -> Html:
    """Draw a card of the trick. The style sheet puts it at the position of its hand for the viewer."""
    return _draw_lying(language(), shown.played, shown.is_over)


def draw_next(hand: str) -> Html:
    """Draw the empty place of the next card."""
    return _NEXT(hand=hand)


_PAST = Template('<ol class="past">{cards}</ol>')
_PAST_CARD = Template('<li{wins}>{face}<span class="by">{by}</span></li>')
_WINS = Html(' class="wins"')


@lru_cache(maxsize=8192)
def draw_past(past: PastTrick) -> Html:
    """Draw a finished trick, its cards in a row with their players' names."""
    return _PAST(
        cards=join(
            [
                _PAST_CARD(wins=_WINS if played.wins else NOTHING, face=face(played.card), by=played.by)
                for played in past.cards
            ]
        )
    )


class Log(NamedTuple):
    """The deal so far without its tricks: the bidding and the last other events, in sentences."""

    bids: tuple[BidMade, ...]
    declarer: Player | None
    leader: Player | None
    lately: tuple[Html, ...]
    has_tricks: bool
    voices: Voices
    view: View

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Log) and self[:6] == other[:6]

    def __hash__(self) -> int:
        return hash(self[:6])


def log(context: TableContext) -> Log | None:
    """Return the log of the deal; None while it is empty."""
    view = context.view
    if view is None:
        return None
    lately = (
        context.voices.say(lambda names: claim_refused(view, names)),
        context.voices.say(lambda names: time_was_up(context.snapshot, names)),
    )
    found = tuple(filter(None, lately))
    if not view.bids and not found:
        return None
    started = view.declarer is not None
    return Log(view.bids, view.declarer, view.opening_leader, found, started, context.voices, view)


_LOG = Template(
    '<section class="panel log" id="rail-log" aria-labelledby="rail-log-title" tabindex="0">'
    '<h2 id="rail-log-title">{title}</h2>{tricks}<ol class="bids">{lines}</ol></section>'
)
_TRICKS = Template('<ol class="tricks" reversed>{lines}</ol>')
_ITEM = Template("<li>{words}</li>")


def draw_log(shown: Log) -> Content:
    """Draw the deal so far: its tricks, the last one first, and the bidding. Each trick is a part of its own."""
    slots = tuple(Slot(f"past-{number}", "", "li") for number in range(MOST_TRICKS, 0, -1))
    count = len(deal_log(shown.view, shown.voices.everyone))
    bids = [shown.voices.say(lambda names, n=line: deal_log(shown.view, names)[n]) for line in range(count)]  # type: ignore[misc]
    return _LOG.around(
        title=_("So far"),
        tricks=_TRICKS.around(lines=slots) if shown.has_tricks else NOTHING,
        lines=join([_ITEM(words=line) for line in (*bids, *shown.lately)]),
    )


_LOG_LINE = Template(
    '<span class="number" aria-hidden="true">{number}</span><span class="line" aria-hidden="true">{cards}</span>'
    '<span class="sentence">{sentence}</span>'
)
_MINI = Template('<span class="mini {suit}{wins}">{rank}</span>')


def draw_log_line(past: PastTrick) -> Html:
    """Draw a trick in the log."""
    cards = join(
        [
            _MINI(suit=played.card.suit, wins=" wins" if played.wins else "", rank=played.card.rank)
            for played in past.cards
        ]
    )
    return _LOG_LINE(number=past.number, cards=cards, sentence=past.sentence)


TRICK = (
    Part("trick", centre, draw_centre),
    *(Part(f"card-{place}", _nth_card(place), draw_lying) for place in range(4)),
    Part("next", next_hand, draw_next),
)
LAST_TRICK = Part("last-trick", last_trick, draw_past)
LOG = Part("log", log, draw_log)
LOG_LINES = tuple(Part(f"past-{number}", _nth_trick(number), draw_log_line) for number in range(1, MOST_TRICKS + 1))
