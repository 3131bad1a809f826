"""`play` waits for its bots only when they have to be compiled first."""

import pytest
from django.core.management import call_command

from games import bots
from games.management import server
from games.management.commands import play


@pytest.mark.django_db
@pytest.mark.parametrize(("compiled", "steps"), [(True, ["serve"]), (False, ["prepare", "serve"])])
def test_only_a_first_start_waits_for_the_bots(
    monkeypatch: pytest.MonkeyPatch, compiled: bool, steps: list[str]
) -> None:
    done: list[str] = []
    monkeypatch.setattr(play, "collect", lambda: None)
    monkeypatch.setattr(bots, "are_compiled", lambda: compiled)
    monkeypatch.setattr(bots, "prepare", lambda: done.append("prepare"))
    monkeypatch.setattr(server, "serve", lambda *_: done.append("serve"))
    call_command("play")
    assert done == steps
