"""The analysis of a deal in words: cards that gave tricks away, and a comparison of the bids."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _, ngettext

from games.analysis.findings import Verdict
from games.bots import CLEAR_MARGIN, BidReview, BidWorth
from games.components.cards import Face, face_of
from games.engine import PLAYERS, Bid, CardPlayed, HandId, Phase, Player, State, bid_of, owner, score
from games.review.log import Link, ReviewSelection
from games.review.queries import ReviewedDeal
from games.words.names import Names, decimal, listing, percent, plain, signed, the_card

MATTERED = 3
"""How many of the cards that gave tricks away are shown first."""

COSTLY = 2
"""Tricks given away by a card that is called costly."""

CLOSE = 5.0
"""Points by which a result may differ from the average and still count as about the same."""

NEARBY = 3
"""The table shows bids with the same nils up to so many tricks from the best one, and those next to the one made."""


class CardMistake(NamedTuple):
    """A sentence on a card that gave tricks away, the URL of the position before it, and the cards that would not have
    done so.
    """

    verdict: Verdict
    href: str
    sentence: str
    better: tuple[Face, ...]


class LostTricks(NamedTuple):
    """The cards that gave tricks away: `mistakes`, the worst first, and `others` in the order of play.

    `filters` are links to those of one player, or of everyone; `weights` to all of them, or to the costly ones.
    `summary` compares the possible tricks of declarer's side with those it took.
    """

    summary: str
    filters: tuple[Link, ...]
    weights: tuple[Link, ...]
    mistakes: tuple[CardMistake, ...]
    others: tuple[CardMistake, ...]


class BidLine(NamedTuple):
    """A bid that a player could have made: percentages, points and gain; "" where not applicable."""

    bid: str
    declares: str
    made: str
    nil: str
    points: str
    gain: str
    wins: str
    is_made: bool
    is_best: bool


class BidTable(NamedTuple):
    """A comparison of a player's possible bids, with sentences on the player's judgement and luck, and the largest
    standard error of a gain."""

    name: str
    error: str
    judgement: str
    luck: str
    has_nils: bool
    lines: tuple[BidLine, ...]


def lost_tricks(
    deal: ReviewedDeal, chosen: ReviewSelection, verdicts: Sequence[Verdict], listed: Collection[int] = ()
) -> LostTricks:
    """Return the cards that gave tricks away, of all players or of one, all or the costly ones.

    Cards `listed` by number are left out, because the page already shows them as turning points.
    """
    declarer, of, costly = deal.end.declarer, chosen.mistakes_of, chosen.costly
    assert declarer is not None, "only a deal whose bidding is over is analysed"
    plays = [position for position, event in enumerate(deal.log) if isinstance(event, CardPlayed)]
    lost = [
        _Lost(verdict, position, owner(verdict.played.hand, declarer))
        for number, (verdict, position) in enumerate(zip(verdicts, plays, strict=False))
        if verdict.lost and number not in listed
    ]
    heavy = [mistake for mistake in lost if mistake.verdict.lost >= (COSTLY if costly else 1)]
    theirs = [mistake for mistake in lost if of in (None, mistake.player)]
    wanted = [mistake for mistake in heavy if mistake in theirs]
    worst = sorted(wanted, key=lambda mistake: -mistake.verdict.lost)[:MATTERED]
    return LostTricks(
        summary=_summary(deal.end, verdicts),
        filters=_filters(deal, chosen, Counter(mistake.player for mistake in heavy)),
        weights=_weights(chosen, Counter(mistake.verdict.lost >= COSTLY for mistake in theirs)),
        mistakes=tuple(_mistake(deal, chosen, mistake) for mistake in worst),
        others=tuple(_mistake(deal, chosen, mistake) for mistake in wanted if mistake not in worst),
    )


class _Lost(NamedTuple):
    """A card that gave tricks away, its position in the log, and who chose it: the declarer chooses the dummy's."""

    verdict: Verdict
    position: int
    player: Player


def _filters(deal: ReviewedDeal, chosen: ReviewSelection, counts: Counter[Player]) -> tuple[Link, ...]:
    def link(words: str, of: Player | None) -> Link:
        address = chosen.address(chosen.at, None, of, chosen.costly)
        return Link(words, address, of == chosen.mistakes_of)

    everyone = link(_("Everyone (%(count)d)") % {"count": counts.total()}, None)
    return everyone, *(link(f"{deal.names.label(one)} ({counts[one]})", one) for one in PLAYERS)


def _weights(chosen: ReviewSelection, are_costly: Counter[bool]) -> tuple[Link, ...]:
    every = _("All (%(count)d)") % {"count": are_costly.total()}
    only = _("Two tricks or more (%(count)d)") % {"count": are_costly[True]}
    addresses = [chosen.address(chosen.at, None, chosen.mistakes_of, costly) for costly in (False, True)]
    return Link(every, addresses[0], not chosen.costly), Link(only, addresses[1], chosen.costly)


def _mistake(deal: ReviewedDeal, chosen: ReviewSelection, mistake: _Lost) -> CardMistake:
    return CardMistake(
        verdict=mistake.verdict,
        href=chosen.address(mistake.position - 1),
        sentence=_given_away(mistake.verdict, deal.names),
        better=tuple(map(face_of, mistake.verdict.better)),
    )


def _summary(end: State, verdicts: Sequence[Verdict]) -> str:
    if not verdicts or end.phase is not Phase.FINISHED or end.declarer is None:
        return ""
    first = verdicts[0]
    could = first.best if first.by_declarer else 13 - first.best
    text = ngettext(
        "With all cards seen, declarer’s side could take %(could)d trick. It took %(took)d.",
        "With all cards seen, declarer’s side could take %(could)d tricks. It took %(took)d.",
        could,
    )
    return text % {"could": could, "took": score(end)[end.declarer].side_tricks}


def _given_away(verdict: Verdict, names: Names) -> str:
    you = ngettext(
        "With %(card)s you give away a trick.", "With %(card)s you give away %(count)d tricks.", verdict.lost
    )
    about = ngettext(
        "With %(card)s %(player)s gives away a trick.",
        "With %(card)s %(player)s gives away %(count)d tricks.",
        verdict.lost,
    )
    hand, card = verdict.played.hand, the_card(verdict.played.card)
    return names.say(hand, you, about, card=card, count=verdict.lost, player=names.within(hand))


def bid_tables(deal: ReviewedDeal, reviews: Sequence[BidReview]) -> tuple[BidTable, ...]:
    """Return the bid comparison of each player who had a choice, in bidding order."""
    return tuple(_table(review, deal.end, deal.names) for review in reviews)


def _table(review: BidReview, end: State, names: Names) -> BidTable:
    bid = bid_of(end, review.player)
    assert bid is not None, "only bids that were made are reviewed"
    made = Bid(bid.player, bid.tricks, bid.nils)
    own = review.of(made)
    shown = [worth for worth in review.bids if _is_near(worth, own, 1) or _is_near(worth, review.best, NEARBY)]
    return BidTable(
        name=names.label(review.player),
        error=f"±{max(1, *(round(worth.error) for worth in shown))}",
        judgement=_judgement(own, review.better_than(made), names, review),
        luck=_luck(own, end, review) if end.phase is Phase.FINISHED else "",
        has_nils=any(worth.nils_made is not None for worth in shown),
        lines=tuple(
            BidLine(
                bid=_bid_words(worth, review.player, names),
                declares=_percent(worth.declares),
                made=_percent(worth.made),
                nil="" if worth.nils_made is None else _percent(worth.nils_made),
                points=signed(round(worth.points)),
                gain=signed(round(worth.gain)),
                wins=_chance(worth),
                is_made=worth is own,
                is_best=worth is review.best,
            )
            for worth in sorted(shown, key=lambda worth: (worth.nils != own.nils, worth.nils, worth.tricks))
        ),
    )


def _is_near(worth: BidWorth, other: BidWorth, tricks: int) -> bool:
    return worth.nils == other.nils and abs(worth.tricks - other.tricks) <= tricks


def _bid_words(bid: BidWorth, player: HandId, names: Names) -> str:
    if not bid.nils:
        return str(bid.tricks)
    hands = [_("own hand") if hand == player else names.within(hand) for hand in bid.nils]
    return _("%(tricks)d, nil on %(hands)s") % {"tricks": bid.tricks, "hands": listing(hands)}


def _judgement(own: BidWorth, better: BidWorth | None, names: Names, review: BidReview) -> str:
    """Return a sentence on whether an expert would have bid differently, as the thought on the bid says."""
    most = max(review.bids, key=lambda worth: worth.gain)
    other = better or most
    facts = {
        "bid": _bid_words(own, review.player, names),
        "other": _bid_words(other, review.player, names),
        "gap": round(other.gain - own.gain),
        "chance": _chance(own),
        "better": _chance(other),
    }
    if better is not None:
        return _better_bid(is_for_points=better.gain > own.gain + CLEAR_MARGIN) % facts
    if most.gain > own.gain + CLEAR_MARGIN:
        sentence = _(
            "%(other)s gains %(gap)d more points on the others than %(bid)s, but at this score "
            "that hardly changes the chance of winning the game: %(better)s instead of "
            "%(chance)s."
        )
        return sentence % facts
    return _("A good bid: no other is clearly better than %(bid)s.") % facts


def _better_bid(*, is_for_points: bool) -> str:
    if is_for_points:
        return _(
            "An expert would have bid %(other)s instead of %(bid)s: it gains %(gap)d more "
            "points on the others, and the chance of winning the game is %(better)s instead of "
            "%(chance)s."
        )
    return _(
        "An expert would have bid %(other)s instead of %(bid)s: at this score it is not the "
        "points that count, but the chance of winning the game, which is %(better)s instead of "
        "%(chance)s."
    )


def _luck(own: BidWorth, end: State, review: BidReview) -> str:
    brought = score(end)[review.player].total
    luck = round(brought - own.points)
    facts = {"brought": signed(brought), "average": signed(round(own.points)), "gap": plain(abs(luck))}
    if abs(luck) <= CLOSE:
        return _("It brought %(brought)s, about what it brings on average.") % facts
    if luck > 0:
        return _("It brought %(brought)s, %(gap)s more than its average of %(average)s.") % facts
    return _("It brought %(brought)s, %(gap)s less than its average of %(average)s.") % facts


def _chance(worth: BidWorth) -> str:
    return _("%(percent)s%%") % {"percent": decimal(100 * worth.wins)}


def _percent(share: float) -> str:
    return percent(round(100 * share), 100)
