"""Duplicate tables: three boards, each dealt three times, through the services (docs/duplicate.md)."""

from collections import Counter, defaultdict
from dataclasses import replace

import pytest

from games import engine
from games.engine import DUMMY, PLAYERS, Card, PeekRule, Rules, Standing, State, Suit, board_of, position_of
from games.lobby import tables
from games.models import Deal, DealResult, Game, GameResult, RatingChange, Seat, options_of, rules_of
from games.play import checking, event_log, loading, proofs
from games.play.table import take_full_snapshot
from games.results import rebuild, services as results
from games.values import Stage
from tests.tables import (
    begin,
    close_table,
    deal,
    finish_deals,
    gather,
    host_of,
    new_player,
    snapshot_for,
    start,
    three_people,
)

pytestmark = pytest.mark.django_db


def states(code: str) -> list[State]:
    return [event_log.load_state(of_game) for of_game in Deal.objects.filter(game__code=code).order_by("number")]


def faults(code: str) -> list[str]:
    """Return what `check_games` and `rebuild_statistics` find wrong."""
    (batch,) = checking.batches(Game.objects.filter(code=code), 0)
    wrong = [fault for game in batch for fault in checking.differences(game)]
    rebuild.compare(lambda _done, _of: None, wrong.append)
    return wrong


def renamed(hand: tuple[Card, ...]) -> object:
    """Return what remains of a hand if its side suits may have any names."""
    suits = Counter(card.suit for card in hand if card.suit is not Suit.SPADES)
    spades = [str(card) for card in sorted(hand, key=str) if card.suit is Suit.SPADES]
    return str((spades, sorted(suits.values()), sorted(card.rank for card in hand)))


def test_game_of_three_people() -> None:
    """Everybody has every hand once, the ninth deal ends the game, and what is stored follows from its events."""
    code = begin(*(new_player() for _ in range(3)), rules=Rules(PeekRule.FLIP2, target=100, floor=-50), duplicate=True)
    for number in range(1, 10):
        assert Game.objects.get(code=code).stage == Stage.DEAL
        finish_deals(code)
        if number < 9:
            deal(code)
    game, over = Game.objects.get(code=code), snapshot_for(code)
    assert (game.stage, game.target, game.floor) == (Stage.OVER, 500, None)
    assert game.winner == engine.duplicate_winner(over.standing.points)
    assert faults(code) == []

    positions, boards = defaultdict[object, set[int]](set), defaultdict[object, set[object]](set)
    totals = [0, 0, 0]
    for number, (state, line) in enumerate(zip(states(code), over.finished, strict=True), start=1):
        hands = {position_of(player, state.dealer): renamed(state.dealt[player]) for player in PLAYERS}
        boards[board_of(number)].add((hands[0], hands[1], hands[2], renamed(state.dealt[DUMMY])))
        for player in PLAYERS:
            positions[board_of(number), player].add(position_of(player, state.dealer))
        assert state.before == Standing()
        totals = [before + score.total for before, score in zip(totals, engine.score(state), strict=True)]
        assert [score.points_after for score in line.scores] == totals
    assert list(positions.values()) == [{0, 1, 2}] * 9
    assert [len(dealt) for dealt in boards.values()] == [1, 1, 1]
    assert over.standing == Standing((totals[0], totals[1], totals[2]))

    assert loading.finished_deals(game) == over.finished
    assert set(Deal.objects.values_list("counted", flat=True)) == {True}  # they are in no statistic of cards
    assert DealResult.objects.filter(score__deal__game=game).count() == 27
    rows = GameResult.objects.filter(game=game)
    assert {(row.deals, row.bags, row.place is None) for row in rows} == {(9, 0, False)}
    assert RatingChange.objects.filter(game=game).exists()


def test_game_with_bots_and_its_rematch() -> None:
    code = begin(new_player(), rules=Rules(PeekRule.THREE), duplicate=True)
    finish_deals(code, 9)
    assert faults(code) == []
    looks = defaultdict[object, set[tuple[int, ...]]](set)
    for number, state in enumerate(states(code), start=1):
        for peek in state.peeks:
            if peek.player != 0:
                looks[board_of(number), position_of(peek.player, state.dealer)].add(peek.places)
    assert [len(places) for places in looks.values()] == [1] * 9
    again = tables.rematch(code=code, user=host_of(code))
    assert options_of(again).duplicate
    deal(again.code)
    assert states(again.code)[0].dealt != states(code)[0].dealt
    assert states(again.code)[0].dealer == snapshot_for(again.code).dealer
    assert faults(again.code) == []


def test_totals_before_the_deal_are_shown_with_its_last_trick() -> None:
    code = begin(new_player(), duplicate=True)
    finish_deals(code, 2)
    table = loading.load(Game.objects.get(code=code))
    before = take_full_snapshot(table).before_the_score
    assert before is not None
    assert before.base.standing == engine.standing_before(table.finished[1].scores, table.rules)
    assert list(before.base.standing.points) == [line.points_after for line in table.finished[0].scores]
    assert before.base.standing.bags == (0, 0, 0)


def test_check_reports_totals_that_were_changed() -> None:
    code = begin(new_player(), duplicate=True)
    finish_deals(code, 2)
    scores = Deal.objects.get(game__code=code, number=1).scores
    scores.update(points_after=scores.get(player=0).points_after + 1)
    assert any("differs in points_after" in fault for fault in faults(code))


def test_shared_highest_total_has_no_winner() -> None:
    game = Game.objects.get(code=gather(new_player(), duplicate=True))
    game.deal_number = 9
    assert results.stage_after(game, rules_of(game), (400, 400, 100)) == (Stage.OVER, None)
    assert results.stage_after(game, rules_of(game), (400, 401, 100)) == (Stage.OVER, 1)
    game.deal_number = 8
    assert results.stage_after(game, rules_of(game), (700, 400, 100)) == (Stage.SCORED, None)


def test_nobody_draws_and_the_plan_says_who_deals() -> None:
    code = gather(new_player(), duplicate=True)
    assert snapshot_for(code).dealer == 0
    start(code, host_of(code))
    seats = list(Seat.objects.filter(game__code=code).order_by("player"))
    planned = proofs.arrangement_of(Game.objects.get(code=code), 1, seats).dealer
    assert (snapshot_for(code).drawn, snapshot_for(code).dealer) == (None, planned)
    assert deal(code).dealer == planned


def test_game_that_ends_early_and_a_rematch_with_other_rules() -> None:
    code = three_people(duplicate=True)
    finish_deals(code)
    close_table(code)
    assert faults(code) == []
    again = tables.rematch(code=code, user=host_of(code))
    ordinary = replace(options_of(again), duplicate=False)
    tables.change_rules(code=again.code, host=host_of(again.code), rules=Rules(), name="", options=ordinary)
    assert not Game.objects.get(code=again.code).duplicate
