"""All games and deals of the player of the token in one answer: as lines of JSON, tables, and PBN."""

import json
from typing import Any

import pytest

from accounts.models import Scope
from games.engine import DUMMY, read_log
from games.models import Game
from tests.api.programs import Program
from tests.history.players_pages import content
from tests.tables import finish_deals, new_player, state_of, three_people, user_at

pytestmark = pytest.mark.django_db


def export(program: Program, path: str) -> list[str]:
    """Return the lines of an answer."""
    return content(program.answer("GET", f"/account/{path}")).removeprefix("\ufeff").splitlines()


@pytest.mark.parametrize("kind", ["games", "deals"])
def test_own_results_are_those_of_the_lists(kind: str) -> None:
    finish_deals(code := three_people(), 2)
    user = user_at(code)
    program = Program(user)
    listed = program.get(f"/players/{user.username}/{kind}")["results"]
    assert [json.loads(line) for line in export(program, f"{kind}/export")] == listed
    head, *rows = export(program, f"{kind}/export?form=csv")
    assert ({*head.split(",")}, len(rows)) == ({*listed[0]}, len(listed))


def test_records_are_those_of_the_deals() -> None:
    finish_deals(code := three_people(), 2)
    program = Program(user_at(code))
    lines = export(program, "records/export")
    assert [json.loads(line) for line in lines] == [program.get(f"/tables/{code}/deals/{number}") for number in (1, 2)]
    for line in lines:
        read_log(line.encode())
    answer = program.answer("GET", "/account/records/export?form=pbn")
    assert answer["Content-Type"] == "application/x-pbn"
    assert content(answer).count("[Deal ") == 2


def test_running_deal_is_in_no_file() -> None:
    code = three_people()
    program = Program(user_at(code))
    hidden = str(state_of(code).hands[DUMMY][0])
    for path in ("games/export", "deals/export", "records/export", "records/export?form=pbn", "deals/export?form=csv"):
        assert hidden not in "".join(export(program, path))
    assert export(program, "records/export") == []


def test_closed_deals_of_a_duplicate_table_are_left_out_until_its_game_ends() -> None:
    code = three_people(duplicate=True)
    finish_deals(code)
    program = Program(user_at(code))
    program.get(f"/tables/{code}/deals/1", 403)
    assert export(program, "records/export") == []
    Game.objects.filter(code=code).update(stage="closed")
    assert len(export(program, "records/export")) == 1


@pytest.mark.parametrize("kind", ["games", "deals"])
def test_file_without_rows_has_the_head(kind: str) -> None:
    program, other = Program(new_player()), Program(user_at(code := three_people()))
    finish_deals(code)
    assert export(program, f"{kind}/export?form=csv") == export(other, f"{kind}/export?form=csv")[:1]


def test_rows_name_the_record_and_the_player_in_it() -> None:
    finish_deals(code := three_people(), 2)
    program = Program(user_at(code, 2))
    (game,) = map(json.loads, export(program, "games/export"))
    deals = [json.loads(line) for line in export(program, "deals/export")]
    records = [json.loads(line) for line in export(program, "records/export")]
    assert (game["code"], game["player"]) == (code, 2)
    by_deal = {(record["proof"]["game"], record["proof"]["number"]): record for record in records}
    for deal in deals:
        bids = by_deal[deal["code"], deal["deal"]]["bids"]
        assert deal["bid"] == next(bid["tricks"] for bid in bids if bid["player"] == deal["player"])


def test_players_get_their_own_deals_only() -> None:
    finish_deals(three_people())
    assert export(Program(new_player()), "records/export") == []


def test_exports_are_limited_as_downloads_and_need_a_token_to_read(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"download": "1/m/key"}
    program = Program(new_player())
    export(program, "games/export")
    assert program.answer("GET", "/account/records/export").status_code == 429
    assert Program(new_player(), Scope.PLAY).answer("GET", "/account/games/export").status_code == 403
