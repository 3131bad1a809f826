"""Requests of the wrong shape: each is refused with its field and a sentence, in the language of the program."""

import json
from itertools import product
from typing import Any, Final

import pytest

from games.models import Seat
from tests.api.programs import Program
from tests.tables import gather, new_player, three_people

pytestmark = pytest.mark.django_db

SPANISH: Final = ("Falta.", "Tiene ", "Ese ", "Necesita ", "No tiene ")
"""How the sentences begin."""

WRONG: Final = (None, True, 0, -1, 1.5, 10**30, 1e308, float("nan"), "", "x" * 400, "\0", "\ud800", [], [[]], ["9"], {})

BODIES: Final[dict[tuple[str, str], dict[str, Any]]] = {
    ("POST", "/tables"): {
        "bots": True,
        "bot_level": "club",
        "peek": "none",
        "bidding": "standard",
        "target": 7,
        "duplicate": False,
        "invite": [],
    },
    ("POST", "/sets"): {"boards": 4, "bot_level": "club", "peek": "none", "bidding": "standard", "invite": ""},
    ("POST", "/bot"): {"forever": False, "also": 1},
    ("PUT", "/tables/{code}/seat"): {"player": 3, "also": 1},
    ("POST", "/tables/{code}/start"): {"version": -1, "also": 1},
    ("POST", "/tables/{code}/chat"): {"text": "", "phrase": "", "also": 1},
    ("POST", "/tables/{code}/invitations"): {"name": "", "also": 1},
}
"""Bodies with a fault each, so that nothing happens, and with all fields that an operation takes."""

MOVES: Final[dict[str, dict[str, Any]]] = {
    "peek": {"places": [99]},
    "bid": {"tricks": 99, "nils": []},
    "play": {"card": "XX"},
    "claim": {"tricks": 99},
    "answer": {"accept": None},
}


def wrong_bodies() -> list[tuple[str, str, dict[str, Any], str]]:
    """Return requests with a wrong body: method, path, body, and the field that holds a value of another type."""
    moves = [("POST", "/tables/{code}/moves", {"version": 1, "kind": kind, **more}) for kind, more in MOVES.items()]
    whole = [(*operation, body) for operation, body in BODIES.items()] + moves
    return [
        (method, path, {**body, field: value}, field)
        for method, path, body in whole
        for field, value in product([*body, "more"], WRONG)
    ]


def test_every_fault_is_named_in_the_language_of_the_program() -> None:
    """None repeats what was sent, and none is a sentence of pydantic’s, which are in English."""
    program, code = Program(new_player()), three_people()
    seen = set[str]()
    for method, path, body, field in wrong_bodies():
        answer = program.answer(method, f"{path.format(code=code)}", body, **{"Accept-Language": "es"})
        assert 400 <= answer.status_code < 500, (path, body, answer.content)
        for fault in answer.json().get("errors", ()):
            assert fault["at"].partition("[")[0] in {*body, "kind"}, (path, field, fault)
            seen.add(fault["message"])
    assert {sentence for sentence in seen if not sentence.startswith(SPANISH)} == set()


@pytest.mark.parametrize(
    ("path", "at"),
    [
        ("/seasons/tables?division=x", "division"),
        ("/seasons/tables?division=0", "division"),
        ("/seasons/tables?division=101", "division"),
        ("/seasons/tables?month=2026-13", "month"),
        ("/ladders/nobody", "company"),
        (f"/tables/x/chat?after={'9' * 30}", "after"),
    ],
)
def test_fault_of_an_address_is_named_in_the_language_of_the_program(path: str, at: str) -> None:
    answer = Program(new_player()).answer("GET", path, **{"Accept-Language": "es"})
    [fault] = answer.json()["errors"]
    assert (answer.status_code, fault["at"]) == (422, at)
    assert fault["message"].startswith(SPANISH), fault


@pytest.mark.parametrize("body", ["null", "[]", "1", '"x"', ""])
def test_whole_body_of_the_wrong_shape_is_named(body: str) -> None:
    program = Program(new_player())
    answer = program._client.generic(
        "POST", "/api/v1/tables", body, content_type="application/json", headers=program.headers
    )
    [fault] = json.loads(answer.content)["errors"]
    assert (answer.status_code, fault["at"]) == (422, "body")
    assert fault["message"] in {"This has to be an object.", "This is missing."}


@pytest.mark.parametrize("value", [True, False, 1.5, "1"])
def test_only_a_number_is_a_seat(value: object) -> None:
    """In Python `True` equals 1: a program that sends `true` by mistake would sit down somewhere."""
    program, code = Program(new_player()), gather(new_player())
    program.ask("PUT", f"/tables/{code}/seat", {"player": value}, 422)
    assert not Seat.objects.filter(game__code=code, user__username=program.get("/account")["name"]).exists()


@pytest.mark.parametrize("value", [1, 1.0, "true", False, None])
def test_only_true_makes_an_account_a_bot_for_ever(value: object) -> None:
    program = Program(new_player())
    program.post("/bot", {"forever": value}, 422)
    assert not program.get("/account")["is_bot"]
