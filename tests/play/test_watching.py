"""The public games that may be watched, and the one that the home page shows."""

import pytest

from accounts.base.choices import Visibility
from games.engine import Rules
from games.lobby import queries
from games.models import Game
from games.play import onlookers, presence
from tests.tables import Time, close_table, finish_deals, here, play_on, snapshot_for, three_people

pytestmark = pytest.mark.django_db


def listed() -> list[str]:
    return [table.code for table in queries.running_tables()]


def test_public_games_are_listed_newest_first_while_they_run() -> None:
    first, second = three_people(public=True), three_people(public=True)
    three_people()
    three_people(public=True, spectators=False)
    assert listed() == [second, first]
    close_table(second)
    assert listed() == [first]


def test_game_that_everybody_has_left_is_not_listed(time: Time) -> None:
    _, played = three_people(public=True), three_people(public=True)
    time.passes(presence.LISTED_FOR)
    here(played, [1])
    assert listed() == [played]


def test_game_is_listed_with_points_after_the_last_deal_and_the_number_of_watchers() -> None:
    code = three_people(public=True)
    finish_deals(code)
    onlookers.note_onlookers([(code, "1", "Dora"), (code, "2", ""), (code, "3", "")])
    (table,) = queries.running_tables()
    assert [player.points for player in table.players] == list(snapshot_for(code).standing.points)
    assert table.watchers == 3


def test_ratings_are_listed_of_those_who_show_them_to_everybody() -> None:
    rated = three_people(rules=Rules(target=100))
    play_on(rated, lambda snapshot: snapshot.winner is not None)
    users = [seat.user for seat in Game.objects.get(code=rated).seats.order_by("player") if seat.user]
    code = three_people(public=True)
    for seat, user in zip(Game.objects.get(code=code).seats.order_by("player"), users, strict=True):
        seat.user = user
        seat.save()
    users[1].visibility = Visibility.PLAYERS
    users[1].save()
    (table,) = queries.running_tables()
    assert [player.rating is None for player in table.players] == [False, True, False]


def test_home_page_shows_the_game_with_most_watchers_until_it_ends() -> None:
    watched, newest = three_people(public=True), three_people(public=True)
    onlookers.note_onlookers([(watched, "1", "")])
    assert queries.featured() == watched
    onlookers.note_onlookers([(newest, "2", ""), (newest, "3", "")])
    assert queries.featured() == watched
    close_table(watched)
    assert queries.featured() == newest
    close_table(newest)
    assert queries.featured() == ""


def test_home_page_shows_no_game_one_deal_behind() -> None:
    code = three_people(public=True, delayed=True)
    assert (listed(), queries.featured()) == ([code], "")
