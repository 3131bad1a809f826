"""What becomes of plays of boards when a guest signs in to an account, and when one is deleted or exported."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import deletion, export, merging
from accounts.personal_data.merging import merge
from games.competitions.sets import closing, queries, services
from games.competitions.sets.scoring import ladder
from games.engine import Rules
from games.models import BoardPlay, DealSet, Game, SetResult
from games.values import Stage
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge, play
from tests.tables import new_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def zoe() -> User:
    return User.objects.create_user("Zoe", password="correct horse")


def close(of_set: DealSet) -> None:
    """Store the results of a set as if it closed now."""
    DealSet.objects.filter(pk=of_set.pk).update(closes_at=timezone.now() - timedelta(minutes=1))
    closing.store_results(of_set, timezone.now())


class TestMerging:
    def test_finished_and_running_boards_go_along(self, zoe: User) -> None:
        of_set, guest = challenge(), new_player()
        play(board_of(of_set, 1), guest)
        running = services.begin(board_of(of_set, 2), guest)
        assert merge(guest, zoe)
        plays = BoardPlay.objects.filter(user=zoe).order_by("board__number")
        assert [kept.board.number for kept in plays] == [1, 2]
        assert services.begin(board_of(of_set, 2), zoe) == running
        assert not User.objects.filter(pk=guest.pk).exists()

    def test_second_try_counts_no_more_and_is_over(self, zoe: User) -> None:
        of_set, guest = challenge(), new_player()
        own = play(board_of(of_set, 1), zoe)
        theirs = play(board_of(of_set, 1), guest, seed=1)
        mine = services.begin(board_of(of_set, 2), zoe)
        running = services.begin(board_of(of_set, 2), guest)
        assert merge(guest, zoe)
        assert len(queries.results_of(of_set)[0]) == 1
        assert set(BoardPlay.objects.values_list("game", flat=True)) == {own.pk, mine.pk}
        assert Game.objects.get(pk=theirs.pk).seats.filter(user=zoe).exists(), "the game stays a game"
        assert Game.objects.get(pk=running.pk).stage == Stage.CLOSED
        assert Game.objects.get(pk=mine.pk).stage == Stage.DEAL
        assert not User.objects.filter(pk=guest.pk).exists()

    def test_removed_participant_does_not_come_back(self, zoe: User) -> None:
        of_set, guest = challenge(), new_player()
        play(board_of(of_set), guest)
        BoardPlay.objects.update(removed=True)
        merge(guest, zoe)
        assert BoardPlay.objects.get(user=zoe).removed

    def test_result_of_a_closed_set_goes_along(self, zoe: User) -> None:
        of_set, guest = challenge(), new_player()
        play(board_of(of_set), guest)
        close(of_set)
        merge(guest, zoe)
        assert list(SetResult.objects.values_list("user", "boards")) == [(zoe.pk, 1)]

    def test_two_results_of_a_closed_set_become_one(self, zoe: User) -> None:
        of_set, guest = challenge(boards=3), new_player()
        for number in (1, 2, 3):
            play(board_of(of_set, number), new_player(), seed=number)
        play(board_of(of_set, 1), zoe, seed=7)
        play(board_of(of_set, 1), guest, seed=8)
        play(board_of(of_set, 2), guest, seed=9)
        close(of_set)
        assert SetResult.objects.count() == 5
        merge(guest, zoe)
        kept = {row.user_id: row for row in SetResult.objects.all()}
        assert len(kept) == 4
        assert kept[zoe.pk].boards == 2
        for entry in ladder(queries.results_of(of_set)):
            row = kept[entry.participant]
            assert (row.place, row.percent, row.points) == (entry.place, entry.score.rounded, entry.score.total)

    def test_set_that_is_closing_meanwhile_is_no_obstacle(self, zoe: User) -> None:
        of_set, guest = challenge(boards=3), new_player()
        for user in (zoe, guest):
            play(board_of(of_set), user)
        close(of_set)
        DealSet.objects.update(closed_at=None)  # its results are stored, and it is closed in a moment
        assert merge(guest, zoe)
        closing.store_results(of_set, timezone.now())
        assert SetResult.objects.get().user == zoe

    def test_challenge_goes_along(self, zoe: User) -> None:
        of_set = challenge()
        guest = of_set.host
        assert guest is not None
        assert merging.offer(guest, zoe) == ["1 challenge of yours"]
        merge(guest, zoe)
        assert DealSet.objects.get().host == zoe

    def test_merged_twice_changes_nothing(self, zoe: User) -> None:
        guest = new_player()
        play(board_of(challenge()), guest)
        assert merge(guest, zoe)
        before = list(BoardPlay.objects.values())
        assert not merge(guest, zoe)
        assert list(BoardPlay.objects.values()) == before


class TestDeletion:
    def test_results_stay_without_the_name(self, zoe: User) -> None:
        of_set = challenge()
        play(board_of(of_set), zoe)
        close(of_set)
        deletion.delete_account(zoe)
        (kept,) = queries.finished_plays(of_set)
        assert kept.user.username == deletion.former_player_name(zoe)
        assert SetResult.objects.get().user == kept.user

    def test_challenge_stays_for_the_others(self) -> None:
        of_set = challenge()
        assert of_set.host is not None
        deletion.delete_account(of_set.host)
        assert DealSet.objects.get().host is None


class TestExport:
    def test_own_plays_are_in_it(self, zoe: User, client_for: ClientFor) -> None:
        of_set = challenge()
        game = play(board_of(of_set, 1), zoe)
        play(board_of(of_set, 1), new_player())
        services.begin(board_of(of_set, 2), zoe)
        close(of_set)
        data = client_for(zoe).get(reverse("export_account")).json()
        one, two = data["boards"]
        assert (one["of_set"], one["number"], one["code"]) == (of_set.code, 1, game.code)
        assert one["points"] == BoardPlay.objects.get(game=game).points
        assert (two["number"], two["points"], two["bid"]) == (2, None, None)
        (result,) = data["set_results"]
        assert result["boards"] == 1

    def test_root_is_not_in_it(self, zoe: User) -> None:
        of_set = services.open_challenge(host=zoe, rules=Rules(), count=3)
        data = export.export(zoe)
        assert data["set_challenges"][0]["code"] == of_set.code
        assert of_set.root not in str(data)
