"""Sets of deals in the admin site: made, closed, voided; a participant removed. No card and no root is shown."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.site_config.models import AuditEntry
from games.competitions.sets import closing, queries, services
from games.competitions.sets.services import NotOpen, TakenOut
from games.models import BoardPlay, DealSet, Game, SetKind, SetResult
from games.values import Stage
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge, play
from tests.competitions.sets.test_export import played_by, special
from tests.staff.people import ADMINISTRATOR, HOST, MODERATOR, member
from tests.tables import new_player

pytestmark = pytest.mark.django_db

LIST = "/admin/games/dealset/"
REASON = "They asked for it"


def act(client_for: ClientFor, staff: User, of_set: DealSet, code: str, **fields: str) -> int:
    answer = client_for(staff).post(f"{LIST}{of_set.pk}/do/{code}/", {"reason": REASON, **fields})
    return answer.status_code


def logged() -> list[tuple[str, str]]:
    return list(AuditEntry.objects.order_by("pk").values_list("action", "reason"))


class TestMaking:
    def fields(self, **changed: str) -> dict[str, str]:
        now = timezone.now()
        return {
            "name_en": "Winter cup",
            "name_es": "Copa de invierno",
            "text_en": "",
            "text_es": "",
            "opens_at": f"{now - timedelta(hours=1):%Y-%m-%dT%H:%M}",
            "closes_at": f"{now + timedelta(days=1):%Y-%m-%dT%H:%M}",
            "count": "4",
            "preset": "flip2",
            "bot_level": "club",
        } | changed

    def test_host_makes_a_set(self, client_for: ClientFor) -> None:
        client = client_for(member(HOST))
        assert client.get(f"{LIST}add/").status_code == HTTPStatus.OK
        answer = client.post(f"{LIST}add/", self.fields(), follow=True)
        of_set = DealSet.objects.get()
        assert (of_set.kind, of_set.name_es, of_set.bot_level) == (SetKind.SPECIAL, "Copa de invierno", "club")
        assert list(of_set.boards.values_list("peek", flat=True)) == ["flip2"] * 4
        assert logged() == [("add", "")]
        assert "Winter cup" in answer.text
        assert services.begin(board_of(of_set), new_player())

    def test_set_that_closes_before_it_opens_is_refused(self, client_for: ClientFor) -> None:
        answer = client_for(member(HOST)).post(f"{LIST}add/", self.fields(closes_at="2020-01-01T12:00"))
        assert "has to close after it opens" in answer.text
        assert not DealSet.objects.exists()

    def test_moderators_make_none(self, client_for: ClientFor) -> None:
        assert client_for(member(MODERATOR)).post(f"{LIST}add/", self.fields()).status_code == HTTPStatus.FORBIDDEN
        assert not DealSet.objects.exists()


def test_running_set_shows_no_card_and_no_root(client_for: ClientFor) -> None:
    of_set, player = special(), new_player()
    game = play(board_of(of_set), player)
    services.begin(board_of(of_set, 2), player)
    score = game.deals.get().scores.get(player=board_of(of_set).player)
    client = client_for(member(ADMINISTRATOR))
    for address in (LIST, f"{LIST}{of_set.pk}/change/"):
        page = client.get(address).text
        assert "Winter cup" in page
        assert of_set.root not in page
        assert player.username not in page
        assert f"{score.total:+}" not in page


def test_game_shows_nothing_of_a_board_that_staff_may_still_play(client_for: ClientFor) -> None:
    of_set, staff = special(), member(ADMINISTRATOR)
    games = [play(board_of(of_set), new_player()), services.begin(board_of(of_set, 2), new_player())]
    play(board_of(of_set, 3), staff)
    games.append(play(board_of(of_set, 3), new_player(), seed=1))

    def logs() -> list[bool]:
        pages = [client_for(staff).get(f"/admin/games/game/{game.pk}/change/").text for game in games]
        assert all(game.code in page for game, page in zip(games, pages, strict=True))
        return ["Log of the current deal" in page for page in pages]

    assert logs() == [False, False, True]
    closing.store_results(of_set, timezone.now())
    assert logs() == [True, True, True]


def test_set_closes_now(client_for: ClientFor) -> None:
    of_set, player, host = special(), new_player(), member(HOST)
    services.begin(board_of(of_set), player)
    assert act(client_for, host, of_set, "close") == HTTPStatus.FOUND
    with pytest.raises(NotOpen):
        services.begin(board_of(of_set, 2), player)
    assert logged() == [("close_set", REASON)]
    assert act(client_for, host, of_set, "close") == HTTPStatus.UNPROCESSABLE_ENTITY


def test_void_set_takes_nobody_and_has_no_ladder(client_for: ClientFor) -> None:
    of_set, player = challenge(), new_player()
    played_by(of_set, 50)
    running = services.begin(board_of(of_set), player)
    assert act(client_for, member(HOST), of_set, "void", public_reason="A wrong board") == HTTPStatus.FOUND
    with pytest.raises(NotOpen):
        services.begin(board_of(of_set, 2), player)
    while closing.close_due(timezone.now() + closing.GRACE):
        pass
    assert Game.objects.get(pk=running.pk).stage == Stage.CLOSED
    of_set.refresh_from_db()
    assert of_set.closed_at is not None
    assert not SetResult.objects.exists()
    assert logged() == [("void_set", REASON)]
    page = client_for(player).get(f"/sets/{of_set.code}/").text
    assert "A wrong board" in page
    assert REASON not in page


def test_closed_set_that_is_void_has_no_ladder(client_for: ClientFor) -> None:
    of_set = special()
    played_by(of_set, 50, 60)
    closing.store_results(of_set, timezone.now())
    act(client_for, member(HOST), of_set, "void", public_reason="A wrong board")
    assert not SetResult.objects.exists()


def test_void_game_of_a_closed_set_leaves_its_ladder(client_for: ClientFor) -> None:
    of_set, staff = special(), member(ADMINISTRATOR)
    one, two = played_by(of_set, 50, 60)
    closing.store_results(of_set, timezone.now())
    game = Game.objects.get(board=board_of(of_set), board_play__user=two)
    data = {"reason": REASON, "public_reason": "Two accounts"}
    assert client_for(staff).post(f"/admin/games/game/{game.pk}/do/void/", data).status_code == HTTPStatus.FOUND
    assert dict(SetResult.objects.values_list("user", "place")) == {one.pk: 1, two.pk: None}


def test_removed_participant_counts_no_more(client_for: ClientFor) -> None:
    of_set, host = special(), member(HOST)
    one, two, three = played_by(of_set, 50, 60, 70)
    closing.store_results(of_set, timezone.now())
    assert SetResult.objects.get(user=two).percent == 50
    assert act(client_for, host, of_set, "remove", name=three.username.upper()) == HTTPStatus.FOUND
    assert dict(SetResult.objects.values_list("user", "place")) == {two.pk: 1, one.pk: 2}
    assert SetResult.objects.get(user=two).percent == 100
    assert len(queries.results_of(of_set)[0]) == 2
    assert logged() == [("remove_participant", REASON)]
    assert act(client_for, host, of_set, "remove", name=three.username) == HTTPStatus.UNPROCESSABLE_ENTITY


def test_removed_participant_begins_no_more_boards(client_for: ClientFor) -> None:
    of_set, player = special(), new_player()
    running = services.begin(board_of(of_set), player)
    act(client_for, member(HOST), of_set, "remove", name=player.username)
    assert Game.objects.get(pk=running.pk).stage == Stage.CLOSED
    assert BoardPlay.objects.get().removed
    with pytest.raises(TakenOut):
        services.begin(board_of(of_set, 2), player)


def test_moderators_only_look(client_for: ClientFor) -> None:
    of_set, moderator = special(), member(MODERATOR)
    assert client_for(moderator).get(f"{LIST}{of_set.pk}/change/").status_code == HTTPStatus.OK
    for code, fields in (("close", {}), ("void", {"public_reason": "No"}), ("remove", {"name": "Ana"})):
        assert act(client_for, moderator, of_set, code, **fields) == HTTPStatus.FORBIDDEN
    assert not AuditEntry.objects.exists()
