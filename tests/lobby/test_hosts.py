"""The host of a table before the game begins, and who takes the part of an absent host."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import deletion, merging
from games.engine import PeekRule, Player, Rules
from games.lobby import invitations, tables
from games.lobby.tables import RemovedByHost
from games.models import Game, Invitation, TableRemoval
from games.play import presence, proposals
from games.play.errors import NotPossible, StaleGame
from games.values import Stage, TableOptions
from tests.clients import ClientFor
from tests.tables import Time, at_once, begin, gather, here, host_of, names_at, new_player, snapshot_for, start, user_at

pytestmark = pytest.mark.django_db


class TestHost:
    def test_host_removes_people_and_bots_but_not_the_host(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        tables.seat_bot(code=code, host=host, player=2)
        for player in (1, 2):
            tables.remove(code=code, host=host, player=player, version=snapshot_for(code).version)
        assert names_at(code) == [host.username, "", ""]
        with pytest.raises(NotPossible):
            tables.remove(code=code, host=host, player=0, version=snapshot_for(code).version)

    def test_host_gives_free_seats_to_bots(self) -> None:
        host = new_player()
        code = gather(host)
        tables.seat_bot(code=code, host=host, player=2)
        tables.seat_bot(code=code, host=host, player=1)
        assert [seat.is_bot for seat in snapshot_for(code).seats] == [False, True, True]
        assert len(set(names_at(code))) == 3
        with pytest.raises(NotPossible):
            tables.seat_bot(code=code, host=host, player=1)

    def test_bots_fill_the_free_seats_at_the_start(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        start(code, host)
        shown = snapshot_for(code)
        assert shown.stage is Stage.DRAWING
        assert [seat.is_bot for seat in shown.seats] == [False, False, True]
        with pytest.raises(NotPossible):
            start(code, host)

    def test_rules_can_be_changed_before_the_start_only(self) -> None:
        host = new_player()
        code = gather(host, new_player())
        rules, options = Rules(peek=PeekRule.FLIP2, target=300, floor=-200), TableOptions(clock="fast", patience=30)
        tables.change_rules(code=code, host=host, rules=rules, name="Other", options=options)
        shown = snapshot_for(code)
        assert (shown.rules, shown.options, shown.name) == (rules, options, "Other")
        start(code, host)
        with pytest.raises(NotPossible):
            tables.change_rules(code=code, host=host, rules=Rules(), name="Late", options=TableOptions())
        assert snapshot_for(code).rules == rules

    @pytest.mark.parametrize(
        "order",
        [
            lambda code, user: start(code, user),
            lambda code, user: tables.remove(code=code, host=user, player=0, version=snapshot_for(code).version),
            lambda code, user: tables.seat_bot(code=code, host=user, player=2),
            lambda code, user: tables.change_rules(
                code=code, host=user, rules=Rules(), name="Mine", options=TableOptions()
            ),
        ],
        ids=["start", "remove", "seat_bot", "change_rules"],
    )
    def test_orders_of_others_are_refused(self, order: Callable[[str, User], None]) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        before = snapshot_for(code)
        for other in (guest, new_player()):
            with pytest.raises(NotPossible):
                order(code, other)
        assert snapshot_for(code) == before


class TestAbsentHost:
    """After the table's patience the first player who is there is the host, and stays it by acting as one."""

    @pytest.fixture
    def gone(self, time: Time) -> str:
        code = gather(new_player(), new_player(), new_player(), patience=30)
        time.passes(30)
        here(code, [2])
        return code

    def host_shown(self, code: str) -> Player | None:
        """Return the seat of the player who has the host's part, as the page shows it; the services agree."""
        game = Game.objects.get(code=code)
        shown = presence.attendance(code, game.patience).host_of(snapshot_for(code))
        assert shown is not None
        assert user_at(code, shown).pk == presence.host_now(game)
        return shown

    def test_player_who_is_there_takes_the_absent_host_s_part(self, gone: str) -> None:
        assert self.host_shown(gone) == 2
        heir = user_at(gone, 2)
        with pytest.raises(NotPossible):
            start(gone, user_at(gone, 1))
        start(gone, heir)
        assert host_of(gone) == heir

    def test_host_who_returns_before_anybody_acted_is_host_again(self, gone: str) -> None:
        here(gone, [0])
        assert self.host_shown(gone) == 0
        with pytest.raises(NotPossible):
            start(gone, user_at(gone, 2))

    def test_host_who_returns_after_another_acted_is_no_longer_host(self, gone: str) -> None:
        tables.remove(code=gone, host=user_at(gone, 2), player=1, version=snapshot_for(gone).version)
        here(gone, [0])
        assert self.host_shown(gone) == 2

    def test_host_stays_host_while_the_table_is_patient(self, time: Time) -> None:
        code = gather(new_player(), new_player(), patience=30)
        time.passes(29)
        here(code, [1])
        assert self.host_shown(code) == 0

    def test_host_stays_host_where_nobody_is_there(self, time: Time) -> None:
        code = gather(new_player(), new_player(), patience=30)
        time.passes(10_000)
        assert self.host_shown(code) == 0

    def test_host_of_a_running_game_does_not_change(self, time: Time) -> None:
        code = begin(new_player(), new_player(), patience=30)
        time.passes(30)
        here(code, [1])
        assert snapshot_for(code).host == 0


class TestVersions:
    def test_start_or_removal_from_an_outdated_page_is_refused(self) -> None:
        host, late = new_player(), new_player()
        code = gather(host, new_player())
        seen = snapshot_for(code).version
        tables.sit(code=code, user=late, player=2)
        before = snapshot_for(code)
        with pytest.raises(StaleGame):
            tables.start(code=code, host=host, version=seen)
        with pytest.raises(StaleGame):
            tables.remove(code=code, host=host, player=2, version=seen)
        assert snapshot_for(code) == before


@pytest.mark.django_db(transaction=True)
def test_fifty_simultaneous_starts_start_the_game_once() -> None:
    host = new_player()
    code = gather(host)

    def attempt(_: int) -> str:
        try:
            start(code, host)
        except NotPossible:
            return "refused"
        return "done"

    assert at_once(50, attempt) == ["done"] + ["refused"] * 49


class TestRemovedHost:
    @pytest.mark.parametrize("has_left", [False, True])
    def test_another_player_is_host_once_the_account_is_removed(self, has_left: bool) -> None:
        ana, ben, cid = new_player(), new_player(), new_player()
        code = begin(ana, ben, cid)
        for player in (0, 1) if has_left else ():
            proposals.give_up(code=code, player=player)
        deletion.delete_account(ana)
        game = Game.objects.get(code=code)
        assert game.host == (cid if has_left else ben), "who plays is host before one for whom a bot sits in"
        assert presence.host_now(game) != ana.pk

    def test_player_whose_bot_sits_in_is_host_when_nobody_else_plays(self) -> None:
        ana, ben = new_player(), new_player()
        code = begin(ana, ben)
        proposals.give_up(code=code, player=1)
        deletion.delete_account(ana)
        assert Game.objects.get(code=code).host == ben

    def test_new_host_is_shown(self) -> None:
        ana, ben = new_player(), new_player()
        code = begin(ana, ben)
        before = snapshot_for(code)
        deletion.delete_account(ana)
        assert (before.host, snapshot_for(code).host) == (0, 1)

    def test_table_goes_on_only_to_a_host_who_may_act(self) -> None:
        """Neither a waiting table nor a running game is left to who is suspended."""
        ana, ben, cid = new_player(), new_player(), new_player()
        User.objects.filter(pk=ben.pk).update(suspended_until=timezone.now() + timedelta(days=1))
        waiting, running = gather(ana, ben, cid), begin(ana, ben, cid)
        tables.leave(code=waiting, user=ana)
        deletion.delete_account(ana)
        assert {game.host for game in Game.objects.filter(code__in=(waiting, running))} == {cid}
        tables.leave(code=waiting, user=cid)
        assert Game.objects.get(code=waiting).stage == Stage.CLOSED


class TestRemovedPlayer:
    @staticmethod
    def removed() -> tuple[str, User, User, User]:
        """Return a table that waits, its host, another player there, and one whom the host has removed."""
        host, other, gone = new_player(), new_player(), new_player()
        code = gather(host, gone, other)
        tables.remove(code=code, host=host, player=1, version=snapshot_for(code).version)
        return code, host, other, gone

    def test_removed_player_does_not_sit_down_again(self) -> None:
        code, _host, _other, gone = self.removed()
        for player in (None, 1):
            with pytest.raises(RemovedByHost):
                tables.sit(code=code, user=gone, player=player)
        tables.sit(code=code, user=new_player(), player=1)

    def test_only_the_host_s_invitation_lets_a_removed_player_come_back(self) -> None:
        code, host, other, gone = self.removed()
        invitations.invite(code=code, inviter=other, name=gone.username)
        assert not Invitation.objects.exists()
        with pytest.raises(RemovedByHost):
            tables.sit(code=code, user=gone, player=1)
        invitations.invite(code=code, inviter=host, name=gone.username)
        tables.sit(code=code, user=gone, player=1)
        assert names_at(code)[1] == gone.username

    def test_account_stays_away_as_its_guest_did_and_leaves_no_trace(self, ana: User) -> None:
        code, _host, _other, gone = self.removed()
        assert merging.merge(gone, ana)
        with pytest.raises(RemovedByHost):
            tables.sit(code=code, user=ana, player=1)
        deletion.delete_account(ana)
        assert not TableRemoval.objects.exists()

    def test_page_says_why(self, client_for: ClientFor) -> None:
        code, _host, _other, gone = self.removed()
        answer = client_for(gone).post(f"/tables/{code}/sit/", {"seat": "1"}, follow=True)
        assert "The host has removed you from this table" in answer.text
