"""The pages of results, against the engine's scores of every deal; also after staff have declared a game void."""

import json
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.base.names import unisolated
from accounts.models import User
from games.engine import Rules, score
from games.models import Deal, Game
from games.play.event_log import load_state
from games.values import Stage
from tests.clients import ClientFor
from tests.components.dom import Element, parse
from tests.history.players_pages import content, page
from tests.tables import begin, new_player, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MINUS = "\N{MINUS SIGN}"


@dataclass(frozen=True)
class Line:
    """A deal of the player, as the engine scores it."""

    code: str
    contract: int
    side_tricks: int
    points: int
    bags: int
    points_after: int
    won: bool

    @property
    def numbers(self) -> list[int]:
        return [self.contract, self.side_tricks, self.points, self.bags, self.points_after]


def lines() -> list[Line]:
    """Return all deals, oldest first, for player 0 of each game."""
    results = []
    for deal in Deal.objects.filter(finished=True).order_by("finished_at"):
        of, game = score(load_state(deal))[0], deal.game
        results.append(
            Line(game.code, of.contract, of.side_tricks, of.total, of.bags, of.points_after, game.winner == 0)
        )
    return results


@pytest.fixture
def pia() -> User:
    """A player of three short games with bots, ended by a floor as well."""
    pia = new_player()
    for _ in range(3):
        code = begin(pia, rules=Rules(target=100, floor=-20), bot_level="beginner")
        play_on(code, lambda shown: shown.stage is Stage.OVER)
    return pia


def test_statistics_match_the_engine_and_follow_a_void_game(pia: User, client: Client, client_for: ClientFor) -> None:
    expected = lines()
    codes = list(dict.fromkeys(line.code for line in expected))
    assert len(codes) == 3
    User.objects.filter(pk=pia.pk).update(is_guest=False)
    check_deals(client, pia, expected)
    check_games(client, pia, expected)
    check_statistics(client, pia, expected)
    check_ladder(client, pia, games=3)
    void(client_for, codes[1])
    left = [line for line in expected if line.code != codes[1]]
    check_deals(client, pia, left)
    games = downloaded(client, pia, "games")
    assert [bool(game["void"]) for game in games] == [False, True, False]
    assert games[1]["rating_after"] is None
    assert games[2]["rating_before"] == games[0]["rating_after"]
    check_statistics(client, pia, left)
    check_ladder(client, pia, games=2)
    assert "Played by two in one browser" in client.get(reverse("games:table", args=[codes[1]])).text


def void(client_for: ClientFor, code: str) -> None:
    """Staff declare a game void in the admin."""
    staff = new_player()
    staff.is_staff = True
    staff.save()
    staff.user_permissions.set(Permission.objects.filter(content_type__app_label="games"))
    address = f"/admin/games/game/{Game.objects.get(code=code).pk}/do/void/"
    reasons = {"public_reason": "Played by two in one browser", "reason": "Seen by Mia"}
    assert client_for(staff).post(address, reasons).status_code == 302


def downloaded(client: Client, user: User, kind: str) -> list[dict[str, Any]]:
    """Return the list as a file, oldest line first."""
    return list(reversed(json.loads(content(client.get(page(user, f"{kind}.json"))))))


def check_games(client: Client, pia: User, expected: list[Line]) -> None:
    games, last = downloaded(client, pia, "games"), {line.code: line for line in expected}
    assert [(game["code"], game["points"], game["place"] == 1) for game in games] == [
        (code, line.points_after, line.won) for code, line in last.items()
    ]
    assert games[0]["rating_before"] == 1500
    for before, after in pairwise(games):
        assert before["rating_after"] == after["rating_before"]


def check_deals(client: Client, pia: User, expected: list[Line]) -> None:
    """The file and the page, against the engine's contract, tricks, points, bags and total."""
    names = ("contract", "side_tricks", "points", "bags", "points_after")
    deals = downloaded(client, pia, "deals")
    assert [[deal[name] for name in names] for deal in deals] == [line.numbers for line in expected]
    shown = parse(client.get(page(pia, "deals/?sort=oldest")).text)
    rows = [row for row in shown.of_tag("tr") if row.of_tag("td")]
    assert [[number(cell) for cell in row.of_class("num")] for row in rows] == [line.numbers for line in expected]


def number(cell: Element) -> int:
    """Return the first number in a cell of a table."""
    match = re.search(rf"{MINUS}?\d+", cell.text)
    assert match, cell.text
    return int(match[0].replace(MINUS, "-"))


def check_statistics(client: Client, pia: User, expected: list[Line]) -> None:
    """Compare the figures at the top of the page with the engine's deals."""
    shown = parse(client.get(page(pia, "statistics/")).text)
    names, values = ([element.text for element in shown.of_tag(tag)] for tag in ("dt", "dd"))
    figures = dict(zip(names, values, strict=True))
    made = sum(line.side_tricks >= line.contract for line in expected)
    assert figures["deals"] == str(len(expected))
    average = round(sum(line.points for line in expected) / len(expected))
    assert int(figures["points a deal"].replace(MINUS, "-").replace("+", "")) == average
    assert figures["contracts made"] == f"{round(100 * made / len(expected))}%"


def check_ladder(client: Client, pia: User, games: int) -> None:
    """The leaders' page, against the rating that the last game left."""
    rating = downloaded(client, pia, "games")[-1]["rating_after"]
    shown = parse(client.get(reverse("games:ranks"), {"company": "bots"}).text)
    [row] = [row for row in shown.of_tag("tr") if row.of_tag("td") and pia.username in row.text]
    _place, value, counted, _won = (cell.text for cell in row.of_class("num"))
    assert value == str(rating), "one number: how sure it is stands in words"
    assert f"{pia.username}: {rating} ±" in re.sub(r"\s+", " ", unisolated(shown.text)), (
        "the exact figure is in the fold"
    )
    assert counted == str(games)
