"""The round trip time to a browser, measured over its socket, and its effect on the player's clock."""

import json

import pytest
from asgiref.sync import sync_to_async

from accounts.models import User
from games.models import Seat
from games.play import clocks, presence
from games.sockets import heartbeat
from games.sockets.heartbeat import Latency
from tests.live.browsers import at_table
from tests.tables import act, snapshot_for, three_people, user_at


class TestLatency:
    def test_latency_is_the_average_of_the_last_round_trips(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(heartbeat, "ROUND_TRIPS", 2)
        trips = Latency()
        means = []
        for asked_at, answered_at in ((0.0, 0.9), (4.0, 4.1), (8.0, 8.3)):
            means.append(trips.answered(trips.ask(asked_at), answered_at))
        assert means == [pytest.approx(0.9), pytest.approx(0.5), pytest.approx(0.2)]

    def test_only_the_first_copy_of_the_word_is_an_answer(self) -> None:
        trips = Latency()
        assert trips.answered("", 0.0) is None
        word = trips.ask(0.0)
        assert trips.answered(Latency().ask(0.0), 1.0) is None
        assert trips.answered(word, 1.0) == 1.0
        assert trips.answered(word, 2.0) is None
        assert trips.ask(3.0) != word

    def test_next_word_waits_for_a_slow_answer(self) -> None:
        trips = Latency()
        word = trips.ask(0.0)
        assert trips.ask(4.0) is None
        assert trips.answered(word, 9.0) == 9.0


@sync_to_async
def table(**options: object) -> tuple[str, User]:
    """Return a table and its player who bids second."""
    code = three_people(**options)
    second = snapshot_for(code).view.bidding_order[1]  # type: ignore[union-attr]
    return code, user_at(code, second)


@sync_to_async
def lag_of_next_move(code: str) -> float:
    """Let the first player bid; return the second player's allowance for lag."""
    act(code)
    return Seat.objects.get(game__code=code, waiting_since__isnull=False).lag


@pytest.mark.django_db(transaction=True)
class TestOverTheSocket:
    @pytest.fixture(autouse=True)
    def _quick_heartbeats(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(presence, "SIGN_EVERY", 0.01)

    async def test_returned_word_sets_the_lag_of_the_next_move(self) -> None:
        code, user = await table(clock="normal")
        browser = await at_table(code, user)
        word = await browser.receive_from(timeout=10)
        assert set(json.loads(word)) == {"echo"}
        await browser.send_to(text_data=word)
        await browser.receive_from(timeout=10)
        assert await lag_of_next_move(code) != clocks.USUAL_LAG
        await browser.disconnect()

    async def test_browser_that_does_not_answer_has_the_usual_lag(self) -> None:
        code, user = await table(clock="normal")
        browser = await at_table(code, user)
        await browser.receive_from(timeout=10)
        assert await lag_of_next_move(code) == clocks.USUAL_LAG
        await browser.disconnect()

    async def test_table_without_clocks_sends_signs_of_life_only(self) -> None:
        code, user = await table()
        browser = await at_table(code, user)
        assert {await browser.receive_from(timeout=10) for _ in range(3)} == {"{}"}
        await browser.disconnect()
