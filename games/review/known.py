"""What the player on turn could know at a position of a reviewed deal, and what an expert thinks of the next move."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.analysis.findings import PointsAnalysis, points_given
from games.bots import Advice, HiddenHand, HiddenHands, Opinion, infer_hidden
from games.components.cards import Face, face_of
from games.engine import Bid, BidMade, Card, CardPlayed, Phase, Play, Player, State, Suit, replay, view_for
from games.play import thinking_pool
from games.play.thinking_pool import Purpose
from games.review.points import LEAST_COSTLY, expert_sentence, points_number
from games.review.queries import ReviewedDeal
from games.words.names import SUIT_SIGNS, Names, decimal, listing, percent, suit_name, the_card
from games.words.reasons import reason_sentence
from games.words.sentences import bid_sentence, card_sentence


class SuitColumn(NamedTuple):
    """The head of a column: "s", "spades" and "♠"."""

    suit: str
    name: str
    sign: str


class KnownHand(NamedTuple):
    """A hidden hand, its number of cards, and its average number in each suit; "0" for a suit it can't hold."""

    name: str
    size: int
    lengths: tuple[str, ...]


class KnownCard(NamedTuple):
    """A hidden card and the probability that each of the hidden hands holds it, as "62%"."""

    card: Face
    chances: tuple[str, ...]


class WasKnown(NamedTuple):
    """What a player could know. `comparison` is what an expert, and best play with open hands, say of the next card; or
    "".

    `on_cards` has for each hidden card the probability, in percent, that it was in its actual hand, and `legend`
    explains that; both are empty unless all hands are open.
    """

    title: str
    suits: tuple[SuitColumn, ...]
    hands: tuple[KnownHand, ...]
    cards: tuple[KnownCard, ...]
    note: str
    comparison: str
    on_cards: dict[Card, str]
    legend: str


def what_was_known(
    deal: ReviewedDeal,
    at: int,
    seen_by: Player | None,
    thoughts: Sequence[Opinion] = (),
    points: PointsAnalysis | None = None,
) -> WasKnown | None:
    """Return what the player on turn after `at` actions could know, computed from that player's view alone.

    None if nobody is to bid or to play, if no card is hidden, or in the view of another player.
    """
    state, names = replay(deal.log[: at + 1]), deal.names
    player = _on_turn(state)
    if player is None or seen_by not in (None, player):
        return None
    hidden = thinking_pool.wait_for(Purpose.REVIEW, partial(infer_hidden, view_for(state, player)))
    if not hidden.hands:
        return None
    note = _(
        "From %(deals)s deals that an expert imagines from this seat: they fit the cards seen and the suits not "
        "followed. Bids count too, and so do the cards of players who nearly always play by simple rules. The standard "
        "error of a percentage is at most %(error)s points."
    )
    return WasKnown(
        title=names.say(player, _("What you could know here"), _("What %(name)s could know here")),
        suits=tuple(SuitColumn(suit.letter.lower(), suit_name(suit), SUIT_SIGNS[suit.letter.lower()]) for suit in Suit),
        hands=tuple(KnownHand(names.label(hand.hand), hand.count, _lengths(hand)) for hand in hidden.hands),
        cards=tuple(
            KnownCard(face_of(line.card), tuple(percent(_percentage(chance), 100) for chance in line.chances))
            for line in hidden.honours
        ),
        note=note % {"deals": decimal(hidden.deals, 0), "error": decimal(100 * hidden.error)},
        comparison=_comparison(deal, at, thoughts, points) if seen_by is None and points else "",
        on_cards=_chances_of_the_truth(state, hidden) if seen_by is None else {},
        legend=_legend(player, names) if seen_by is None else "",
    )


def _chances_of_the_truth(state: State, hidden: HiddenHands) -> dict[Card, str]:
    return {
        line.card: str(_percentage(chance))
        for line in hidden.cards
        for hand, chance in zip(hidden.hands, line.chances, strict=True)
        if line.card in state.hands[hand.hand]
    }


def _legend(player: Player, names: Names) -> str:
    yours = _("On each card that you did not see: how likely it was there, in percent; ✓ is certain.")
    others = _("On each card that %(name)s did not see: how likely it was there, in percent; ✓ is certain.")
    return names.say(player, yours, others)


def _on_turn(state: State) -> Player | None:
    if state.claim is not None or state.phase not in (Phase.BIDDING, Phase.PLAYING):
        return None
    (player,) = view_for(state, None).waiting
    return player


def _lengths(hidden: HiddenHand) -> tuple[str, ...]:
    return tuple("0" if suit in hidden.voids else decimal(hidden.lengths[suit]) for suit in Suit)


def _percentage(chance: float) -> int:
    """Return a whole percentage; 0 and 100 only for what is certain."""
    percent = round(100 * chance)
    return percent if chance in (0.0, 1.0) else min(99, max(1, percent))


def _comparison(deal: ReviewedDeal, at: int, thoughts: Sequence[Opinion], points: PointsAnalysis) -> str:
    """Return what an expert thinks of the card that follows, and what all hands open say; "" if one is unknown."""
    number = sum(isinstance(event, CardPlayed) for event in deal.log[: at + 1])
    moves = number + sum(isinstance(event, BidMade) for event in deal.log[: at + 1])
    following = deal.log[at + 1 : at + 2]
    if not following or not isinstance(following[0], CardPlayed) or moves >= len(thoughts):
        return ""
    if any(best.points is None for best in points.positions[number : number + 2]):
        return ""
    given = (card for card in points_given(deal.end, points) if card.number == number)
    lost, better = next((card.points for card in given), 0.0), points.positions[number].better
    expert = expert_sentence(thoughts[moves], was_costly=lost >= LEAST_COSTLY)
    return f"{expert} {_with_all_open(lost, [the_card(card) for card in better])}"


def _with_all_open(lost: float, better: Sequence[str]) -> str:
    if lost < LEAST_COSTLY:
        return _("With all hands open, no other card saves ten points or more.")
    one = _("With all hands open, %(cards)s saves %(points)s points.")
    several = _("With all hands open, %(cards)s save %(points)s points each.")
    template = one if len(better) == 1 else several
    return template % {"cards": listing(better), "points": points_number(lost)}


class Thought(NamedTuple):
    """An opinion of a move: its reason, or a better move and its reason."""

    move: str
    why: str


def thought_on_next(deal: ReviewedDeal, at: int, opinions: Sequence[Opinion]) -> Thought | None:
    """Return the opinion of the bid or card that follows after `at` actions; None if there is none."""
    names, following = deal.names, deal.log[at + 1] if at + 1 < len(deal.log) else None
    before = [event for event in deal.log[: at + 1] if isinstance(event, BidMade | CardPlayed)]
    if not isinstance(following, BidMade | CardPlayed) or len(before) >= len(opinions):
        return None
    opinion = opinions[len(before)]
    why = reason_sentence(opinion.reason, names) if opinion.better is None else _better(opinion.better, names)
    if isinstance(following, BidMade):
        return Thought(bid_sentence(following, names), why)
    return Thought(card_sentence(following, names, leads=len(before) % 4 == 3), why)


def _better(advice: Advice, names: Names) -> str:
    assert advice.reason is not None, "bids and cards have reasons"
    why = reason_sentence(advice.reason, names)
    match advice.action:
        case Play(card=card):
            return _("An expert would have played %(card)s. %(why)s") % {"card": the_card(card), "why": why}
        case Bid(player=player, tricks=tricks, nils=nils):
            with_nils = _("An expert would have bid %(count)d, nil on %(hands)s. %(why)s")
            template = with_nils if nils else _("An expert would have bid %(count)d. %(why)s")
            return template % {"count": tricks, "hands": names.nils_on(nils, player), "why": why}
        case action:
            raise AssertionError(f"no opinion is asked of {action}")
