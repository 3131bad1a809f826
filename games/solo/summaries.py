"""What a player's list says of a game without a connection, in the language in which it was played."""

from typing import TypedDict

from django.utils.translation import gettext

from games.engine import PLAYERS
from games.solo.game import YOU, SoloGame
from games.solo.snapshots import take_full_snapshot
from games.solo.storage import records_of
from games.values import Stage
from games.words.endings import game_verdict
from games.words.names import Names, plain
from games.words.options import bots_strength, brief


class Summary(TypedDict):
    """A line of the list: rules and bots, points and result in words, and the records of the finished deals."""

    rules: str
    points: str
    result: str
    records: list[str]


def summary(game: SoloGame) -> Summary:
    """Return the line for a game."""
    snapshot = take_full_snapshot(game).base
    names = Names(snapshot.seats, YOU)
    points = [f"{names.label(player)} {plain(snapshot.standing.points[player])}" for player in PLAYERS]
    result = {Stage.OVER: game_verdict(snapshot, names), Stage.CLOSED: gettext("given up")}
    return Summary(
        rules=f"{brief(snapshot.rules, snapshot.options)} · {bots_strength(snapshot.options.bot_level)}",
        points=" · ".join(points),
        result=result.get(snapshot.stage, gettext("not finished")),
        records=records_of(game),
    )
