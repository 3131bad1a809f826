"""Endings in words: what the end of a deal, and of a game, means to each player."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop

from accounts.base.names import isolated
from games.bots import Level
from games.engine import PLAYERS, Player
from games.play.snapshot import FinishedDeal, Snapshot
from games.results.skills import BOTS, FULL_TARGET, NEWCOMER, PROVISIONAL_GAMES, RatingStep, places, weight
from games.values import Stage
from games.values.modes import PRACTICE
from games.words.language_cache import cached_per_language, gettext as _, ngettext
from games.words.names import Names, listing, plain, signed
from games.words.ratings import sureness
from games.words.sentences import happened, table_name

EXPECTED: Final = 10
"""A result that changes a rating by fewer points in a game that counts in full is about the one to expect."""

_PLACES: Final = (gettext_noop("first place"), gettext_noop("second place"), gettext_noop("third place"))


_ORDINALS: Final = (gettext_noop("1st"), gettext_noop("2nd"), gettext_noop("3rd"))


class Stamp(NamedTuple):
    """What became of a contract or a nil: "made 7", "+71"; `tone` is good or bad."""

    words: str
    points: str
    tone: str


@cached_per_language
def stamps(deal: FinishedDeal, player: Player, names: Names) -> tuple[Stamp, ...]:
    """Return what became of a player's contract, nils and bags. Nils that are ignored have no stamp."""
    score = deal.scores[player]
    short = score.contract - score.side_tricks
    contract = _("made %(bid)d") if score.made else ngettext("down %(short)d", "down %(short)d", short)
    words = contract % {"bid": score.contract, "short": short}
    shown = [_stamp(words, score.contract_points, score.made)]
    for nil in score.nils:
        own = _("nil!") if nil.made else _("nil failed")
        other = _("nil on %(hand)s made") if nil.made else _("nil on %(hand)s failed")
        words = own if nil.hand == player else other % {"hand": names.hand(nil.hand)}
        shown.append(_stamp(words, nil.points, nil.made))
    if score.bag_penalty:
        shown.append(_stamp(_("bags"), score.bag_penalty, False))
    return tuple(shown)


def _stamp(words: str, points: int, is_good: bool) -> Stamp:
    return Stamp(words, signed(points), "good" if is_good else "bad")


@cached_per_language
def verdict(deal: FinishedDeal, player: Player) -> str:
    """Return what became of a player's own contract and nils: "Made 6 with one bag, nil made", "Set by 2"."""
    score = deal.scores[player]
    return verdict_on(score.contract, score.side_tricks, [nil.made for nil in score.nils])


def verdict_on(bid: int, tricks: int, nils: Iterable[bool]) -> str:
    """Return what became of a contract with which the side took so many tricks, and of nils, made or not."""
    over = tricks - bid
    if over < 0:
        contract = ngettext("Set by %(short)d", "Set by %(short)d", -over) % {"short": -over}
    elif over:
        contract = ngettext("Made %(bid)d with one bag", "Made %(bid)d with %(bags)d bags", over)
    else:
        contract = _("Made %(bid)d")
    made = [_("nil made") if is_made else _("nil lost") for is_made in nils]
    return ", ".join([contract % {"bid": bid, "bags": over}, *made])


def about_game(snapshot: Snapshot) -> str:
    """Return what the game was: "Thursday table · first to 500 · 9 deals"."""
    count, target = len(snapshot.finished), _("first to %(target)s") % {"target": snapshot.rules.target}
    length = "" if snapshot.deals is not None else target
    deals = ngettext("%(count)d deal", "%(count)d deals", count) % {"count": count} if count else ""
    return " · ".join(filter(None, (table_name(snapshot), length, deals)))


def game_verdict(snapshot: Snapshot, names: Names) -> str:
    """Return who has won and by how much: "Nora wins by 57"; another end as `happened` says it."""
    points, winner = snapshot.standing.points, snapshot.winner
    if snapshot.stage is not Stage.OVER or snapshot.void or snapshot.round is not None or winner is None:
        return happened(snapshot, names).rstrip(".")
    ahead = points[winner] - max(points[player] for player in PLAYERS if player != winner)
    if ahead <= 0:
        return happened(snapshot, names).rstrip(".")
    return names.say(winner, _("You win by %(points)s"), _("%(name)s wins by %(points)s"), points=ahead)


def place(number: int) -> str:
    """Return a place on the podium in a word: "1st"."""
    return _(_ORDINALS[number - 1])


def place_chip(snapshot: Snapshot, player: Player) -> str:
    """Return a player's place in a game that somebody else has won, and the total: "You are 2nd with 11"."""
    points = snapshot.standing.points
    if snapshot.stage is not Stage.OVER or snapshot.void or snapshot.winner in (None, player):
        return ""
    return _("You are %(place)s with %(points)s") % {
        "place": place(places(points)[player]),
        "points": plain(points[player]),
    }


def rating_chip(step: RatingStep) -> str:
    """Return a player's rating after a game, and how it has changed."""
    change = step.after - step.before
    words = _("Rating %(rating)d, up %(change)d") if change > 0 else _("Rating %(rating)d, down %(change)d")
    words = (words if change else _("Rating %(rating)d, as before")) % {"rating": step.after, "change": abs(change)}
    if step.number >= PROVISIONAL_GAMES:
        return words
    return _("%(rating)s, %(sure)s") % {"rating": words, "sure": sureness(step.number, step.give_or_take)}


def nils_made(snapshot: Snapshot, player: Player) -> str:
    """Return how many nils a player has made in the game, "" for none."""
    count = sum(nil.made for deal in snapshot.finished for nil in deal.scores[player].nils)
    return ngettext("Nil made", "%(count)d nils made", count) % {"count": count} if count else ""


def ranking(snapshot: Snapshot) -> list[Player]:
    """Return the players by their points, the most first."""
    points = snapshot.standing.points
    return sorted(PLAYERS, key=lambda player: -points[player])


def lines_to_share(snapshot: Snapshot, names: Names) -> str:
    """Return the result of a game as lines for a message: who has won, and the points of all, the most first."""
    points = snapshot.standing.points
    totals = " · ".join(f"{names.label(player)} {plain(points[player])}" for player in ranking(snapshot))
    return f"{game_verdict(snapshot, names)}\n{totals}"


def void_sentences(reason: str) -> str:
    """Return what it means that a game was declared void, and the reason that staff gave to everybody."""
    return _("It counts neither for statistics nor for ratings. The reason given: “%(reason)s”.") % {"reason": reason}


def about_one_deal(snapshot: Snapshot) -> str:
    """Return what a game of one deal is: a board, practice on one, or a replay, which has no proof."""
    if snapshot.board is not None:
        if snapshot.mode is PRACTICE:
            return _("Practice: the same cards and bots as for everybody then. It counts in no ladder.")
        same = _("Everybody who plays this deal gets the same cards.")
        return " ".join([same, *_finished_by_expert(snapshot)])
    return _(
        "This deal is played again. Its cards are those of a finished deal, so it has no proof, and it counts neither"
        " for statistics nor for ratings."
    )


def _finished_by_expert(snapshot: Snapshot) -> Iterator[str]:
    """Yield who has finished a board that its player had not when its set closed."""
    for seat in snapshot.seats:
        if seat.stand_in:
            words = _("The set closed before %(player)s had finished, so an Expert, %(bot)s, played the rest.")
            yield words % {"player": isolated(seat.name), "bot": isolated(seat.stand_in)}


def rating_sentences(step: RatingStep, snapshot: Snapshot) -> str:
    """Return how a player's own rating has changed, and why by so much."""
    final, points = step.places, snapshot.standing.points
    has_left = snapshot.seats[step.player].stand_in or final[step.player] > places(points)[step.player]
    for_place = _("Your rating goes from %(before)d to %(after)d (%(change)s) for %(place)s.")
    for_leaving = _(
        "Your rating goes from %(before)d to %(after)d (%(change)s): you had left, or a bot has played for you in half"
        " of the deals or more, which counts as last place."
    )
    changed = (for_leaving if has_left else for_place) % {
        "before": step.before,
        "after": step.after,
        "change": signed(step.after - step.before),
        "place": _(_PLACES[final[step.player] - 1]),
    }
    rest = (
        _why_so_much(step, snapshot.rules.target),
        _short_game(snapshot.rules.target),
        _beaten_bots(snapshot, final[step.player], final),
    )
    return " ".join(filter(None, (changed, *rest)))


def not_rated() -> str:
    """Return why a game that is over has not changed the reader's rating."""
    return _(
        "This game leaves your rating as it is: it counts only if all others have played most of its deals themselves."
    )


def _short_game(target: int) -> str:
    """Return how much less a short game counts, "" for one that counts in full."""
    if weight(target) == 1:
        return ""
    words = _("A game to %(target)d moves it by %(percent)d%% of what a game to %(full)d would.")
    return words % {"target": target, "percent": round(100 * weight(target)), "full": FULL_TARGET}


def _why_so_much(step: RatingStep, target: int) -> str:
    if abs(step.after - step.before) < EXPECTED * weight(target):
        return _("The game ended much as the ratings predicted.")
    if step.number == 1:
        first = _(
            "It was your first rated game: a newcomer’s %(points)d is uncertain by %(sigma)d, "
            "so one result moves it a lot."
        )
        return first % {"points": NEWCOMER.points, "sigma": NEWCOMER.give_or_take}
    if step.number < PROVISIONAL_GAMES:
        return _("After few games a rating is uncertain, so each result moves it a lot.")
    return _("The more games a player has, the less one result moves the rating.")


def _beaten_bots(snapshot: Snapshot, own: int, final: Sequence[int]) -> str:
    """Return which bots finished behind this place, and their rating, "" if none did."""
    beaten = [isolated(seat.name) for seat in snapshot.seats if seat.is_bot and final[seat.player] > own]
    if not beaten:
        return ""
    words = ngettext(
        "You finished ahead of %(names)s, rated %(points)d.",
        "You finished ahead of %(names)s, both rated %(points)d.",
        len(beaten),
    )
    return words % {"names": listing(beaten), "points": BOTS[Level(snapshot.options.bot_level)].points}


def best_and_worst(snapshot: Snapshot) -> tuple[FinishedDeal, FinishedDeal] | None:
    """Return the deals in which the viewer, or for spectators the winner, scored most and least; None with only one."""
    player, deals = whose_deals(snapshot), snapshot.finished
    if len(deals) < 2:
        return None
    return max(deals, key=lambda deal: deal.scores[player].total), min(
        deals, key=lambda deal: deal.scores[player].total
    )


def whose_deals(snapshot: Snapshot) -> Player:
    """Return whose best and worst deal are shown: the viewer's, or for spectators the winner's."""
    if snapshot.viewer is not None:
        return snapshot.viewer
    return max(PLAYERS, key=lambda player: snapshot.standing.points[player])
