"""Boards of sets at the table: what decides their cards, and how bots make the same choice for everybody at the same
position.
"""

import hmac
import json
import random
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Final

from django.db.models import Count

from games import engine
from games.engine import Action, Event, Player, State
from games.models import Board, BotChoice, Game, rules_of
from games.values import BoardFacts

_FACTS: Final = ("deal_set__code", "number", "player")


def facts_of(game: Game) -> BoardFacts | None:
    """Return the facts of the game's board; None for a game outside sets."""
    return None if game.board_id is None else _facts(game.board_id, game.chain_root)


@lru_cache(maxsize=4096)
def _facts(board: int, _root: str) -> BoardFacts:
    """Return the facts of the board with this primary key. The root distinguishes boards of restored databases."""
    code, number, player, boards = Board.objects.values_list(*_FACTS, Count("deal_set__boards")).get(pk=board)
    return BoardFacts(board, code, number, player, boards)


def board_facts(board: Board) -> BoardFacts:
    """Return the facts of a board that is loaded with its set."""
    return BoardFacts(board.pk, board.deal_set.code, board.number, board.player)


def board_shown_at(game: Game) -> int | None:
    """Return the primary key of the board whose cards are at this table: its own, or that of the deal that it repeats,
    perhaps a replay of its own. None for other games.
    """
    board, deal = game.board_id, game.replay_of_id
    while board is None and deal is not None:
        board, deal = Game.objects.values_list("board", "replay_of").get(deals=deal)
    return board


def position_of(log: Iterable[Event], player: Player) -> str:
    """Return a hash of the events of a deal so far and of the player on turn.

    Players may peek in any order, so peeks count in that of the seats: a person who peeks before the bots or after them
    gets the same bots.
    """
    events = sorted(log, key=_order_of)
    return sha256(json.dumps([player, *map(engine.to_json, events)], sort_keys=True).encode()).hexdigest()


def _order_of(event: Event) -> tuple[int, Player]:
    """Return the sort key of an event: the deal first, then peeks by seat, then the rest as they happened."""
    if isinstance(event, engine.Peeked):
        return 1, event.player
    return (0 if isinstance(event, engine.Dealt) else 2), 0


def generator_at(key: bytes, position: str) -> random.Random:
    """Return the random generator of a bot at a position of the board with this key: the same in every process."""
    return random.Random(hmac.digest(key, f"bot:{position}".encode(), "sha256"))


def keep_choice(board: int, position: str, state: State, action: Action) -> Action:
    """Store a bot's choice at a position and return it; if another process was faster, return its choice."""
    event = engine.to_json(engine.decide(state, action)[0])
    kept, _is_new = BotChoice.objects.get_or_create(board_id=board, position=position, defaults={"event": event})
    chosen = engine.action_of(state, engine.from_json(kept.event))
    assert chosen is not None, "only actions are stored"
    return chosen


def dealt(board: Board, root: str, facts: BoardFacts) -> engine.Dealt:
    """Return the event that deals the board."""
    before = engine.Standing(tuple(board.points), tuple(board.bags))
    return engine.Dealt(rules_of(board), board.dealer, before, engine.deal_hands(facts.key(root)))
