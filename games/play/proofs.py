"""The secrets and seeds of stored games, and the proofs of their deals (docs/fairness.md).

Only this module reads a game's `chain_root`, so it decides which secrets can be shown.
"""

from collections.abc import Iterable
from functools import lru_cache

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games import engine
from games.engine import Arrangement, Draw, Hands, Peek, Plan, Player, Proof, Seeds, State, View
from games.models import Deal, Game, Seat
from games.play import chain
from games.play.chain import commitment_of
from games.play.modes import access, boards, rounds
from games.values import Stage
from games.values.boards import NO_SEEDS


def secret_of_draw(root: str) -> str:
    """Return the secret that draws the numbers of a tournament, given the root of its chain; both in hexadecimal."""
    return chain.secret_of(root, 0)


def secret_of_deal(game: Game, number: int) -> str:
    """Return the secret of a deal of the game in hexadecimal, to be stored with it; "" at a table of a tournament,
    where it is that of a board. It determines the cards: see `proof_of`.
    """
    return _secret(game, number) if game.mode.own_secrets else ""


def _secret(game: Game, number: int) -> str:
    return chain.secret_of(game.chain_root, number)


def seeds_of(seats: Iterable[Seat]) -> Seeds:
    """Return the seeds of the three seats, in seat order."""
    one, two, three = (seat.seed for seat in seats)
    return one, two, three


def key_of(game: Game, deal: Deal, seats: Iterable[Seat]) -> bytes:
    """Return the key of a deal. It determines the cards, so it is never shown."""
    if board := boards.facts_of(game):
        return board.key(game.chain_root)
    if of_round := rounds.facts_of(game):
        return of_round.key(game.chain_root, deal.number)
    find_key = engine.board_key if game.mode.planned else engine.deal_key
    return find_key(bytes.fromhex(deal.secret), game.code, deal.number, seeds_of(seats))


def arrangement_of(game: Game, number: int, seats: Iterable[Seat]) -> Arrangement:
    """Return how a deal of a duplicate game is dealt. It reveals later deals, so it is hidden until the game's end."""
    return _plan(game.chain_root, game.code, seeds_of(seats))[number - 1]


@lru_cache(maxsize=4096)
def _plan(root: str, code: str, seeds: Seeds) -> Plan:
    return engine.duplicate_plan(chain.key_of_draw(root, code, seeds))


def hands_of(game: Game, deal: Deal, seats: Iterable[Seat]) -> Hands:
    """Return the hands of a deal of the game, decided by its secret and the seeds."""
    seats = list(seats)
    hands = engine.deal_hands(key_of(game, deal, seats))
    return arrangement_of(game, deal.number, seats).hands(hands) if game.mode.planned else hands


def dealer_of(game: Game, number: int, seats: Iterable[Seat], last: Player | None) -> Player:
    """Return who deals this deal after `last`, None before the first (docs/rules.md section 2)."""
    if game.mode.planned:
        return arrangement_of(game, number, seats).dealer
    return opening_dealer(game, seats) if last is None else engine.next_dealer(last)


def decides(game: Game, deal: Deal, seats: Iterable[Seat], state: State) -> bool:
    """Return whether a deal's secret is of the game's chain, and gives its cards."""
    return deal.secret == secret_of_deal(game, deal.number) and hands_of(game, deal, seats) == state.dealt


def peek_of_bot(game: Game, deal: Deal, seats: Iterable[Seat], view: View) -> Peek:
    """Return the places at which a bot looks for this viewer; the deal decides them."""
    assert view.viewer is not None, "a spectator does not look"
    looker = engine.position_of(view.viewer, deal.dealer) if game.mode.planned else view.viewer
    return chain.look_of_bot(key_of(game, deal, seats), view, looker)


def draw_of(game: Game, seats: Iterable[Seat]) -> Draw | None:
    """Return the cards drawn for the first deal; None before the game begins, and if nobody draws: in a rematch, and
    in a duplicate game.
    """
    if game.mode.planned or game.opening_dealer is not None or game.stage == Stage.OPEN:
        return None
    return chain.draw_of(game.chain_root, game.code, seeds_of(seats))


def opening_dealer(game: Game, seats: Iterable[Seat]) -> Player:
    """Return who deals first: the player who drew the highest card, in a rematch the next dealer (docs/rules.md section
    2), in a duplicate game the one whom its plan names.

    Before a game with a draw or a plan begins it is player 0, because nothing is drawn yet.
    """
    if game.mode.planned and game.stage != Stage.OPEN:
        return arrangement_of(game, 1, seats).dealer
    drawn = draw_of(game, seats)
    return engine.first_dealer(drawn) if drawn is not None else game.opening_dealer or 0


def proof_of(game: Game, deal: Deal, seats: Iterable[Seat]) -> Proof | None:
    """Return the proof of a finished deal; None for a deal under way, for one without a secret of the chain, and as
    long as the deals of the game are closed.
    """
    if not (deal.finished and deal.secret) or access.are_closed(game):
        return None
    seats = list(seats)
    commitment = commitment_of(game.chain_root)
    drawn = draw_of(game, seats)
    return Proof(commitment, game.code, deal.number, seeds_of(seats), deal.secret, drawn, game.mode.planned)


def proof_of_board(game: Game, deal: Deal, user: User | AnonymousUser) -> Proof | None:
    """Return the proof of a finished deal at a board of a set; None while its secret may not be shown to this visitor.

    It is that of deal n, the number of the board, in a game whose id is the code of the set.
    """
    board = boards.facts_of(game)
    if board is None or not deal.finished or not access.may_see_secret_of(board, user):
        return None
    secret = _secret(game, board.number)
    return Proof(commitment_of(game.chain_root), board.code, board.number, board.seeds, secret, None)


def proof_in_round(game: Game, deal: Deal) -> Proof | None:
    """Return the proof of a deal at a table of a tournament; None until the round has ended.

    It is that of deal n, the number of the board, in a game whose id is the code of the tournament.
    """
    of_round = rounds.facts_of(game)
    if of_round is None or not deal.finished or access.are_closed(game):
        return None
    number = of_round.board(deal.number)
    commitment = commitment_of(game.chain_root)
    return Proof(commitment, of_round.code, number, NO_SEEDS, _secret(game, number), None)
