"""Boards at the table: the same cards and the same bots for everybody, one try each, and nothing of it before."""

import random
from collections import defaultdict
from datetime import timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.cache import cache
from django.utils import timezone
from redis.exceptions import ConnectionError as NotConnected

from accounts.models import User
from accounts.personal_data.deletion import delete_or_anonymise
from accounts.signing_in.guests import create_guest
from accounts.site_config.errors import ActionDenied
from games import bots
from games.competitions.sets import closing, expert_line, moderation, queries, services
from games.competitions.sets.scoring import ladder
from games.competitions.sets.services import CardsSeen, NotOpen
from games.engine import PLAYERS, Action, BidMade, Peeked, PeekRule, Player, Rules, State, view_for
from games.learning import training
from games.lobby import tables
from games.models import (
    Board,
    BoardPlay,
    BotChoice,
    DealResult,
    DealSet,
    Game,
    GameResult,
    Insight,
    SetKind,
    SetResult,
    Tally,
)
from games.play import checking, game_moderation, presence, proposals
from games.play.bot_moves import Bot
from games.play.errors import NotPossible
from games.play.modes import boards
from games.play.spectators import NotForSpectators
from games.review import queries as reviews
from games.values import Proposal, Stage, TableOptions
from tests.competitions.sets.sets import (
    DAY,
    board_of,
    challenge,
    log_of,
    play,
    play_step_by_step,
    serve_at_once,
    stored,
)
from tests.site_config import set_site_settings
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def with_lines(boards: list[Board]) -> list[bool]:
    """Return for each of these boards whether an Expert has played it."""
    return [Board.objects.get(pk=board.pk).expert_points is not None for board in boards]


@pytest.mark.parametrize("peek", [PeekRule.NONE, PeekRule.FLIP2])
def test_same_moves_give_the_same_deal_card_by_card(peek: PeekRule) -> None:
    board = board_of(challenge(rules=Rules(peek=peek)))
    one = log_of(play_step_by_step(board, new_player()))
    two = log_of(play(board, new_player()))
    assert one == two


def test_bots_have_the_same_names_for_everybody_unless_the_player_has_one_of_them() -> None:
    board = board_of(challenge())

    def names(user: User) -> list[str]:
        seats = {seat.player: seat for seat in services.begin(board, user).seats.all()}
        return [seats[(board.player + step) % len(PLAYERS)].bot_name for step in (1, 2)]

    assert names(new_player()) == names(new_player()) == ["Greta", "Blaise"]
    assert "Greta" not in names(create_guest("Greta"))


def test_who_peeks_first_changes_no_choice_of_a_bot() -> None:
    board = board_of(challenge(rules=Rules(peek=PeekRule.THREE)))
    hands = boards.dealt(board, board.deal_set.root, boards.board_facts(board))
    one, two, three = (Peeked(player, (0, 1, player + 2)) for player in PLAYERS)
    bid = BidMade(0, 3, frozenset())
    assert boards.position_of([hands, two, one, three, bid], 1) == boards.position_of([hands, one, two, three, bid], 1)


def test_experts_choose_the_same_without_what_was_stored_before() -> None:
    board = board_of(challenge(level="expert"))
    one = log_of(play(board, new_player()))
    assert BotChoice.objects.filter(board=board).exists()
    BotChoice.objects.all().delete()
    assert log_of(play(board, new_player())) == one


def test_stored_choice_outlives_a_change_of_the_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_of(challenge())
    one = log_of(play(board, new_player()))
    monkeypatch.setattr("games.play.bot_moves.Bot.choose", lambda *_: pytest.fail("a bot was asked again"))
    assert log_of(play(board, new_player())) == one


def test_bots_of_mixed_styles_are_the_same_for_everybody(monkeypatch: pytest.MonkeyPatch) -> None:
    board = board_of(challenge(level="club"))
    DealSet.objects.update(bot_style=bots.MIXED)
    styles = defaultdict[Player, set[str]](set)

    def choose(bot: Bot, state: State, _rng: random.Random) -> Action:
        styles[bot.player].add(bot.style)
        return bots.choose(view_for(state, bot.player), random.Random(0))

    monkeypatch.setattr(Bot, "choose", choose)
    for _ in range(6):
        play(board, new_player())
    assert [len(used) for used in styles.values()] == [1, 1]


def test_boards_of_a_set_differ_and_seats_take_turns() -> None:
    of_set = challenge(boards=3)
    deals = [log_of(services.begin(board_of(of_set, number), new_player())) for number in (1, 2, 3)]
    assert len({str(deal) for deal in deals}) == 3
    assert {board.player for board in of_set.boards.all()} == {0, 1, 2}


def test_second_try_is_the_first_game() -> None:
    board, user = board_of(challenge()), new_player()
    game = services.begin(board, user)
    assert services.begin(board, user) == game
    assert play(board, user) == game
    assert services.begin(board, user) == game
    assert BoardPlay.objects.filter(board=board).count() == 1


def test_boards_are_none_of_the_games_of_which_a_player_may_have_only_so_many() -> None:
    of_set, user = challenge(boards=3), new_player()
    set_site_settings(most_games=1)
    for number in (1, 2, 3):
        services.begin(board_of(of_set, number), user)
    tables.open_table(host=user, rules=Rules(), name="", options=TableOptions())
    with pytest.raises(tables.TooManyGames):
        tables.open_table(host=user, rules=Rules(), name="", options=TableOptions())


def test_result_is_stored_and_statistics_are_not() -> None:
    board, user = board_of(challenge()), new_player()
    game = play(board, user)
    scored = game.deals.get().scores.get(player=board.player)
    kept = BoardPlay.objects.get(board=board, user=user)
    assert (kept.points, kept.bid, kept.contract) == (scored.total, scored.bid, scored.contract)
    assert kept.tricks == scored.side_tricks
    assert (kept.finished_at, kept.by_expert) == (game.deals.get().finished_at, False)
    assert game.stage == Stage.CLOSED
    for rows in (DealResult, GameResult, Tally):
        assert not rows.objects.exists()


def test_nobody_leaves_takes_back_or_gets_hints() -> None:
    board, user = board_of(challenge()), new_player()
    code = services.begin(board, user).code
    with pytest.raises(NotPossible):
        proposals.give_up(code=code, player=board.player)
    with pytest.raises(NotPossible):
        proposals.propose(code=code, player=board.player, kind=Proposal.TAKE_BACK)
    with pytest.raises(NotPossible):
        proposals.propose(code=code, player=board.player, kind=Proposal.END)


def test_who_has_seen_the_cards_as_staff_plays_no_more() -> None:
    board, staff = board_of(challenge()), new_player()
    Insight.objects.create(game=services.begin(board, new_player()), user=staff)
    with pytest.raises(CardsSeen):
        services.begin(board, staff)


def test_staff_do_not_look_at_the_cards_of_a_board_that_they_play() -> None:
    board, staff = board_of(challenge()), new_player()
    services.begin(board, staff)
    theirs = services.begin(board, new_player())
    with pytest.raises(ActionDenied):
        game_moderation.show_cards(code=theirs.code, by=staff, reason="")


def test_review_is_for_who_has_finished_the_board() -> None:
    board, others = board_of(challenge()), new_player()
    game = play(board, new_player())
    for when in ("before", "begun"):
        with pytest.raises(NotForSpectators):
            reviews.reviewed_deals(game.code, others)
        if when == "before":
            services.begin(board, others)
    play(board, others)
    assert reviews.reviewed_deals(game.code, others)
    with pytest.raises(NotForSpectators):
        reviews.reviewed_deals(game.code, new_player())


def test_nothing_of_a_board_is_an_exercise() -> None:
    play(board_of(challenge()), new_player())
    assert training.next_played(None) is None


def test_damaged_board_is_noticed() -> None:
    board = board_of(challenge())
    game = play(board, new_player())
    assert list(checking.differences(game)) == []
    board.points = [10, 0, 0]
    board.save()
    assert "board" in " ".join(checking.differences(Game.objects.get(pk=game.pk)))


def test_board_of_a_removed_account_ends_without_result() -> None:
    board, user = board_of(challenge()), new_player()
    code = services.begin(board, user).code
    delete_or_anonymise(user)
    assert Game.objects.get(code=code).stage == Stage.CLOSED
    assert not BoardPlay.objects.filter(board=board, points__isnull=False).exists()


def test_void_game_is_left_out_of_the_field() -> None:
    board, staff = board_of(challenge()), new_player()
    game = play(board, new_player())
    assert sum(queries.field_of(board).values()) == 1
    game_moderation.void(code=game.code, by=staff, public_reason="A mistake.", reason="")
    assert not queries.field_of(board)
    assert not queries.finished_plays(board.deal_set).exists()


def test_staff_seat_no_bot_at_a_board(monkeypatch: pytest.MonkeyPatch) -> None:
    board, staff = board_of(challenge()), new_player()
    code = services.begin(board, new_player()).code
    monkeypatch.setattr(presence, "is_here", lambda *_: False)
    with pytest.raises(ActionDenied):
        game_moderation.seat_bot(code=code, by=staff, player=board.player, reason="")


class TestClosing:
    def of_day(self) -> DealSet:
        today = timezone.now().date()
        services.open_sets_of_day(today)
        services.open_sets_of_day(today)
        of_day = DealSet.objects.get(kind=SetKind.DAY)
        of_day.bot_level = "beginner"
        of_day.save()
        return of_day

    def test_closed_set_takes_nobody(self) -> None:
        of_day = self.of_day()
        DealSet.objects.update(opens_at=DAY - timedelta(days=2), closes_at=DAY - timedelta(days=1))
        with pytest.raises(NotOpen):
            services.begin(board_of(of_day), new_player())

    def test_set_that_closed_while_somebody_waited_takes_nobody(self) -> None:
        of_day = self.of_day()
        DealSet.objects.update(opens_at=timezone.now(), closes_at=timezone.now() + timedelta(hours=1))
        board = board_of(of_day)
        DealSet.objects.update(closes_at=timezone.now(), closed_at=timezone.now())  # after the page has read it
        with pytest.raises(NotOpen):
            services.begin(board, new_player())
        assert not Game.objects.exists()

    def test_set_of_tomorrow_takes_nobody(self) -> None:
        services.open_sets_of_day((timezone.now() + timedelta(days=1)).date())
        with pytest.raises(NotOpen):
            services.begin(board_of(DealSet.objects.get(kind=SetKind.DAY)), new_player())

    @pytest.mark.slow
    def test_expert_finishes_what_was_begun(self) -> None:
        of_day = self.of_day()
        DealSet.objects.update(opens_at=timezone.now(), closes_at=timezone.now() + timedelta(hours=1))
        done, begun = new_player(), new_player()
        play(board_of(of_day), done)
        code = services.begin(board_of(of_day), begun).code
        later = timezone.now() + timedelta(hours=2)
        closing.close_due(later)
        while expert_line.play_next():
            pass
        closing.close_due(later)
        assert not SetResult.objects.exists()
        with pytest.raises(NotPossible):
            proposals.take_seat(code=code, player=board_of(of_day).player)
        while Game.objects.get(code=code).stage == Stage.DEAL:
            serve_at_once(code)
        closing.close_due(later)
        kept = BoardPlay.objects.get(user=begun)
        assert kept.by_expert
        assert kept.points is not None
        assert not BoardPlay.objects.get(user=done).by_expert
        assert set(SetResult.objects.filter(deal_set=of_day).values_list("user", flat=True)) == {done.pk}
        assert DealSet.objects.get(pk=of_day.pk).closed_at == later

    def test_expert_takes_over_from_a_person_and_not_from_the_bots(self, monkeypatch: pytest.MonkeyPatch) -> None:
        levels: set[tuple[Player, str]] = set()

        def choose(bot: Bot, state: State, rng: random.Random) -> Action:
            levels.add((bot.player, bot.level))
            return bots.choose(view_for(state, bot.player), rng)

        monkeypatch.setattr(Bot, "choose", choose)
        board = board_of(self.of_day())
        DealSet.objects.update(opens_at=timezone.now(), closes_at=timezone.now() + timedelta(hours=1))
        code = services.begin(board, new_player()).code
        closing.close_due(timezone.now() + timedelta(hours=2))
        while Game.objects.get(code=code).stage == Stage.DEAL:
            serve_at_once(code)
        assert levels == {(player, "expert" if player == board.player else "beginner") for player in PLAYERS}

    def test_results_of_an_interrupted_closing_are_not_left_behind(self) -> None:
        of_day, staff, removed = self.of_day(), new_player(), new_player()
        DealSet.objects.update(opens_at=timezone.now() - timedelta(hours=1), closes_at=timezone.now())
        stored(board_of(of_day), removed, new_player())
        closing.store_results(of_day, timezone.now())
        DealSet.objects.update(closed_at=None)  # as if the process had been killed just before
        moderation.remove_participant(of_day, by=staff, name=removed.username, reason="")
        closing.store_results(of_day, timezone.now())
        assert not SetResult.objects.filter(user=removed).exists()

    def test_set_stays_open_if_a_result_is_taken_out_while_it_closes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        of_day, staff, removed = self.of_day(), new_player(), new_player()
        stored(board_of(of_day), removed, new_player())

        def remove_first(entries: Any) -> Any:
            moderation.remove_participant(of_day, by=staff, name=removed.username, reason="")
            return ladder(entries)

        with monkeypatch.context() as patch:
            patch.setattr(closing, "ladder", remove_first)
            closing.store_results(of_day, timezone.now())
        assert DealSet.objects.get(pk=of_day.pk).closed_at is None
        closing.store_results(of_day, timezone.now())
        assert DealSet.objects.get(pk=of_day.pk).closed_at is not None
        assert not SetResult.objects.filter(user=removed).exists()

    def test_set_that_is_declared_void_while_it_closes_has_no_results(self, monkeypatch: pytest.MonkeyPatch) -> None:
        of_day, staff = self.of_day(), new_player()
        DealSet.objects.exclude(pk=of_day.pk).delete()
        stored(board_of(of_day), new_player())

        def void_first(entries: Any) -> Any:
            moderation.void(of_day, by=staff, public_reason="A mistake.", reason="")
            return ladder(entries)

        monkeypatch.setattr(closing, "ladder", void_first)
        closing.store_results(of_day, timezone.now())
        of_day.refresh_from_db()
        assert of_day.closed_at is None
        closing.close_due(timezone.now() + closing.GRACE)
        of_day.refresh_from_db()
        assert of_day.closed_at is not None
        assert not SetResult.objects.exists()

    def test_void_set_waits_for_boards_that_are_being_begun(self) -> None:
        of_day = self.of_day()
        moderation.void(of_day, by=new_player(), public_reason="A mistake.", reason="")
        DealSet.objects.update(closes_at=timezone.now())
        closing.close_due(timezone.now())
        assert DealSet.objects.get(pk=of_day.pk).closed_at is None
        closing.close_due(timezone.now() + closing.GRACE)
        assert DealSet.objects.get(pk=of_day.pk).closed_at is not None

    def test_expert_plays_for_sets_that_wait_to_close_before_challenges(self) -> None:
        of_challenge = challenge()
        stored(board_of(of_challenge), new_player())
        of_day = self.of_day()
        DealSet.objects.filter(pk=of_day.pk).update(closes_at=timezone.now())
        closing.close_due(timezone.now())
        assert expert_line.play_next()
        assert board_of(of_day).expert_points is not None
        assert board_of(of_challenge).expert_points is None

    def test_expert_plays_the_board_once(self) -> None:
        of_set = challenge(boards=3)
        assert not expert_line.play_next()
        play(board_of(of_set, 2), new_player())
        assert [expert_line.play_next() for _ in range(2)] == [True, False]
        assert board_of(of_set, 2).expert_points is not None

    def test_board_that_another_process_plays_is_left_to_it(self) -> None:
        wanted = self.wanted_boards()
        cache.add(f"expert-line:{wanted[0].pk}", True)
        assert [expert_line.play_next() for _ in range(2)] == [True, False]
        assert with_lines(wanted) == [False, True]
        cache.delete(f"expert-line:{wanted[0].pk}")  # as after its time, if that process has died
        assert expert_line.play_next()
        assert with_lines(wanted) == [True, True]

    def test_expert_plays_while_redis_is_away(self, monkeypatch: pytest.MonkeyPatch) -> None:
        wanted = self.wanted_boards()
        for ask in ("add", "delete"):
            monkeypatch.setattr(cache, ask, Mock(side_effect=NotConnected))
        assert expert_line.play_next()
        assert with_lines(wanted) == [True, False]

    def test_board_that_fails_is_put_off_and_stops_no_other(self, monkeypatch: pytest.MonkeyPatch) -> None:
        wanted = self.wanted_boards()
        play_board = expert_line.play

        def play_or_fail(board: Board) -> State:
            if board == wanted[0]:
                raise ValueError
            return play_board(board)

        monkeypatch.setattr(expert_line, "play", play_or_fail)
        with pytest.raises(ValueError):  # noqa: PT011  # the ticker logs it
            expert_line.play_next()
        assert [expert_line.play_next() for _ in range(2)] == [True, False]
        assert with_lines(wanted) == [False, True]

    def wanted_boards(self) -> list[Board]:
        of_set = challenge(boards=2)
        of_set.boards.update(expert_wanted=True)
        return [board_of(of_set, number) for number in (1, 2)]

    def test_set_that_fails_keeps_no_other_open(self, monkeypatch: pytest.MonkeyPatch) -> None:
        services.open_sets_of_day(timezone.now().date())
        DealSet.objects.update(void_reason="A mistake.", closes_at=DAY)
        end = closing._end
        failing = DealSet.objects.order_by("pk").first()

        def end_or_fail(deal_set: DealSet, *others: Any, **more: Any) -> int:
            if deal_set == failing:
                raise ValueError
            return end(deal_set, *others, **more)

        monkeypatch.setattr(closing, "_end", end_or_fail)
        closing.close_due(timezone.now())
        assert DealSet.objects.filter(closed_at__isnull=False).count() == 1
