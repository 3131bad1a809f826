"""Boards that an Expert finished because their set closed: what it played counts for nobody, what was mostly the
player's own does.
"""

import random
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import bots
from games.competitions.ladders import rankings
from games.competitions.sets import closing, expert_line, moderation, queries, services
from games.competitions.sets.scoring import ladder
from games.engine import Action, State, view_for
from games.models import Board, BoardPlay, DealScore, DealSet, Game, SetKind, SetResult
from games.play import event_log
from games.play.bot_moves import Bot
from games.values import Stage
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge, play, play_on, serve_at_once, stored
from tests.tables import new_player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _quick_experts(monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(bot: Bot, state: State, rng: random.Random) -> Action:
        return bots.choose(view_for(state, bot.player), rng)

    monkeypatch.setattr(Bot, "choose", choose)


def open_set(kind: SetKind = SetKind.DAY) -> DealSet:
    """Return a set of today, which is open for another hour."""
    services.open_sets_of_day(timezone.now().date())
    DealSet.objects.update(opens_at=timezone.now(), closes_at=timezone.now() + timedelta(hours=1), bot_level="beginner")
    return DealSet.objects.get(kind=kind)


def begin(board: Board, user: User, tricks: int) -> str:
    """Let somebody play so many tricks of a board; return the code of its table."""
    return play_on(board, services.begin(board, user).code, tricks=tricks).code


def close(of_set: DealSet) -> None:
    """Let the set close in two hours, with all that Experts have to finish."""
    later = timezone.now() + timedelta(hours=2)
    closing.close_due(later)
    while expert_line.play_next():
        pass
    running = Game.objects.filter(board__deal_set=of_set, stage=Stage.DEAL)
    while codes := list(running.values_list("code", flat=True)):
        for code in codes:
            serve_at_once(code)
    closing.close_due(later)
    assert DealSet.objects.get(pk=of_set.pk).closed_at is not None


def results(of_set: DealSet) -> dict[str, tuple[int | None, float | None, int]]:
    rows = SetResult.objects.filter(deal_set=of_set).values_list("user__username", "place", "percent", "boards")
    return {name: (place, percent, boards) for name, place, percent, boards in rows}


def test_board_that_an_expert_played_counts_as_not_played(client_for: ClientFor) -> None:
    of_day, idle, careless, careful = open_set(), new_player(), new_player(), new_player()
    board = board_of(of_day)
    begin(board, idle, tricks=0)
    begin(board, careless, tricks=1)
    play(board, careful)
    close(of_day)
    assert set(BoardPlay.objects.filter(by_expert=True).values_list("user", flat=True)) == {idle.pk, careless.pk}
    assert results(of_day) == {careful.username: (1, None, 1)}
    assert queries.days_played(idle) == []
    assert sum(queries.field_of(board).values()) == 1
    page = client_for(idle).get(f"/sets/{of_day.code}/").text
    assert "it counts as not played" in page
    assert f'<a href="/review/{BoardPlay.objects.get(user=idle).game.code}' not in page.partition("All results")[2]


def test_board_that_was_mostly_ones_own_counts_and_its_table_names_the_expert(client_for: ClientFor) -> None:
    of_day, user, other = open_set(), new_player(), new_player()
    board = board_of(of_day)
    code = begin(board, user, tricks=12)
    play(board, other)
    close(of_day)
    kept = BoardPlay.objects.get(user=user)
    assert (kept.by_expert, kept.counts) == (False, True)
    assert results(of_day)[user.username][0] is not None
    assert queries.days_played(user) == [of_day.day]
    bot = Game.objects.get(code=code).seats.get(user=user).bot_name
    page = client_for(user).get(reverse("games:table", args=[code])).text
    assert f"so an Expert, {bot}, played the rest" in plain(page)


def plain(page: str) -> str:
    """Return the page without the signs that isolate names."""
    return "".join(letter for letter in page if letter not in "\u2068\u2069")


def test_set_that_staff_close_follows_the_same_rule() -> None:
    of_day, idle, player = open_set(), new_player(), new_player()
    begin(board_of(of_day), idle, tricks=0)
    begin(board_of(of_day), player, tricks=12)
    moderation.close(of_day, by=new_player(), reason="")
    close(of_day)
    assert results(of_day).keys() == {player.username}


def test_one_board_by_an_expert_is_a_board_that_was_not_played(client_for: ClientFor) -> None:
    of_eight, idle, player = open_set(SetKind.EIGHT), new_player(), new_player()
    of_eight.boards.filter(number__gt=2).delete()
    for number in (1, 2):
        play(board_of(of_eight, number), player)
    play(board_of(of_eight, 1), idle)
    begin(board_of(of_eight, 2), idle, tricks=0)
    close(of_eight)
    assert results(of_eight)[player.username][0] == 1
    assert (results(of_eight)[idle.username][0], results(of_eight)[idle.username][2]) == (None, 1)
    assert "by an Expert" in client_for(idle).get(f"/sets/{of_eight.code}/").text
    assert of_eight.day is not None
    User.objects.update(is_guest=False)
    entries = rankings.entries_of(rankings.period_of("month", of_eight.day))
    assert {entry.participant for entry in entries} == {player.pk}


@pytest.mark.parametrize("seed", range(10))
def test_expert_raises_nobody_s_place(seed: int) -> None:
    """Whatever an Expert makes of a board: its player has no place, and all others have those that they would have if
    the board had not been begun.
    """
    rng, of_set, people = random.Random(seed), challenge(boards=3), [new_player() for _ in range(6)]
    for number in (1, 2, 3):
        for user in people:
            stored(board_of(of_set, number), user, points=rng.randint(48, 54))
    replaced = [play.pk for play in BoardPlay.objects.all() if rng.random() < 0.3]
    of_experts = BoardPlay.objects.filter(pk__in=replaced)
    users = set(of_experts.values_list("user", flat=True))
    of_experts.update(by_expert=True, points=430)
    with_experts = ladder(queries.results_of(of_set))
    assert all((entry.place is None) == (entry.participant in users) for entry in with_experts)
    BoardPlay.objects.filter(pk__in=replaced).delete()
    assert ladder(queries.results_of(of_set)) == with_experts


def test_score_says_who_has_played_a_deal() -> None:
    board, user = board_of(challenge()), new_player()
    deal = event_log.current_deal(play(board, user))
    rows = DealScore.objects.filter(deal=deal).values_list("player", "by_bot")
    assert dict(rows) == {player: player != board.player for player in range(3)}
