"""The middle of the table: the trick in progress, the last one, and all tricks of the deal so far."""

from functools import lru_cache
from typing import Final

from games.components.cards import face, face_of
from games.components.context import TableContext, Voices
from games.components.facts import CONTEXT, VIEW
from games.components.html import NOTHING, Content, Html, Template, cached, join
from games.components.parts import Group, Slot, drawn
from games.engine import HAND_NAMES, HANDS, BidMade, Card, HandId, Trick, winner
from games.words.language_cache import cached_per_language, gettext as _
from games.words.seats import declared_nils
from games.words.sentences import claim_refused, deal_log, time_was_up, won

MOST_TRICKS = 13

_TRICK = Template(
    '<div class="trick" id="trick">{number}<ol aria-labelledby="trick-number" translate="no">{cards}</ol>{next}</div>'
)
_NUMBER = cached('<i id="trick-number"{swept} hidden>{label}</i>')
_SWEPT = Html(' class="swept"')
_PLAYED_CARD = Template(
    '<div class="played-card by-{hand}{wins}" id="trick-{code}" data-hand="{hand}">'
    '<span class="sr">{by}:</span> {face}{tag}</div>'
)
_TAG = Template('<span class="wins-tag" translate="yes">{words}</span>')
_NEXT = cached('<i class="slot by-{hand}" id="slot-{hand}"></i>')
_PAST = Template('<ol class="past" translate="no">{cards}</ol>')
_CARD_BY = Template('<li{wins}>{face}<span class="by">{by}</span></li>')
_WINS = Html(' class="wins"')
_LOG = Template(
    '<section class="panel log" id="rail-log" aria-labelledby="rail-log-title" tabindex="0">'
    '<h2 id="rail-log-title">{title}</h2>{tricks}{bids}<ol class="bids">{lines}</ol></section>'
)
_TRICKS = Template('<p class="line heads" aria-hidden="true">{heads}</p><ol class="tricks" reversed>{lines}</ol>')
_COLUMN = Template('<span class="name of-{hand}">{name}</span>')
_BIDS = Template('<div class="bid-lines" aria-hidden="true">{bids}</div>')
_BID = Template('<p><span class="name" translate="no">{name}</span> <b>{tricks}</b> <span>{nils}</span></p>')
_ITEM = Template("<li>{words}</li>")
_SENTENCE = Template('<li class="sentence">{words}</li>')
_LOG_LINE = Template(
    '<span class="number" aria-hidden="true">{number}</span><span class="line" aria-hidden="true">{cards}</span>'
    '<span class="sentence">{sentence}</span>'
)
_MINI = Template('<span class="mini {suit} of-{hand}{leads}{wins}">{rank}<i>{sign}</i></span>')


def _centre(context: TableContext) -> Content | None:
    """Draw the trick in progress, or the last one until the next card is led; None before the play."""
    return None if context.view is None or context.view.declarer is None else _CENTRE


_CENTRE: Final = _TRICK.around(
    number=Slot("trick-number"),
    cards=tuple([Slot(f"card-{place}", "", "li") for place in range(4)]),
    next=Slot("next", tag="span"),
)


def _number(context: TableContext) -> Html | None:
    """Draw which trick it is, for screen readers, with the mark of one that is finished."""
    view = context.view
    if view is None or view.declarer is None:
        return None
    is_finished = bool(view.tricks) and not view.trick
    number = len(view.tricks) if is_finished else len(view.tricks) + 1
    return _NUMBER(swept=_SWEPT if is_finished else NOTHING, label=_("Trick %(number)s") % {"number": number})


def _nth_card(place: int, context: TableContext) -> Html | None:
    view = context.view
    if view is None:
        return None
    cards, is_over = (view.trick, False) if view.trick or not view.tricks else (view.tricks[-1].cards, True)
    if place >= len(cards):
        return None
    played = cards[place]
    wins = len(cards) > 1 and played.hand == (view.tricks[-1].winner if is_over else winner(cards))
    return _played_card(
        context.voices.language, played.card, played.hand, context.voices.labels[played.hand], wins, is_over
    )


@lru_cache(maxsize=2048)
def _played_card(_language: str | None, card: Card, hand: HandId, by: Html, wins: bool, is_over: bool) -> Html:
    """Draw a card of the trick. The style sheet puts it at the position of its hand for the viewer."""
    return _PLAYED_CARD(
        hand=HAND_NAMES[hand],
        wins=" wins" if wins else "",
        code=str(card),
        by=by,
        face=face(face_of(card)),
        tag=_TAG(words=_("wins") if is_over else _("best")) if wins else NOTHING,
    )


def _next_hand(context: TableContext) -> Html | None:
    view = context.view
    if view is None or view.declarer is None or view.to_play is None or view.claim is not None:
        return None
    return _NEXT(hand=HAND_NAMES[view.to_play])


def last_trick(context: TableContext) -> Html | None:
    """Draw the last finished trick, if there is one."""
    view = context.view
    return _past(view.tricks[-1], context.voices) if view and view.tricks else None


@cached_per_language
def _past(trick: Trick, voices: Voices) -> Html:
    cards = [card_by(played.card, voices, played.hand, played.hand == trick.winner) for played in trick.cards]
    return _PAST(cards=join(cards))


def card_by(card: Card, voices: Voices, hand: HandId, wins: bool) -> Html:
    """Draw a card with the name of the hand it is from, in a row of cards of which one wins."""
    return _CARD_BY(wins=_WINS if wins else NOTHING, face=face(face_of(card)), by=voices.labels[hand])


def _log(context: TableContext) -> Content | None:
    """Draw the deal so far: its tricks, the last one first and each a part of its own; its bids and last events.

    The cards of a trick stand in a column for each hand, which the style sheet puts into the viewer's order. Tricks and
    bids are drawn as tables to look at, and as sentences for whoever reads the table as text.
    """
    view, voices = context.view, context.voices
    if view is None:
        return None
    count = len(deal_log(view, voices.everyone))
    lines = [
        *[voices.say(lambda names, n=line: deal_log(view, names)[n]) for line in range(count)],  # type: ignore[misc]
        voices.say(lambda names: claim_refused(view, names)),
        voices.say(lambda names: time_was_up(context.snapshot, names)),
    ]
    if not any(lines):
        return None
    slots = tuple([Slot(f"past-{number}", "", "li") for number in range(MOST_TRICKS, 0, -1)])
    heads = join([_COLUMN(hand=HAND_NAMES[hand], name=voices.labels[hand]) for hand in HANDS])
    return _LOG.around(
        title=_("So far"),
        tricks=_TRICKS.around(heads=heads, lines=slots) if view.declarer is not None else NOTHING,
        bids=_BIDS(bids=join([_bid(bid, voices) for bid in view.bids])) if view.bids else NOTHING,
        lines=join(
            [(_SENTENCE if at < len(view.bids) else _ITEM)(words=line) for at, line in enumerate(lines) if line]
        ),
    )


def _bid(bid: BidMade, voices: Voices) -> Html:
    nils = voices.say(lambda names: declared_nils(bid, names))
    return _BID(name=voices.labels[bid.player], tricks=bid.tricks, nils=nils)


def _nth_trick(number: int, context: TableContext) -> Html | None:
    trick: Trick | None = context.past_tricks[number - 1]
    return _log_line(number, trick, context.voices) if trick else None


@cached_per_language
def _log_line(number: int, trick: Trick, voices: Voices) -> Html:
    sentence = voices.say(lambda names: won(trick, names), (trick.winner,))
    cards = [
        _MINI(
            suit=face_of(played.card).suit,
            hand=HAND_NAMES[played.hand],
            leads="" if place else " leads",
            wins=" wins" if played.hand == trick.winner else "",
            rank=face_of(played.card).rank,
            sign=face_of(played.card).sign,
        )
        for place, played in enumerate(trick.cards)
    ]
    return _LOG_LINE(number=number, cards=join(cards), sentence=sentence)


TRICK = (
    Group([VIEW.declarer], drawn("trick", _centre)),
    Group([VIEW.trick, VIEW.tricks, VIEW.declarer], drawn("trick-number", _number)),
    Group([VIEW.trick, VIEW.tricks], *[drawn(f"card-{place}", _nth_card, place) for place in range(4)]),
    Group([VIEW.to_play, VIEW.claim, VIEW.declarer], drawn("next", _next_hand)),
)
LAST_TRICK = drawn("last-trick", last_trick)
LOG = drawn("log", _log)
LOG_LINES = tuple(
    [
        Group([getattr(CONTEXT.past_tricks, f"t{number}")], drawn(f"past-{number}", _nth_trick, number))
        for number in range(1, MOST_TRICKS + 1)
    ]
)
