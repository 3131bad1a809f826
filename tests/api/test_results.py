"""Results, ladders and seasons as programs read them, and the page that describes all operations."""

import html
import json
import re
import shlex

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Seat
from tests.api.programs import Program
from tests.tables import deal, finish_deals, new_player, open_table, user_at

pytestmark = pytest.mark.django_db

COMMAND = re.compile(r"<pre><code>(curl .+?)</code></pre>")


def api_operations(client: Client) -> list[str]:
    """Return the names of all operations."""
    paths = client.get("/api/v1/openapi.json").json()["paths"].values()
    return [operation["operationId"] for methods in paths for operation in methods.values()]


class TestResults:
    def test_player_results_and_ladder(self) -> None:
        deal(code := open_table(new_player()))
        finish_deals(code)
        user = user_at(code, Seat.objects.get(game__code=code, user__isnull=False).player)
        program = Program(user)
        assert program.get(f"/players/{user.username}")["name"] == user.username
        page = program.get(f"/players/{user.username}/deals")
        assert (len(page["results"]), page["next"]) == (1, "")
        assert program.get("/ladders/people") == []
        program.get(f"/players/{user.username}/deals?after=nonsense", 422)
        for path in ("", "/games", "/deals"):
            assert program.get(f"/players/Nobody{path}", 404)["code"] == "UnknownPlayer"
        program.get("/ladders/nobody", 422)
        program.get("/sets/nothing", 404)

    def test_season_that_runs_is_that_of_its_month_too(self) -> None:
        program = Program(new_player())
        months = [f"{timezone.now():%Y-%m}", "2020-01"]
        assert program.get(f"/seasons/tables?month={months[0]}") == program.get("/seasons/tables")
        program.get(f"/seasons/tables?month={months[1]}", 404)

    def test_description_is_served_and_lists_what_the_page_lists(self, client: Client) -> None:
        description = client.get("/api/v1/openapi.json").json()
        assert description["openapi"].startswith("3.1")
        page = client.get("/api/").text
        for path, methods in description["paths"].items():
            assert path in page
            for operation in methods.values():
                assert f'id="{operation["operationId"]}"' in page
                assert operation["summary"] in page

    def test_commands_of_the_page_ask_for_what_they_say(self, client: Client) -> None:
        """Each is a line of a shell, whose address and body the site understands."""
        commands = [shlex.split(html.unescape(line)) for line in COMMAND.findall(client.get("/api/").text)]
        assert len(commands) == len(api_operations(client))
        program = Program(new_player())
        for _curl, *words in commands:
            method = words[words.index("-X") + 1] if "-X" in words else "GET"
            (address,) = (word for word in words if word.startswith("http://testserver/api/v1/"))
            body = json.loads(words[words.index("-d") + 1]) if "-d" in words else None
            path = address.removeprefix("http://testserver/api/v1").replace("{number}", "1")
            if not path.endswith(("/stream", "/account/token", "/bot", "/export")):
                answer = program.answer(method, path, body)
                assert answer.status_code < 500, (path, answer.content)
                assert "errors" not in answer.json() or "{" in path, (path, answer.content)

    def test_page_shows_refusals_in_the_language_of_its_reader(self, client: Client) -> None:
        assert "Ese asiento está ocupado" in client.get("/api/", headers={"Accept-Language": "es"}).text
