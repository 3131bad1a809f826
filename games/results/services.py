"""The results of a finished deal: its scores, history rows, tallies and, at the end of a game, ratings."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict
from enum import StrEnum
from itertools import groupby
from operator import attrgetter
from typing import TypeAlias

from games import engine, values
from games.bots.bidding import hand_tricks
from games.engine import DUMMY, PLAYERS, Player, PlayerScore, Rules, Scores, Standing, State, Triple, clockwise_from
from games.models import Company, Deal, DealResult, DealScore, Game, GameResult, JudgedDeal, Seat, Tally, bulk
from games.results import ladders, of_boards, own_moves
from games.results.skills import places
from games.values import Stage

TallyKey: TypeAlias = tuple[int, str, str, bool, int, int, int]  # the values of `Tally.KEY`
Counts: TypeAlias = tuple[int, ...]  # the values of `Tally.COUNTS`
Hands: TypeAlias = Sequence[Sequence[engine.Card]]  # as they were dealt, by number


def standing_before_deal(game: Game, standing: Standing) -> Standing:
    """Return the points and bags with which the next deal of the game begins, given those after the deals so far.

    In a duplicate game and a tournament every deal is played for itself, so that a board is the same each time
    (docs/duplicate.md).
    """
    return Standing() if game.mode.from_zero else standing


def conclude(game: Game, state: State, before: Triple) -> Scores:
    """Set the stage and the winner of the game after a finished deal, and return the scores of the deal, with points
    that count on from the totals `before`. Nothing is stored yet.
    """
    scores = engine.counted_on(engine.score(state), before)
    game.stage, game.winner = stage_after(game, state.rules, engine.standing_after(scores).points)
    game.due_at = None
    return scores


def stage_after(game: Game, rules: Rules, points: Triple) -> tuple[Stage, Player | None]:
    """Return the stage of the game after a deal with these totals, and its winner, if there is one."""
    deals = game.round.tournament.boards if game.round else game.mode.deals
    return values.stage_after(game.mode, rules, points, game.deal_number, deals)


def write(
    game: Game, seats: Sequence[Seat], deal: Deal, state: State, scores: Scores, by_bots: Collection[Player]
) -> None:
    """Store the scores of a finished deal with history, tallies and ratings; of a replay the scores only, and of a
    board and at a table of a tournament also the results there.

    `by_bots` are the players for whom bots have played most of it. The caller holds the game's lock.
    """
    deal.finished, deal.finished_at, deal.declarer = True, game.updated_at, state.declarer
    deal.save(update_fields=["finished", "finished_at", "declarer"])
    rows = [score_row(deal, state, player, line, by_bots) for player, line in zip(PLAYERS, scores, strict=True)]
    stored = bulk.add(rows)
    if game.mode.on_board:
        of_boards.store_play(game, seats, deal, state, scores, by_bots)
    if game.round is not None:
        of_boards.store_scores(game.round, game, deal, scores, by_bots)
    if game.mode.counts:
        record(game, seats, deal, stored, state.dealt)


def score_row(
    deal: Deal, state: State, player: Player, line: PlayerScore, by_bots: Collection[Player] = ()
) -> DealScore:
    """Return the row, not stored, of a player's score of a finished deal."""
    bid = engine.bid_of(state, player)
    assert bid is not None, "a finished deal has three bids"
    columns = asdict(line)
    return DealScore(
        deal=deal, player=player, bid=bid.tricks, declared_nils=sorted(bid.nils), by_bot=player in by_bots, **columns
    )


def record(game: Game, seats: Sequence[Seat], deal: Deal, scores: Sequence[DealScore], hands: Hands | None) -> None:
    """Store history rows, tallies and ratings of a deal whose scores are stored; scores and seats are in seat order."""
    lines = deal_results(game, seats, deal, scores, hands)
    bulk.insert(DealResult, lines)
    _add_tallies(map(tally, lines))
    results = game_results(game, seats, deal, scores)
    bulk.upsert(results, unique=["game_id", "player"], replacing=["at", "points", "deals", "bags", "place"])
    if game.stage == Stage.OVER:
        _rate(game, seats, results)


def rate_without_winner(game: Game) -> None:
    """Rate a locked game that has ended because everybody has left it; a game without a scored deal is not rated."""
    if game.mode.counts:
        _rate(game, list(game.seats.order_by("player")), list(game.results.order_by("player")))


def _rate(game: Game, seats: Sequence[Seat], results: Sequence[GameResult]) -> None:
    """Rate an ended game if it counts. A hint leaves the version as it is, so `game` may not know of it yet."""
    game.hinted, game.hinted_late = Game.objects.values_list("hinted", "hinted_late").get(pk=game.pk)
    rated = ladders.rated_game(game, seats, results, _deals_of(game))
    if rated is not None:
        for ladder in ladders.ladders_for(results[0], seats):
            ladders.rate_again(ladder, rated.key, rated)


def _deals_of(game: Game) -> list[list[DealScore]]:
    """Return the scores of the finished deals of a game, in seat order; what is not known of who has played them is
    filled in.
    """
    scores = list(DealScore.objects.filter(deal__game=game).order_by("deal__number", "player"))
    DealScore.objects.bulk_update(own_moves.fill_in(scores), ["by_bot"])
    return [list(of_deal) for _deal, of_deal in groupby(scores, key=attrgetter("deal_id"))]


def move(guest: int, user: int, games: Collection[int]) -> None:
    """Give a guest's results in these games to a user, who did not play in them: history and tallies.

    Opponents' rows name the user then. Ratings stay with the guest (`rated_as` of the seats). Arguments are primary
    keys; the caller holds the games' locks.
    """
    lines = DealResult.objects.filter(user=guest, score__deal__game__in=games).select_related("score")
    counts = [tally(line) for line in lines]
    _add_tallies(counts, times=-1)
    _add_tallies(((user, *key[1:]), added) for key, added in counts)
    Tally.objects.filter(user=guest, deals=0).delete()
    for rows in (DealResult.objects.filter(score__deal__game__in=games), GameResult.objects.filter(game__in=games)):
        for column in ("user", "left", "right"):
            rows.filter(**{column: guest}).update(**{column: user})
    JudgedDeal.objects.filter(user=guest, result__user=user).update(user=user)


def take_back(game: Game) -> None:
    """Remove the history rows of a void game, and what it added to tallies and ratings. The caller holds its lock."""
    lines = DealResult.objects.filter(score__deal__game=game)
    _add_tallies(map(tally, lines.select_related("score")), times=-1)
    Tally.objects.filter(user__in=game.seats.values("user"), deals=0).delete()
    lines.delete()
    rated = game.rating_changes.first()
    for ladder in ladders.ladders_with(game):
        assert rated is not None, "it has been rated there"
        ladders.rate_again(ladder, (rated.at, game.pk))


def _add_tallies(added: Iterable[tuple[TallyKey, Counts]], times: int = 1) -> None:
    """Add counts, so many times, to the tallies under these keys, in one statement and an order that can't deadlock."""
    rows = [tally_row(key, tuple(times * count for count in counts)) for key, counts in sorted(added)]
    bulk.upsert(rows, unique=Tally.KEY, adding=Tally.COUNTS)


# The unsaved rows derived from a finished deal: stored after each deal in play, and compared by the rebuild.


class Hand(StrEnum):
    """The hand of the own side that a nil was on; PARTNER is the hand of a partner who is a real player."""

    OWN = "own"
    PARTNER = "partner"
    DUMMY = "dummy"


def hand_of(hand: int, player: Player) -> Hand:
    """Return what a hand of the player's side is to the player."""
    if hand == DUMMY:
        return Hand.DUMMY
    return Hand.OWN if hand == player else Hand.PARTNER


def deal_results(
    game: Game, seats: Sequence[Seat], deal: Deal, scores: Sequence[DealScore], hands: Hands | None
) -> list[DealResult]:
    """Return the results of a deal, one per person. `seats` and the saved `scores` are in seat order.

    Without the `hands` of the deal their strength is not known.
    """
    order = engine.bidding_order(deal.dealer)
    return [
        DealResult(
            **shared,
            score=score,
            points=score.total,
            declarer=score.player == deal.declarer,
            position=order.index(score.player),
            strength=None if hands is None else hand_tricks(hands[score.player]),
        )
        for shared, score in _people(game, seats, deal, scores)
    ]


def game_results(game: Game, seats: Sequence[Seat], deal: Deal, scores: Sequence[DealScore]) -> list[GameResult]:
    """Return the results of a game after `deal`, its last finished deal, one per person."""
    final = places([score.points_after for score in scores]) if game.stage == Stage.OVER else (None, None, None)
    return [
        GameResult(
            **shared,
            game=game,
            player=score.player,
            points=score.points_after,
            deals=deal.number,
            bags=score.bags_after if game.mode.bags_go_on else 0,
            place=final[score.player],
        )
        for shared, score in _people(game, seats, deal, scores)
    ]


def company_of(seats: Sequence[Seat]) -> Company:
    """Return whose game it is: for ratings, people and bots of the API do not mix."""
    if any(seat.user is not None and seat.user.is_bot for seat in seats):
        return Company.API
    return Company.BOTS if any(seat.user_id is None for seat in seats) else Company.PEOPLE


def _people(
    game: Game, seats: Sequence[Seat], deal: Deal, scores: Sequence[DealScore]
) -> Iterator[tuple[dict[str, object], DealScore]]:
    """Yield, for each person, the columns that both kinds of results share, and the score of the deal.

    A bot standing in for a person does not change a game's company.
    """
    users = [seat.user_id for seat in seats]
    shared = {"at": deal.finished_at, "bidding": game.bidding, "peek": game.peek, "company": company_of(seats)}
    for player, left, right in map(clockwise_from, PLAYERS):
        if users[player] is not None:
            yield {**shared, "user_id": users[player], "left": users[left], "right": users[right]}, scores[player]


def tally(result: DealResult) -> tuple[TallyKey, Counts]:
    """Return what a deal adds to which of its player's tallies."""
    score = result.score
    key = (
        *(result.user_id, result.bidding, result.company, result.declarer),
        *(result.position, score.contract, score.side_tricks),
    )
    nils = Counter(f"{hand_of(nil['hand'], score.player)}_{'made' if nil['made'] else 'failed'}" for nil in score.nils)
    counts = {"deals": 1, "points": score.total, "penalties": score.bag_penalty, **nils}
    return key, tuple(counts.get(column, 0) for column in Tally.COUNTS)


def tally_row(key: TallyKey, counts: Counts) -> Tally:
    """Return the unsaved tally with this key and these counts."""
    return Tally(**dict(zip((*Tally.KEY, *Tally.COUNTS), (*key, *counts), strict=True)))
