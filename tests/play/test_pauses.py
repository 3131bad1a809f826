"""Pauses of live games: who may begin and end one, and that nothing happens in between."""

import pytest
from django.utils import timezone

from games.components.pausing import reason_words
from games.engine import Player
from games.models import Game, Seat
from games.play import bot_timing, pauses, presence, proposals, ticker
from games.play.errors import NotPossible, Paused, WaitedAlready
from games.values import Pause, PauseReason, Proposal, Stage
from tests.clients import HTMX, ClientFor
from tests.play.player_clocks import due_in
from tests.play.proposing import propose, reply
from tests.tables import (
    Time,
    act,
    begin,
    here,
    new_player,
    people_to_act,
    play_on,
    scored,
    snapshot_for,
    three_people,
    user_at,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr("django.utils.timezone.now", time)
    return time


def on_turn(code: str) -> Player:
    return people_to_act(snapshot_for(code))[0]


def is_paused(code: str) -> bool:
    return Game.objects.get(code=code).is_paused


def clock_of(code: str, player: Player) -> float:
    """Return the seconds that this player has left for the move."""
    seat = snapshot_for(code).seats[player]
    assert seat.clock is not None
    return seat.clock.left(timezone.now())[0]


class TestOwnPause:
    def test_nothing_happens_and_the_clock_goes_on_where_it_was(self, time: Time) -> None:
        code = three_people(clock="fast")
        player = on_turn(code)
        time.passes(4)
        left = clock_of(code, player)
        pauses.pause(code=code, player=player, reason=PauseReason.PHONE)
        time.passes(300)
        version = snapshot_for(code).version
        ticker.serve_due()
        assert snapshot_for(code).version == version
        with pytest.raises(Paused):
            act(code)
        assert clock_of(code, player) == left
        pauses.come_back(code=code, player=player)
        assert clock_of(code, player) == left
        time.passes(1)
        assert clock_of(code, player) == left - 1
        act(code)

    def test_it_ends_by_itself_after_ten_minutes(self, time: Time) -> None:
        code = three_people(clock="fast")
        pauses.pause(code=code, player=0, reason=PauseReason.DOOR)
        assert due_in(code) == pauses.OWN_LASTS.total_seconds()
        time.passes(pauses.OWN_LASTS.total_seconds())
        ticker.serve_due()
        assert not is_paused(code)
        assert Seat.objects.get(game__code=code, player=on_turn(code)).waiting_since == time.now

    def test_each_player_has_one_and_only_who_paused_ends_it(self) -> None:
        code = three_people()
        pauses.pause(code=code, player=0, reason=PauseReason.DOOR)
        with pytest.raises(NotPossible):
            pauses.pause(code=code, player=1, reason=PauseReason.DOOR)
        with pytest.raises(NotPossible):
            pauses.come_back(code=code, player=1)
        pauses.come_back(code=code, player=0)
        with pytest.raises(NotPossible):
            pauses.pause(code=code, player=0, reason=PauseReason.DOOR)
        pauses.pause(code=code, player=1, reason=PauseReason.DOOR)
        assert is_paused(code)

    def test_bots_wait_too(self, time: Time) -> None:
        code = begin(new_player(), bot_pause="none")
        play_on(code, lambda shown: not people_to_act(shown))
        pauses.pause(code=code, player=0, reason=PauseReason.DRINK)
        time.passes(60)
        version = snapshot_for(code).version
        ticker.serve_due()
        assert snapshot_for(code).version == version
        pauses.come_back(code=code, player=0)
        time.passes(10)
        ticker.serve_due()
        assert snapshot_for(code).version > version

    def test_next_deal_waits(self, time: Time) -> None:
        code = three_people()
        play_on(code, scored)
        pauses.pause(code=code, player=0, reason=PauseReason.DOOR)
        assert snapshot_for(code).next_deal_at is None
        time.passes(bot_timing.SHEET_SHOWN)
        ticker.serve_due()
        assert Game.objects.get(code=code).stage == Stage.SCORED
        pauses.come_back(code=code, player=0)
        assert due_in(code) == bot_timing.SHEET_SHOWN

    def test_who_leaves_lets_the_others_go_on(self) -> None:
        code = three_people()
        pauses.pause(code=code, player=0, reason=PauseReason.DOOR)
        proposals.give_up(code=code, player=0)
        assert not is_paused(code)

    def test_not_in_games_by_turns_or_during_a_proposal(self) -> None:
        with pytest.raises(NotPossible):
            pauses.pause(code=three_people(clock="1day"), player=0, reason=PauseReason.DOOR)
        code = three_people()
        propose(code, 0, Proposal.END)
        with pytest.raises(NotPossible):
            pauses.pause(code=code, player=0, reason=PauseReason.DOOR)


class TestAgreedPause:
    @staticmethod
    def paused(**options: object) -> str:
        code = three_people(**options)
        propose(code, 0, Proposal.PAUSE)
        for player in (1, 2):
            reply(code, player)
        return code

    def test_all_have_to_agree_and_all_have_to_come_back(self) -> None:
        code = self.paused()
        assert Game.objects.get(code=code).pause == Pause.AGREED
        for player in (2, 0):
            pauses.come_back(code=code, player=player)
            assert is_paused(code)
        pauses.come_back(code=code, player=1)
        assert not is_paused(code)

    def test_game_is_kept_and_nobody_counts_as_away(self, time: Time) -> None:
        code = self.paused(clock="fast")
        time.passes(3 * 24 * 60 * 60)
        ticker.serve_due()
        assert is_paused(code)
        with pytest.raises(NotPossible):
            proposals.call_bot(code=code, player=1)
        assert not snapshot_for(code).may_propose(Proposal.END, 0)

    def test_after_two_weeks_it_goes_on_without_who_never_came(self, time: Time) -> None:
        code = self.paused()
        time.passes(pauses.OTHERS_LAST.total_seconds())
        ticker.serve_due()
        assert not is_paused(code)
        proposals.call_bot(code=code, player=1)

    def test_it_is_not_agreed_behind_the_back_of_who_is_away(self, time: Time, client_for: ClientFor) -> None:
        """The two others need not come back for two weeks, and nobody else could let the game go on."""
        code = three_people(patience=30)
        time.passes(60)
        here(code, (0, 1))
        propose(code, 0, Proposal.PAUSE)
        reply(code, 1)
        assert not is_paused(code)
        assert "still to agree" in client_for(user_at(code, 1)).get(f"/tables/{code}/").text

    def test_one_refusal_is_enough(self) -> None:
        code = three_people()
        propose(code, 0, Proposal.PAUSE)
        reply(code, 1, agree=False)
        assert not is_paused(code)
        assert snapshot_for(code).refused is not None


class TestAbsence:
    def test_others_wait_for_who_is_away(self, time: Time) -> None:
        code = three_people(clock="fast", patience=30)
        time.passes(presence.GONE_AFTER)
        here(code, (0, 1))
        with pytest.raises(NotPossible):
            pauses.wait_for(code=code, player=0, absent=1)
        with pytest.raises(NotPossible):
            pauses.wait_for(code=code, player=0, absent=0)
        pauses.wait_for(code=code, player=0, absent=2)
        time.passes(600)
        ticker.serve_due()
        assert is_paused(code)
        pauses.come_back(code=code, player=2)
        assert not is_paused(code)

    def test_whoever_waits_may_go_on_without(self, time: Time) -> None:
        code = three_people()
        time.passes(presence.GONE_AFTER)
        pauses.wait_for(code=code, player=0, absent=2)
        pauses.come_back(code=code, player=1)
        assert not is_paused(code)

    def test_table_does_not_wait_again_and_again_for_two_who_mean_to_hold_up_the_third(self, time: Time) -> None:
        code = three_people()
        time.passes(presence.GONE_AFTER)
        here(code, (0, 1))
        pauses.wait_for(code=code, player=0, absent=2)
        pauses.come_back(code=code, player=1)
        with pytest.raises(WaitedAlready):
            pauses.wait_for(code=code, player=0, absent=2)
        assert not is_paused(code)

    def test_table_waits_again_for_whoever_came_back(self, time: Time) -> None:
        code = three_people()
        for _ in range(2):
            time.passes(presence.GONE_AFTER)
            pauses.wait_for(code=code, player=0, absent=2)
            pauses.come_back(code=code, player=2)


class TestPage:
    def test_pause_is_begun_shown_and_ended_by_forms(self, client_for: ClientFor) -> None:
        code = three_people()
        ana, ben = (client_for(user_at(code, player)) for player in (0, 1))
        table = f"/tables/{code}/"
        assert 'id="pause"' in ana.get(table).text
        shown = ana.post(f"{table}pause/", {"reason": "phone"}, follow=True).text
        assert "You pause: the phone." in shown
        assert "Go on" in shown
        others = ben.get(table).text
        assert "pauses: the phone." in others
        assert "Go on" not in others
        assert 'id="paused"' not in ana.post(f"{table}back/", follow=True).text
        assert 'value="phone"' not in ana.get(table).text, "the one pause is over"
        assert ana.post(f"{table}pause/", {"reason": "ace of spades"}).status_code == 400

    def test_table_offers_no_moves_meanwhile(self, client_for: ClientFor) -> None:
        code = three_people()
        client = client_for(user_at(code, on_turn(code)))
        offered = 'class="bid-form'
        assert offered in client.get(f"/tables/{code}/").text
        pauses.pause(code=code, player=(on_turn(code) + 1) % 3, reason=PauseReason.DOOR)
        assert offered not in client.get(f"/tables/{code}/").text

    def test_button_to_wait_is_there_while_somebody_is_away(self, time: Time, client_for: ClientFor) -> None:
        code = three_people()
        time.passes(presence.GONE_AFTER)
        client = client_for(user_at(code, 0))
        assert f'action="/tables/{code}/wait/"' in client.get(f"/tables/{code}/").text
        answer = client.post(f"/tables/{code}/wait/", {"player": 2}, headers=HTMX)
        assert "The table waits for" in answer.text
        assert "Go on without waiting" in answer.text


def test_every_reason_has_words() -> None:
    assert set(reason_words()) == set(PauseReason)
