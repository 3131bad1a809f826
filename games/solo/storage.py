"""Games without a database as text: the events of a game that goes on, and the records of its finished deals.

Only events are stored, so that a newer engine plays the game again and goes on from there.
"""

import json
from dataclasses import asdict
from typing import Any, Final

from games import engine
from games.bots import Level
from games.engine import IllegalAction, json_text
from games.solo.game import Setup, SoloGame
from games.values import Logged, logs

FORMAT: Final = "dummy-hand-spades-solo/1"


class Unreadable(Exception):
    """A text that is no game, or one that this engine does not accept."""


def dump(game: SoloGame) -> str:
    """Return the game as one line of JSON. It holds hidden cards and secrets: whoever plays must not read it."""
    setup = asdict(game.setup) | {"rules": engine.rules_to_json(game.setup.rules)}
    deals = [[_entry(logged) for logged in log] for log in game.deals]
    stored = {"format": FORMAT, "setup": setup, "deals": deals, "version": game.version, "closed": game.closed}
    return json.dumps(stored, separators=(",", ":"))


def _entry(logged: Logged) -> list[Any]:
    return [logged.sequence, engine.to_json(logged.event), logged.author, logged.taken_back]


def load(text: str) -> SoloGame:
    """Return the game that `dump` has written, played again from its events. Raises Unreadable."""
    try:
        stored = json_text.parse(text)
        if stored["format"] != FORMAT:
            raise Unreadable(stored["format"])
        setup = stored["setup"]
        rules, names, level = engine.rules_from_json(setup["rules"]), tuple(setup["names"]), Level(setup["level"])
        deals = [[_logged(*entry) for entry in deal] for deal in stored["deals"]]
        known = Setup(**setup | {"rules": rules, "names": names, "level": level})
        return SoloGame(known, deals, stored["version"], stored["closed"])
    except (ValueError, KeyError, TypeError, IllegalAction) as fault:
        raise Unreadable from fault


def _logged(sequence: int, event: Any, author: str, taken_back: bool) -> Logged:
    return Logged(sequence, engine.from_json(event), author, taken_back)


def records_of(game: SoloGame) -> list[str]:
    """Return the records of the finished deals, each with its proof, one line of JSON each (docs/records.md)."""
    finished = game.deals[: len(game.finished)]
    return [_record(game, number, log) for number, log in enumerate(finished, start=1)]


def _record(game: SoloGame, number: int, log: list[Logged]) -> str:
    record = engine.record_of(engine.replay(logs.standing_events(log)))
    return json.dumps(record | {"proof": engine.proof_to_json(game.proof_of(number))}, separators=(",", ":"))
