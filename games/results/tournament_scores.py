"""Results at tables of tournaments: written in the transaction of the last card of a deal, removed with a void game."""

from collections.abc import Collection

from games.engine import Player, Scores
from games.models import Deal, Game, TournamentRound, TournamentScore, TournamentSeat
from games.values import board_number


def add(of_round: TournamentRound, game: Game, deal: Deal, scores: Scores, by_bots: Collection[Player]) -> None:
    """Store the results of a finished deal. The caller holds the game's lock.

    A bot has played it for a person if most moves of the deal were not theirs (`by_bots`).
    """
    board = board_number(of_round.number, of_round.tournament.boards, deal.number)
    TournamentScore.objects.bulk_create(
        TournamentScore(
            place=place,
            board=board,
            points=scores[place.player].total,
            by_bot=place.player in by_bots and place.entry.user_id is not None,
        )
        for place in TournamentSeat.objects.filter(round=of_round, game=game).select_related("entry")
    )


def remove(game: Game) -> None:
    """Take the points of a game away, because it is declared void: its boards count as not played."""
    TournamentScore.objects.filter(place__game=game).update(points=None)
