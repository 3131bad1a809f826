"""Requests with the header `Idempotency-Key` are done once however often they arrive."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from accounts.api_tokens import repeats
from accounts.models import ApiAnswer, Notification
from accounts.personal_data import deletion
from accounts.signing_in.guests import create_guest
from games.models import DealSet, Game, Message
from tests.api.programs import Program
from tests.postgresql import Beside
from tests.tables import new_player, three_people, user_at

WITH_A_KEY = {"Idempotency-Key": "8e03978e-40d5-43dd-bc93-6894a57f9324"}


def post(program: Program, path: str, body: Any, status: int = 201, **headers: str) -> Any:
    """Return the JSON of the answer to a request with a key."""
    answer = program.answer("POST", path, body, **(WITH_A_KEY | headers))
    assert answer.status_code == status, answer.content
    return answer.json()


@pytest.mark.django_db
class TestOneAfterTheOther:
    @pytest.mark.parametrize("body", [{}, {"bots": False}], ids=["with bots", "for people"])
    def test_table_is_opened_once(self, body: dict[str, Any]) -> None:
        user = new_player()
        first = post(Program(user), "/tables", body)
        assert post(Program(user), "/tables", body) == first, "by another token of the player too"
        assert Game.objects.get().code == first["code"]
        post(Program(user), "/tables", body, **{"Idempotency-Key": "2"})
        assert Game.objects.count() == 2

    def test_challenged_player_is_notified_once(self) -> None:
        ben, program = new_player(), Program(new_player())
        first = post(program, "/sets", {"invite": ben.username})
        assert post(program, "/sets", {"invite": ben.username}) == first
        assert DealSet.objects.get().code == first["code"]
        assert Notification.objects.filter(user=ben).count() == 1

    def test_game_begins_once_and_players_are_invited_once(self) -> None:
        ben, program = new_player(), Program(new_player())
        table = program.ask("POST", "/tables", {"bots": False}, 201)
        of_set = program.ask("POST", "/sets", {}, 201)
        for path, body, status in (
            (f"/tables/{table['code']}/invitations", {"name": ben.username}, 201),
            (f"/sets/{of_set['code']}/invitations", {"name": ben.username}, 201),
            (f"/tables/{table['code']}/start", {"version": table["version"]}, 200),
        ):
            key = {"Idempotency-Key": path}
            assert post(program, path, body, status, **key) == post(program, path, body, status, **key)
            assert post(program, path, body | {next(iter(body)): 0}, 422, **key)
        assert Notification.objects.filter(user=ben).count() == 2

    def test_message_is_sent_once(self) -> None:
        code = three_people()
        program = Program(user_at(code, 0))
        first = post(program, f"/tables/{code}/chat", {"text": "Hello"})
        assert post(program, f"/tables/{code}/chat", {"text": "Hello"}) == first
        assert Message.objects.get().text == "Hello"

    def test_key_belongs_to_one_request(self) -> None:
        code = three_people()
        program = Program(user_at(code, 0))
        post(program, f"/tables/{code}/chat", {"text": "Hello"})
        for path, body in ((f"/tables/{code}/chat", {"text": "Hallo"}), ("/tables", {}), ("/sets", {})):
            assert "Idempotency-Key" in post(program, path, body, 422)["detail"]
        assert (Message.objects.count(), Game.objects.count(), DealSet.objects.count()) == (1, 1, 0)

    def test_key_belongs_to_one_player(self) -> None:
        assert post(Program(new_player()), "/tables", {})["code"] != post(Program(new_player()), "/tables", {})["code"]

    def test_refused_request_may_come_again(self) -> None:
        program, body = Program(new_player()), {"invite": "Zoe Later"}
        post(program, "/sets", body, 404)
        create_guest("Zoe Later")
        assert post(program, "/sets", body)["code"] == DealSet.objects.get().code

    @pytest.mark.parametrize("key", ["", "with blank", "ü", "x" * 101])
    def test_key_of_another_form_is_refused(self, key: str) -> None:
        problem = post(Program(new_player()), "/tables", {}, 422, **{"Idempotency-Key": key})
        assert [fault["at"] for fault in problem["errors"]] == ["Idempotency-Key"]
        assert not Game.objects.exists()

    def test_key_is_forgotten_after_a_day(self) -> None:
        program = Program(new_player())
        post(program, "/tables", {})
        call_command("daily", verbosity=0)
        post(program, "/tables", {})
        assert Game.objects.count() == 1
        ApiAnswer.objects.update(created_at=timezone.now() - timedelta(days=1, seconds=1))
        call_command("daily", verbosity=0)
        post(program, "/tables", {})
        assert Game.objects.count() == 2

    def test_answers_go_with_the_account(self) -> None:
        user = new_player()
        post(Program(user), "/tables", {})
        deletion.delete_account(user)
        assert not ApiAnswer.objects.exists()


@pytest.mark.postgres
def test_request_that_comes_twice_at_once_is_done_once(beside: Beside) -> None:
    """Two processes have it: the second waits for the first, as the unique key in the database says."""
    user, done = new_player(), list[str]()

    def ask(name: str, meanwhile: Callable[[], object] = lambda: None) -> Any:
        def do() -> str:
            meanwhile()
            done.append(name)
            return name

        return repeats.do_once(user, key="1", request=b"", do=do)

    assert ask("first", lambda: beside.begin(lambda: ask("second"))) == "first"
    assert beside.end() == ["first"]
    assert done == ["first"]
