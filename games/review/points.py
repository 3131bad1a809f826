"""The points of a deal in words: what best play with all hands open would have scored, and who gave it away.

Points given away are counted as a gain: declarer's points less the average of the defenders' points. A card of
declarer's side can only lower it, and a card of the defenders only raise it.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from games.analysis.findings import Aim, Given, PointsAnalysis, cards_played, gain_of_declarer, points_given
from games.bots import Opinion
from games.components.cards import Face, face_of
from games.engine import PLAYERS, CardPlayed, Phase, Play, State, Triple, score
from games.review.log import ReviewSelection
from games.review.queries import ReviewedDeal
from games.words.names import Names, decimal, listing, signed, the_card

MOST_SHOWN_CARDS: Final = 3
MOST_OWN_CARDS: Final = 2
LEAST_COSTLY: Final = 10.0
"""The least points given away by a card that is shown. Less is mostly about bags, and only later deals decide whether
these cost anything.
"""


class PointsLine(NamedTuple):
    """A player: the points with best play, those scored ("" in an unfinished deal), and those given away."""

    name: str
    best: str
    scored: str
    given: str


class TurningPoint(NamedTuple):
    """A card that gave points away: the position `at` before it and its URL, the scores that best play would bring
    before and after it, what an expert thinks of it who sees no other hand ("" if unknown), and the better cards.
    `is_mistake` says whether the expert names a better card, as docs/analysis.md counts mistakes.
    """

    given: Given
    at: int
    href: str
    trick: int
    sentence: str
    scores: str
    expert: str
    is_mistake: bool
    better: tuple[Face, ...]


class PointsPage(NamedTuple):
    """Where the points went. `since` says from which trick on that is known, "" if from the opening lead."""

    since: str
    lines: tuple[PointsLine, ...]
    claim: str
    aims: tuple[str, ...]
    turns: tuple[TurningPoint, ...]


def points_page(
    deal: ReviewedDeal, chosen: ReviewSelection, analysis: PointsAnalysis, thoughts: Sequence[Opinion] = ()
) -> PointsPage | None:
    """Return where the points went; None if that is not known for any card."""
    known = [number for number, best in enumerate(analysis.positions) if best.points is not None]
    if not known:
        return None
    end, names, given = deal.end, deal.names, points_given(deal.end, analysis)
    worst = sorted(given, key=lambda card: -card.points)[:MOST_SHOWN_CARDS]
    turns = [card for card in given if card in worst and card.points >= LEAST_COSTLY]
    since = _("The search was too long for the first cards: this begins with trick %(trick)d.")
    return PointsPage(
        since=since % {"trick": known[0] // 4 + 1} if known[0] else "",
        lines=tuple(_lines(end, analysis.positions[known[0]].points or (0, 0, 0), given, names)),
        claim=_claim(end, analysis),
        aims=tuple(sentence for aim in analysis.aims if (sentence := _aim(end, aim, names))),
        turns=tuple(_turn(deal, chosen, card, analysis, thoughts) for card in turns),
    )


def own_costliest(
    deal: ReviewedDeal, chosen: ReviewSelection, analysis: PointsAnalysis, thoughts: Sequence[Opinion] = ()
) -> tuple[TurningPoint, ...]:
    """Return the cards with which the reader gave most points away, the costliest first."""
    given = [card for card in points_given(deal.end, analysis) if card.player == deal.viewer]
    worst = sorted(given, key=lambda card: -card.points)[:MOST_OWN_CARDS]
    return tuple(_turn(deal, chosen, card, analysis, thoughts) for card in worst if card.points >= LEAST_COSTLY)


def _lines(end: State, best: Triple, given: Sequence[Given], names: Names) -> Iterator[PointsLine]:
    totals = [line.total for line in score(end)] if end.phase is Phase.FINISHED else None
    for player in PLAYERS:
        lost = sum(card.points for card in given if card.player == player)
        scored = signed(totals[player]) if totals else ""
        yield PointsLine(names.label(player), signed(best[player]), scored, points_number(lost))


def points_number(points: float) -> str:
    """Return points given away as a number, in half points."""
    return decimal(points, 0 if points == int(points) else 1)


def _claim(end: State, analysis: PointsAnalysis) -> str:
    """Return what an accepted claim changed, compared with best play of the remaining cards."""
    best = analysis.positions[-1].points
    if end.claimed is None or best is None:
        return ""
    lines = score(end)
    gained = gain_of_declarer((lines[0].total, lines[1].total, lines[2].total), end) - gain_of_declarer(best, end)
    if not gained:
        return _("The claim changed nothing: best play would have led to the same scores.")
    to_declarer, to_defenders = (
        _("The claim gave declarer’s side %(points)s points more than best play would have brought."),
        _("The claim gave the defenders %(points)s points more than best play would have brought."),
    )
    return (to_declarer if gained > 0 else to_defenders) % {"points": points_number(abs(gained))}


def _aim(end: State, aim: Aim, names: Names) -> str:
    """Return when a contract or nil could be made, "" if that is not known or the deal is not finished."""
    if end.phase is not Phase.FINISHED or aim.possible[-1] is None:
        return ""
    made, possible, cards = _is_made(end, aim), aim.possible, cards_played(end)
    facts = {"aim": _name_of(end, aim, names)}
    if possible[-1] is not made:
        given = _("%(aim)s was made only by the claim.")
        return (given if made else _("%(aim)s could have been made, and was given up with the claim.")) % facts
    changed = [number for number, (one, two) in enumerate(pairwise(possible)) if one is (not made) and two is made]
    if changed:
        card = cards[changed[-1]]
        facts |= {"card": the_card(card.card), "hand": names.hand(card.hand), "trick": str(changed[-1] // 4 + 1)}
        return _turned(made, True in possible[: changed[-1]]) % facts
    if None in possible:
        return ""
    always = _("%(aim)s was never in danger: it could always be made.")
    return (always if made else _("%(aim)s was always down: it could never be made.")) % facts


def _turned(made: bool, was_possible: bool) -> str:
    """Return the sentence about the last card that changed whether the aim could be made; it may have been possible
    earlier.
    """
    if not made:
        return _("%(aim)s could be made until %(card)s from %(hand)s in trick %(trick)s.")
    if was_possible:
        return _("%(aim)s was lost and won back: %(card)s from %(hand)s in trick %(trick)s decided it.")
    return _("%(aim)s could be made only after %(card)s from %(hand)s in trick %(trick)s.")


def _is_made(end: State, aim: Aim) -> bool:
    line = score(end)[aim.player]
    return line.made if aim.hand is None else next(nil.made for nil in line.nils if nil.hand == aim.hand)


def _name_of(end: State, aim: Aim, names: Names) -> str:
    if aim.hand is None:
        contract = score(end)[aim.player].contract
        yours, others = _("Your contract of %(contract)d"), _("%(name)s’s contract of %(contract)d")
        return names.say(aim.player, yours, others, contract=contract)
    if aim.hand == aim.player:
        return names.say(aim.player, _("Your nil on your own hand"), _("%(name)s’s nil on their own hand"))
    yours, others = _("Your nil on %(hand)s"), _("%(name)s’s nil on %(hand)s")
    return names.say(aim.player, yours, others, hand=names.hand(aim.hand))


def _turn(
    deal: ReviewedDeal, chosen: ReviewSelection, given: Given, analysis: PointsAnalysis, thoughts: Sequence[Opinion]
) -> TurningPoint:
    plays = [position for position, event in enumerate(deal.log) if isinstance(event, CardPlayed)]
    at = plays[given.number] - 1
    names, hand, facts = (
        deal.names,
        given.played.hand,
        {"card": the_card(given.played.card), "points": points_number(given.points)},
    )
    you = _("You play %(card)s: a swing of %(points)s points between declarer and defenders.")
    about = _("%(name)s plays %(card)s: a swing of %(points)s points between declarer and defenders.")
    opinion = thoughts[3 + given.number] if 3 + given.number < len(thoughts) else None
    return TurningPoint(
        given=given,
        at=at,
        href=chosen.address(at),
        trick=given.number // 4 + 1,
        sentence=names.say(hand, you, about, **facts),
        scores=_scores(given, names),
        expert=expert_sentence(opinion) if opinion else "",
        is_mistake=opinion is not None and opinion.better is not None,
        better=tuple(map(face_of, analysis.positions[given.number].better)),
    )


def _scores(given: Given, names: Names) -> str:
    """Return the changes in the scores of best play, only for players whose scores changed."""
    change = _("%(name)s %(now)s instead of %(before)s")
    changes = [
        change
        % {"name": names.label(player), "now": signed(given.after[player]), "before": signed(given.before[player])}
        for player in PLAYERS
        if given.before[player] != given.after[player]
    ]
    return _("Best play now leads to: %(scores)s.") % {"scores": listing(changes)}


def expert_sentence(opinion: Opinion, *, was_costly: bool = True) -> str:
    """Return what an expert, who does not see the hidden hands, thinks of a card, whether or not it gave points
    away.
    """
    if opinion.better is None and not was_costly:
        return _("An expert who does not see the hidden hands finds no better card.")
    if opinion.better is None:
        return _("Hard to know: an expert who does not see the hidden hands finds no better card.")
    assert isinstance(opinion.better.action, Play), "an opinion of a card is about cards"
    card = the_card(opinion.better.action.card)
    return _("An expert who does not see the hidden hands would have played %(card)s.") % {"card": card}
