"""Games that nobody looks at for hours or days, with all that a ticker does meanwhile."""

from datetime import timedelta

import pytest

from accounts.models import Notification, Push
from accounts.notifications import delivery
from accounts.notifications.services import subscribe
from games.engine import Phase
from games.lobby import queries as lobby_queries
from games.models import Game
from games.play import ticker, turn_notifications
from games.values import Author, Proposal
from tests.clients import ClientFor
from tests.play.player_clocks import authors, to_act
from tests.play.proposing import others, propose, reply
from tests.tables import Time, begin, new_player, snapshot_for, user_at

pytestmark = pytest.mark.django_db

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def passes(time: Time, period: timedelta, code: str) -> None:
    """Let time pass at a table, with a ticker that serves each step as soon as it is due."""
    end = time.now + period
    while time.now < end:
        due_at = Game.objects.values_list("due_at", flat=True).get(code=code)
        time.now = min(end, time.now + 6 * HOUR, (due_at or end) + timedelta(seconds=1))
        ticker.serve_due()
        turn_notifications.store()
        delivery.prepare_waiting()


def test_game_by_turns_that_was_ended_by_agreement_is_quiet(time: Time, client_for: ClientFor) -> None:
    """No clock runs, nobody is notified of a turn any more, and what was still on its way is withdrawn."""
    code = begin(new_player(), new_player(), new_player(), clock="1day")
    on_turn = user_at(code, to_act(code))
    subscribe(on_turn, "https://push.example.com/1", "key", "secret")
    passes(time, timedelta(minutes=1), code)
    assert (Notification.objects.count(), Push.objects.count()) == (1, 1)
    propose(code, 1, Proposal.END)
    for player in others(1):
        reply(code, player)
    passes(time, HOUR, code)
    assert (Notification.objects.count(), Push.objects.count()) == (1, 0)
    assert Game.objects.get(code=code).due_at is None
    for user in (user_at(code, player) for player in range(3)):
        assert lobby_queries.elsewhere(user).turns == 0
        assert lobby_queries.running_games(user) == []
        page = client_for(user).get(f"/tables/{code}/").text
        assert "The game ended without a winner." in page
        assert "data-seconds" not in page


def test_table_where_nobody_bids_for_eight_days(time: Time, client_for: ClientFor) -> None:
    """After seven days a bot bids once; the next player has seven more, and both are notified once, of the deadline."""
    code = begin(new_player(), new_player(), new_player(), clock="7days")
    first, began = to_act(code), time.now
    passes(time, 8 * DAY, code)
    assert authors(code)[-1] == Author.CLOCK
    assert snapshot_for(code).view.phase is Phase.BIDDING  # type: ignore[union-attr]
    assert len(snapshot_for(code).view.bids) == 1  # type: ignore[union-attr]
    second = to_act(code)
    assert snapshot_for(code).overdue == {first}
    notified = list(Notification.objects.order_by("pk").values_list("user", "expires_at"))
    assert [user for user, _until in notified] == [user_at(code, player).pk for player in (first, second)]
    deadlines = [until - began for _user, until in notified if until is not None]
    assert [round(until / DAY) for until in deadlines] == [7, 14]
    page = client_for(user_at(code, first)).get(f"/tables/{code}/").text
    assert "Your time was up: a bot moved for you." in page
    assert "5 d 23 h" in page or "6 d 0 h" in page
    assert "Call a bot" in client_for(user_at(code, second)).get(f"/tables/{code}/").text
