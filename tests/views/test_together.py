"""Proposals, bots as stand-ins, leaving and rematches: permissions and responses."""

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.play import presence
from games.play.presence import GONE_AFTER
from games.values import Stage
from tests.clients import HTMX, ClientFor
from tests.tables import Time, act, close_table, here, new_player, people_to_act, snapshot_for, three_people

pytestmark = pytest.mark.django_db

ALL = {
    "end": {},
    "call_bot": {"player": 1},
    "take_seat": {},
    "propose": {"kind": "end"},
    "reply": {"accept": "yes", "version": 1},
    "rematch": {},
}


@pytest.fixture(scope="module")
def of_three(rows_of_the_module: None) -> str:  # noqa: ARG001  # in which it stays
    return three_people(patience=30)


@pytest.fixture
def code(of_three: str) -> str:
    """That table, with all three at it."""
    here(of_three)
    return of_three


@pytest.fixture
def players(code: str, client_for: ClientFor) -> list[Client]:
    """Return the three players' clients."""
    return [client_for(seat.user) for seat in Game.objects.get(code=code).seats.order_by("player") if seat.user]


def address(name: str, code: str) -> str:
    return reverse(f"games:{name}", args=[code])


@pytest.mark.parametrize("name", sorted(ALL))
class TestPermissions:
    def test_get_redirects_to_the_table(self, name: str, code: str, players: list[Client]) -> None:
        before = snapshot_for(code)
        assert players[0].get(address(name, code))["Location"] == address("table", code)
        assert players[0].put(address(name, code)).status_code == 405
        assert snapshot_for(code) == before

    def test_action_by_a_spectator_is_refused(
        self, name: str, code: str, client: Client, client_for: ClientFor
    ) -> None:
        before = snapshot_for(code)
        for other in (client, client_for(new_player())):
            assert other.post(address(name, code), ALL[name]).status_code == 403
        assert snapshot_for(code) == before

    def test_unknown_table_is_a_404(self, name: str, players: list[Client]) -> None:
        assert players[0].post(address(name, "nowhere"), ALL[name]).status_code == 404

    def test_post_without_csrf_token_is_refused(self, name: str, code: str) -> None:
        before = snapshot_for(code)
        strict = Client(enforce_csrf_checks=True)
        strict.force_login(Game.objects.get(code=code).host)
        assert strict.post(address(name, code), ALL[name]).status_code == 403
        assert snapshot_for(code) == before


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("call_bot", {}),
        ("call_bot", {"player": "3"}),
        ("propose", {}),
        ("propose", {"kind": ""}),
        ("propose", {"kind": "redeal"}),
        ("reply", {"accept": "yes"}),
        ("reply", {"accept": "perhaps", "version": "1"}),
        ("reply", {"accept": "no", "version": "-1"}),
    ],
)
def test_invalid_input_is_a_400_with_a_notice_and_changes_nothing(
    name: str, data: dict[str, str], code: str, players: list[Client]
) -> None:
    before = snapshot_for(code)
    for headers in ({}, HTMX):
        answer = players[0].post(address(name, code), data, headers=headers)
        assert answer.status_code == 400
        assert "Nothing has changed" in answer.text
    assert snapshot_for(code) == before


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("call_bot", {"player": 1}),
        ("take_seat", {}),
        ("propose", {"kind": "back"}),
        ("reply", {"accept": "yes", "version": 1}),
        ("rematch", {}),
    ],
)
def test_impossible_action_is_a_409_with_the_table(
    name: str, data: dict[str, object], code: str, players: list[Client]
) -> None:
    before = snapshot_for(code)
    for headers in ({}, HTMX):
        answer = players[0].post(address(name, code), data, headers=headers)
        assert answer.status_code == 409
        assert "nothing was lost" in answer.text
        assert f'data-version="{before.version}"' in answer.text
    assert snapshot_for(code) == before


def test_move_is_taken_back_when_all_agree(code: str, players: list[Client]) -> None:
    mover = people_to_act(snapshot_for(code))[0]
    act(code)
    page = players[mover].get(address("table", code)).text
    assert 'value="back"' in page
    assert players[mover].post(address("propose", code), {"kind": "back"}, headers=HTMX).status_code == 200
    for other in {0, 1, 2} - {mover}:
        page = players[other].get(address("table", code)).text
        assert address("reply", code) in page
        players[other].post(address("reply", code), {"accept": "yes", "version": snapshot_for(code).version})
    assert people_to_act(snapshot_for(code)) == [mover]


def test_answer_to_an_older_proposal_is_a_409(code: str, players: list[Client]) -> None:
    seen = snapshot_for(code).version
    players[0].post(address("propose", code), {"kind": "end"})
    answer = players[1].post(address("reply", code), {"accept": "yes", "version": seen}, headers=HTMX)
    assert answer.status_code == 409
    assert snapshot_for(code).stage is Stage.DEAL
    for player in players[1:]:
        player.post(address("reply", code), {"accept": "yes", "version": snapshot_for(code).version})
    assert snapshot_for(code).stage is Stage.CLOSED


def test_bot_is_called_and_the_seat_is_taken_back(time: Time, code: str, players: list[Client]) -> None:
    time.passes(30)
    here(code, [0, 2])
    page = players[0].get(address("table", code)).text
    assert address("call_bot", code) in page
    assert players[0].post(address("call_bot", code), {"player": 1}).status_code == 302
    stand_in = snapshot_for(code).seats[1].stand_in
    assert stand_in in players[2].get(address("table", code)).text
    page = players[1].get(address("table", code)).text
    assert address("take_seat", code) in page
    assert players[1].post(address("take_seat", code)).status_code == 302
    assert snapshot_for(code).seats[1].stand_in == ""


def test_loading_the_page_is_a_sign_of_life(time: Time, code: str, players: list[Client]) -> None:
    time.passes(GONE_AFTER)
    players[2].get(address("table", code))
    assert presence.attendance(code, 0).here == {2}


def test_leaving_a_game_with_people_gives_the_seat_to_a_bot(code: str, players: list[Client]) -> None:
    players[1].post(address("end", code), {"others": "1"})
    assert snapshot_for(code).seats[1].stand_in
    assert snapshot_for(code).stage is Stage.DEAL


def test_leaving_does_not_end_the_game_if_the_page_announced_a_bot(code: str, players: list[Client]) -> None:
    """The other players have left since the page was loaded."""
    assert 'name="others"' in players[2].get(address("table", code)).text
    for player in (0, 1):
        players[player].post(address("end", code), {"others": "1"})
    answer = players[2].post(address("end", code), {"others": "1"})
    assert answer.status_code == 409
    assert "nothing was lost" in answer.text
    assert 'name="others"' not in answer.text
    assert snapshot_for(code).stage is Stage.DEAL
    players[2].post(address("end", code))
    assert snapshot_for(code).stage is Stage.CLOSED


def test_leaving_is_refused_if_the_page_announced_the_end_but_a_bot_would_play(
    code: str, players: list[Client]
) -> None:
    assert players[0].post(address("end", code)).status_code == 409
    assert not snapshot_for(code).seats[0].stand_in


def test_rematch_leads_everyone_to_the_same_new_table(code: str, players: list[Client]) -> None:
    close_table(code)
    first = players[0].post(address("rematch", code))
    second = players[1].post(address("rematch", code), headers=HTMX)
    following = snapshot_for(code).rematch
    assert (first.status_code, first["Location"]) == (302, address("table", following))
    assert (second.status_code, second["Location"]) == (302, address("table", following)), "the page takes it in"
    assert address("table", following) in players[2].get(address("table", code)).text
    assert "invites you" in players[2].get(reverse("games:home")).text
    assert address("start", following) not in players[0].get(first["Location"]).text
    for player in players[1:]:
        assert "invites you" not in player.get(address("table", following)).text
    assert "Everyone is here" in players[0].get(first["Location"]).text
    assert address("start", following) in players[0].get(first["Location"]).text


@pytest.mark.parametrize("page", ["table", "latest"])
def test_page_without_a_socket_ends_the_game_when_those_who_stay_have_agreed(
    code: str, players: list[Client], time: Time, page: str
) -> None:
    players[0].post(address("propose", code), {"kind": "end"})
    players[1].post(address("reply", code), {"accept": "yes", "version": snapshot_for(code).version})
    time.passes(GONE_AFTER + 31)
    here(code, (0, 1))
    assert snapshot_for(code).stage is not Stage.CLOSED
    players[0].get(address(page, code), headers=HTMX if page == "latest" else {})
    assert snapshot_for(code).stage is Stage.CLOSED
