"""Vacations: the clocks of games by turns stand still, for so many days a year."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.utils.html import strip_tags

from accounts.models import User
from accounts.preferences import vacation
from accounts.preferences.vacation import OnVacation, TooManyDays
from games.play import ticker
from games.values import Author, Proposal
from tests.clients import ClientFor
from tests.play.player_clocks import authors, clock_of, due_in, to_act
from tests.play.proposing import move_once, propose
from tests.tables import Time, act, new_player, serve, snapshot_for, three_people, user_at

pytestmark = pytest.mark.django_db

DAY = 24 * 60 * 60


class TestVacation:
    def test_clock_stands_still_until_the_vacation_ends(self, time: Time, client_for: ClientFor) -> None:
        code = three_people(clock="1day")
        player = to_act(code)
        time.passes(DAY / 2)
        vacation.begin(user_at(code, player), 7)
        assert clock_of(code, player).move == DAY / 2
        assert due_in(code) == pytest.approx(7.5 * DAY, abs=2)
        other = user_at(code, next(seat for seat in range(3) if seat != player))
        assert "on vacation until" in client_for(other).get(f"/tables/{code}/").text
        time.passes(7 * DAY + DAY / 2 - 60)
        assert ticker.serve_due() == 0
        assert clock_of(code, player).move == 60
        assert "on vacation until" not in client_for(other).get(f"/tables/{code}/").text
        time.passes(62)
        ticker.serve_due()
        assert authors(code)[-1] == Author.CLOCK

    @pytest.mark.parametrize(("language", "day"), [("en", "until 5 Dec"), ("es", "hasta el 5 dic")])
    def test_the_others_see_until_which_day(self, client: Client, time: Time, language: str, day: str) -> None:
        time.now = time.now.replace(year=2027, month=12, day=1)
        code = three_people(clock="1day")
        vacation.begin(user_at(code, 0), 4)
        page = client.get(f"/tables/{code}/", headers={"Accept-Language": language}).text
        assert day in strip_tags(page)

    def test_turn_that_comes_during_a_vacation_begins_after_it(self, time: Time) -> None:
        code = three_people(clock="1day")
        first = to_act(code)
        second = (first + 1) % 3
        vacation.begin(user_at(code, second), 3)
        act(code)
        assert to_act(code) == second
        assert due_in(code) == pytest.approx(4 * DAY, abs=2)

    def test_who_comes_back_early_has_the_clock_run_and_gets_whole_days_back(self, time: Time) -> None:
        code = three_people(clock="1day")
        player = to_act(code)
        user = user_at(code, player)
        vacation.begin(user, 10)
        assert vacation.days_left(user) == vacation.DAYS_A_YEAR - 10
        time.passes(1.5 * DAY)
        vacation.end(user)
        assert vacation.days_left(user) == vacation.DAYS_A_YEAR - 2
        assert due_in(code) == pytest.approx(DAY, abs=2)
        vacation.end(user)
        assert vacation.days_left(user) == vacation.DAYS_A_YEAR - 2

    def test_take_back_during_a_vacation_leaves_the_clock_alone(self, time: Time) -> None:
        code = three_people(clock="1day")
        mover = move_once(code)
        player = to_act(code)
        vacation.begin(user_at(code, player), 5)
        propose(code, mover, Proposal.TAKE_BACK)
        time.passes(DAY + 2)
        serve(code)
        assert snapshot_for(code).proposal is None
        assert clock_of(code, player).move == DAY
        assert due_in(code) == pytest.approx(5 * DAY - 2, abs=2)

    def test_proposal_does_not_wait_for_the_end_of_a_vacation_that_begins_meanwhile(self, time: Time) -> None:
        code = three_people(clock="1day")
        mover = move_once(code)
        player = to_act(code)
        propose(code, mover, Proposal.TAKE_BACK)
        time.passes(DAY / 2)
        vacation.begin(user_at(code, player), 5)
        time.passes(DAY + 2)
        serve(code)
        assert snapshot_for(code).proposal is None
        assert clock_of(code, player).move == DAY

    def test_days_are_limited_and_counted_by_year(self, time: Time) -> None:
        user = new_player()
        time.now = time.now.replace(year=2027, month=2, day=1)
        for days in (0, -1, vacation.DAYS_A_YEAR + 1):
            with pytest.raises(TooManyDays):
                vacation.begin(user, days)
        vacation.begin(user, vacation.DAYS_A_YEAR)
        with pytest.raises(OnVacation):
            vacation.begin(user, 1)
        time.now = time.now.replace(year=2028)
        assert vacation.days_left(User.objects.get(pk=user.pk)) == vacation.DAYS_A_YEAR

    def test_games_with_fast_clocks_do_not_wait(self, time: Time) -> None:
        code = three_people(clock="normal")
        before = due_in(code)
        vacation.begin(user_at(code, to_act(code)), 3)
        assert due_in(code) == before

    def test_page_begins_and_ends_a_vacation(self, client_for: ClientFor) -> None:
        user = new_player()
        client = client_for(user)
        for days in ("", "x", "0", "31", "9" * 30):
            assert (
                client.post("/me/settings/account/vacation/", {"days": days}).status_code
                == HTTPStatus.UNPROCESSABLE_ENTITY
            )
        assert (
            "You are on vacation until"
            in client.post("/me/settings/account/vacation/", {"days": "30"}, follow=True).text
        )
        again = client.post("/me/settings/account/vacation/", {"days": "1"}, follow=True)
        assert "You are on vacation until" in again.text
        assert "have that many days" not in again.text
        assert "Your clocks run again." in client.post("/me/settings/account/vacation/", {"end": "1"}, follow=True).text
        assert not User.objects.get(pk=user.pk).is_on_vacation
