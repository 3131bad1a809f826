"""Exercises in words and cards, in the reader's language, from what their player may know."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django_stubs_ext import StrOrPromise

from games.bots import DUMMY_TRICKS
from games.components.cards import Face, face_of, in_order
from games.engine import DUMMY, PLAYERS, Bid, Card, HandId, Player, View, clockwise_from
from games.models import Attempt
from games.play.snapshot import SeatInfo
from games.words.names import Names, capital, card_name, decimal, plain
from games.words.sentences import why_not

from .exercises import Exercise, Kind, Option
from .training import Progress

TITLES: Final[dict[Kind, StrOrPromise]] = {
    Kind.BID: gettext_lazy("Bidding"),
    Kind.NIL: gettext_lazy("Nil or not"),
    Kind.CARD: gettext_lazy("Leads and cards"),
    Kind.DUMMY: gettext_lazy("Reading the dummy"),
    Kind.PLAYED: gettext_lazy("Leads and cards"),
    Kind.OWN: gettext_lazy("Your own deals"),
}
ABOUT: Final[dict[Kind, StrOrPromise]] = {
    Kind.BID: gettext_lazy("A hand, the bids before yours, the score: what do you bid?"),
    Kind.NIL: gettext_lazy("Few high cards: is it a nil?"),
    Kind.CARD: gettext_lazy("A deal under way: which card do you play?"),
    Kind.DUMMY: gettext_lazy("Two bids and your own hand: how strong is the dummy?"),
    Kind.OWN: gettext_lazy("Cards you played when there was a better one: find it."),
}


class SeatLine(NamedTuple):
    """What is known of a player: points and bags before the deal, and the bid; in play the tricks of the side and the
    contract: "3/6".
    """

    name: str
    points: str
    bags: str
    bid: str


class HandCard(NamedTuple):
    """A card of an open hand; `code` is sent if it is chosen, "" if it can't be."""

    face: Face
    code: str


class OpenHand(NamedTuple):
    """A hand with its name, in the order in which hands are sorted.

    `why_not` says why some cards of the hand on turn can't be chosen; "" if all can be, and for other hands.
    """

    name: str
    cards: tuple[HandCard, ...]
    why_not: str = ""


class Question(NamedTuple):
    """An exercise before its answer, in the play or before it.

    `trick` are the cards on the table with the names of their hands, `past` the tricks before, each with its leader.
    `choices` are codes and labels, if no card is asked for. `source` says that the deal was played here.
    """

    title: StrOrPromise
    source: str
    task: str
    target: str
    in_play: bool
    seats: tuple[SeatLine, ...]
    hands: tuple[OpenHand, ...]
    known: tuple[Face, ...]
    trick: tuple[tuple[str, Face], ...]
    past: tuple[tuple[str, tuple[Face, ...]], ...]
    choices: tuple[tuple[str, str], ...]


class KindLine(NamedTuple):
    """A kind of exercises, and the player's progress in it: "" if none has been answered."""

    kind: Kind
    title: StrOrPromise
    about: StrOrPromise
    progress: str


def progress_lines(progress: Mapping[Kind, Progress], *, is_player: bool) -> tuple[KindLine, ...]:
    """Return the kinds to choose from with the player's progress; a visitor has no deals of their own."""
    return tuple(
        KindLine(kind, TITLES[kind], about, _progress(kind, progress.get(kind)))
        for kind, about in ABOUT.items()
        if is_player or kind is not Kind.OWN
    )


def _progress(kind: Kind, progress: Progress | None) -> str:
    if progress is None:
        return ""
    counts = ngettext("%(count)d answered, %(right)d right", "%(count)d answered, %(right)d right", progress.answered)
    lost = _("%(lost)s tricks off on average") if kind is Kind.DUMMY else _("%(lost)s points lost on average")
    facts = {"count": progress.answered, "right": progress.right, "lost": decimal(progress.lost)}
    return f"{counts % facts}, {lost % facts}"


def puzzle_result(attempt: Attempt | None) -> str:
    """Return how the puzzle of the day was answered, "" if it was not. The figure is that of the puzzle's own page."""
    if attempt is None:
        return ""
    if attempt.right:
        return _("solved")
    lost = _("missed by %(lost)s tricks") if attempt.kind == Kind.DUMMY else _("missed, %(lost)s points")
    return lost % {"lost": decimal(attempt.lost)}


def question(exercise: Exercise) -> Question:
    """Return an exercise as its player sees it."""
    view, names = exercise.view, names_at(exercise.player)
    is_card = exercise.kind.asks_for_card
    return Question(
        title=TITLES[exercise.kind],
        source=_("a deal played here") if exercise.kind is Kind.PLAYED else "",
        task=_task(exercise),
        target=_("to %(target)s") % {"target": view.rules.target},
        in_play=view.declarer is not None,
        seats=tuple(_seat_line(view, player, names) for player in clockwise_from(exercise.player)),
        hands=tuple(_open_hands(view, names)),
        known=tuple(face_of(card) for _place, card in view.places),
        trick=tuple((names.label(played.hand), face_of(played.card)) for played in view.trick),
        past=tuple(
            (names.label(trick.cards[0].hand), tuple(face_of(played.card) for played in trick.cards))
            for trick in view.tricks
        ),
        choices=() if is_card else tuple((option.code, label(exercise, option, names)) for option in exercise.options),
    )


def names_at(player: Player) -> Names:
    """Return the names at a table at which the player's left neighbour is Ana and the right one Ben."""
    _you, left, _right = clockwise_from(player)
    named = {player: "", left: "Ana"}
    one, two, three = (SeatInfo(seat, named.get(seat, "Ben"), is_bot=True) for seat in PLAYERS)
    return Names((one, two, three), player)


def _task(exercise: Exercise) -> str:
    view = exercise.view
    if exercise.kind is Kind.DUMMY:
        return _("You bid last. How many tricks is the dummy’s hand worth?")
    if exercise.kind is Kind.NIL:
        return _("Do you declare your hand nil?")
    if exercise.kind is Kind.BID:
        first, second = _("You bid first. What do you bid?"), _("You bid second. What do you bid?")
        return (first, second, _("You bid last. What do you bid?"))[len(view.bids)]
    if view.trick:
        return _("Which card from the dummy?") if view.to_play == DUMMY else _("Which card do you play?")
    return _("You lead from the dummy. Which card?") if view.to_play == DUMMY else _("You lead. Which card?")


def _seat_line(view: View, player: Player, names: Names) -> SeatLine:
    bid, name = view.bid_of(player), names.label(player)
    number, nils = (None, ()) if bid is None else (bid.tricks, tuple(sorted(bid.nils)))
    if view.declarer is not None:
        number, nils = view.contracts[player], view.nils[player]
    words = "–" if number is None else str(number)
    if view.declarer is not None:
        words = f"{view.side_tricks[player]}/{words}"
    if nils:
        hands = ", ".join(map(names.label, nils))
        words = _("%(bid)s · nil: %(hands)s") % {"bid": words, "hands": hands}
    return SeatLine(
        name=_("%(name)s, declarer") % {"name": name} if player == view.declarer else name,
        points=plain(view.before.points[player]),
        bags=str(view.before.bags[player]),
        bid=words,
    )


def _open_hands(view: View, names: Names) -> Iterator[OpenHand]:
    """Yield the exposed dummy, and then the player's own hand."""
    for hand, cards in ((DUMMY, view.dummy), (view.viewer, view.hand)):
        if cards is not None and hand is not None:
            playable = view.playable if view.to_play == hand else ()
            barred = why_not(view) if playable and len(playable) < len(cards) else ""
            yield open_hand(hand, cards, names, playable)._replace(why_not=barred)


def open_hand(hand: HandId, cards: Sequence[Card], names: Names, playable: Sequence[Card] = ()) -> OpenHand:
    """Return a hand by suits in alternating colours, the cards that may be chosen with their codes."""
    shown = tuple(HandCard(face_of(card), str(card) if card in playable else "") for card in in_order(cards))
    return OpenHand(capital(names.hand(hand)), shown)


def label(exercise: Exercise, option: Option, names: Names) -> str:
    """Return what an option is called."""
    match option.move:
        case Bid(player, tricks, nils) if nils:
            return _("%(bid)s, nil on %(hands)s") % {"bid": tricks, "hands": names.nils_on(nils, player)}
        case Bid(_player, tricks, _nils):
            return _("%(bid)d, no nil") % {"bid": tricks} if exercise.kind is Kind.NIL else str(tricks)
        case Card() as card:
            return capital(card_name(card))
        case count if count == DUMMY_TRICKS[0]:
            return _("%(count)d or fewer") % {"count": count}
        case count if count == DUMMY_TRICKS[-1]:
            return _("%(count)d or more") % {"count": count}
        case count:
            return str(count)
