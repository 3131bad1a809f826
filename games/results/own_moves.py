"""Who has made the moves of a deal: the person whose seat it is, or the site for them (docs/duplicate.md).

What counts for somebody has to be mostly their own: a board of a set of deals or a tournament, a game that is rated.
The log of a deal says so, and each `DealScore` stores it as `by_bot`.
"""

from collections import Counter
from collections.abc import Collection, Iterable

from games import engine
from games.engine import BidMade, CardPlayed, Event, Player
from games.models import Deal, DealScore, logs
from games.values import Author
from games.values.logs import mover


def moves_of(log: Iterable[tuple[Event, str]], declarer: Player | None) -> Counter[tuple[Player | None, str]]:
    """Return how many bids and cards there are of each player and author. The log has the events that count."""
    return Counter((mover(event, declarer), author) for event, author in log if isinstance(event, BidMade | CardPlayed))


def played_by_bots(log: Iterable[tuple[Event, str]], declarer: Player | None) -> frozenset[Player]:
    """Return the players of a finished deal for whom the site chose more bids and cards than they did: a bot that sat
    in, or one that moved because their time was up. A bot's own seat is among them.

    The log has the events that count, each with its author. It does not matter who made the last move: whoever has
    played most of a deal has played it.
    """
    moves = moves_of(log, declarer)
    of_site = {player: moves[player, Author.BOT] + moves[player, Author.CLOCK] for player in engine.PLAYERS}
    return frozenset(player for player, count in of_site.items() if count > moves[player, Author.PLAYER])


def own_moves(deal: Deal) -> Counter[Player | None]:
    """Return how many bids and cards each player has made so far in a deal whose log is stored, or let the clock
    make.
    """
    log = [(engine.from_json(row.payload), row.author) for row in logs.standing_rows(deal)]
    declarer = engine.replay([event for event, _author in log]).declarer
    counts = Counter[Player | None]()
    for (player, author), count in moves_of(log, declarer).items():
        counts[player] += count if author != Author.BOT else 0
    return counts


def of_log(deal: Deal, declarer: Player | None) -> frozenset[Player]:
    """Return the same for a deal whose log is stored."""
    log = ((engine.from_json(row.payload), row.author) for row in logs.standing_rows(deal))
    return played_by_bots(log, declarer)


def fill_in(scores: Collection[DealScore]) -> list[DealScore]:
    """Set `by_bot` of those of these scores that have none yet, and return them, not saved: they are older than the
    column. A score of a deal whose log is not stored keeps none.
    """
    unknown = [score for score in scores if score.by_bot is None]
    deals = Deal.objects.in_bulk({score.deal_id for score in unknown})
    logs.load(list(deals.values()))
    by_bots = {key: of_log(deal, deal.declarer) for key, deal in deals.items() if logs.rows_of(deal)}
    known = [score for score in unknown if score.deal_id in by_bots]
    for score in known:
        score.by_bot = score.player in by_bots[score.deal_id]
    return known
