"""The results of finished deals and games, compared with the engine."""

from datetime import timedelta

import pytest
from hypothesis import given, strategies as st

from games.bots import Level
from games.engine import DUMMY, PLAYERS, NilResult, Player, bidding_order, score
from games.models import Company, Deal, DealResult, Game, GameResult, Rating, RatingChange, Tally
from games.play import game_moderation, game_rows, proposals
from games.play.event_log import load_state
from games.play.snapshot import Snapshot
from games.results import rebuild
from games.results.ratings import after_game
from games.results.skills import BOTS, NEWCOMER, Skill, places, weight
from games.values import Stage
from tests.finished_games import NOON, SHORT, played_game
from tests.tables import begin, close_table, new_player, play_on, scored, three_people

pytestmark = pytest.mark.django_db


def test_results_of_a_deal_equal_the_engine_s_scores() -> None:
    host, guest = new_player(), new_player()
    code = begin(host, guest)
    play_on(code, scored)
    deal = Deal.objects.get(game__code=code)
    state = load_state(deal)
    lines = DealResult.objects.filter(score__deal=deal).order_by("score__player")
    assert [line.user for line in lines] == [host, guest]
    for player, line in enumerate(lines):
        expected = score(state)[player]
        assert (line.points, line.declarer) == (expected.total, player == state.declarer)
        assert line.position == bidding_order(deal.dealer).index(player)
        assert line.company == Company.BOTS
        tally = Tally.objects.get(user=line.user)
        assert (tally.contract, tally.tricks) == (expected.contract, expected.side_tricks)
        assert (tally.deals, tally.points, tally.penalties) == (1, expected.total, expected.bag_penalty)
        assert nils_of(tally) == expected_nils(expected.nils, player)
    assert [(line.left, line.right) for line in lines] == [(guest.pk, None), (None, host.pk)]
    assert [result.points for result in GameResult.objects.order_by("player")] == [
        line.points_after for line in score(state)[:2]
    ]


def nils_of(tally: Tally) -> list[tuple[int, int]]:
    return [(getattr(tally, f"{hand}_made"), getattr(tally, f"{hand}_failed")) for hand in ("own", "partner", "dummy")]


def expected_nils(nils: tuple[NilResult, ...], player: Player) -> list[tuple[int, int]]:
    """How many nils were made and failed, on the player's own hand, on another player's and on the dummy."""
    others = [hand for hand in PLAYERS if hand != player]
    results = [[nil.made for nil in nils if nil.hand in hands] for hands in ([player], others, [DUMMY])]
    return [(made.count(True), made.count(False)) for made in results]


def test_game_is_rated_once_at_its_end_on_four_ladders() -> None:
    ana, ben, cleo = new_player(), new_player(), new_player()
    played_game(ana, ben, cleo, finished=False)
    assert not Rating.objects.exists()
    game = played_game(ana, ben, cleo)
    assert {(rating.ladder.bidding, rating.ladder.month) for rating in Rating.objects.all()} == {
        ("", ""), ("standard", ""), ("", "2026-03"), ("standard", "2026-03")
    }  # fmt: skip
    final = GameResult.objects.filter(game=game).order_by("player")
    expected = after_game([NEWCOMER] * 3, places([result.points for result in final]), weight=weight(game.target))
    for user, skill in zip((ana, ben, cleo), expected, strict=True):
        assert skill is not None
        for rating in Rating.objects.filter(user=user):
            assert (rating.mu, rating.sigma, rating.games) == (skill.mu, skill.sigma, 1)
    assert (
        Rating.objects.filter(wins=1, ladder__bidding="", ladder__month="").get().user
        == [ana, ben, cleo][game.winner or 0]
    )
    assert RatingChange.objects.filter(game=game).count() == 12


def test_games_with_bots_have_their_own_ladders_and_bots_keep_their_skill() -> None:
    ana = new_player()
    played_game(ana, None, None)
    assert [rating.ladder.company for rating in Rating.objects.filter(ladder__bidding="", ladder__month="")] == ["bots"]
    assert after_game([NEWCOMER, None, None], (1, 2, 3))[1:] == (None, None)


def test_beating_better_bots_gives_a_higher_rating() -> None:
    gained = [after_game([NEWCOMER, None, None], (1, 2, 3), level)[0] for level in Level]
    assert [skill.mu for skill in gained if skill] == sorted(skill.mu for skill in gained if skill)
    assert all(skill.sigma < NEWCOMER.sigma for skill in BOTS.values())
    ana = new_player()
    game = played_game(ana, None, None)
    Game.objects.update(bot_level=Level.BEGINNER)
    later = played_game(ana, None, None, at=NOON + timedelta(days=1))
    changes = RatingChange.objects.filter(ladder__bidding="", ladder__month="")
    before = changes.get(game=later).mu
    game_moderation.void(code=game.code, by=ana, public_reason="A test", reason="A note")
    assert changes.get(game=later).mu != before
    assert changes.get(game=later).mu_before == NEWCOMER.mu


def rated_places(code: str) -> set[str]:
    """Return the places that a game was rated by on all its ladders, in seat order: "213"."""
    return set(RatingChange.objects.filter(game__code=code).values_list("places", flat=True))


def is_over(snapshot: Snapshot) -> bool:
    return snapshot.stage is Stage.OVER


def test_player_who_left_is_rated_as_last_and_one_who_came_back_is_not() -> None:
    code = three_people(SHORT)
    proposals.give_up(code=code, player=0)
    proposals.give_up(code=code, player=1)
    proposals.take_seat(code=code, player=1)
    final = play_on(code, is_over).standing.points
    assert rated_places(code) == {"".join(map(str, places(final, [0])))}
    assert places(final, [0])[0] == 3


def test_game_that_its_last_player_leaves_is_rated_once_a_deal_is_scored() -> None:
    code = begin(new_player())
    proposals.give_up(code=code, player=0)
    assert not rated_places(code)
    code = begin(new_player())
    play_on(code, scored)
    proposals.give_up(code=code, player=0)
    assert {rated[0] for rated in rated_places(code)} == {"3"}
    assert not rebuild.rebuild(lambda *_: None)[RatingChange].wrong
    game_moderation.void(code=code, by=new_player(), public_reason="A test", reason="A note")
    assert not rated_places(code)


def test_hint_leaves_ratings_alone_also_in_the_rebuild() -> None:
    code = begin(new_player())
    for _ in range(2):  # a hint after the first one is nothing new
        game_rows.mark_hinted(Game.objects.get(code=code))
        play_on(code, scored)
    proposals.give_up(code=code, player=0)
    assert not rated_places(code)
    rebuild.rebuild(lambda *_: None)
    assert not Rating.objects.exists()


@given(st.permutations([1, 2, 3]), st.integers(10, 499), st.integers(10, 499))
def test_longer_games_move_ratings_further_the_same_way(order: list[int], one: int, other: int) -> None:
    less, more, whole = (
        after_game([NEWCOMER] * 3, order, weight=weight(target)) for target in (*sorted([one, other]), 500)
    )
    for small, large, full in zip(less, more, whole, strict=True):
        assert small is not None
        assert large is not None
        assert full is not None
        assert abs(small.mu - NEWCOMER.mu) <= abs(large.mu - NEWCOMER.mu) <= abs(full.mu - NEWCOMER.mu)
        assert (small.mu - NEWCOMER.mu) * (full.mu - NEWCOMER.mu) >= 0
        assert NEWCOMER.sigma > small.sigma >= large.sigma >= full.sigma
    assert weight(100) == 0.2
    assert weight(1000) == 1


@given(st.lists(st.integers(-300, 600), min_size=3, max_size=3), st.sets(st.sampled_from(PLAYERS)))
def test_who_left_is_placed_behind_all_who_stayed(points: list[int], left: set[int]) -> None:
    ranks = places(points, left)
    stayed = [player for player in PLAYERS if player not in left]
    last = 1 + len(stayed) if stayed else 3
    assert [ranks[player] for player in left] == [last] * len(left)
    better = [sum(points[other] > points[player] for other in stayed) for player in stayed]
    assert [ranks[player] - 1 for player in stayed] == better


def test_game_ended_by_agreement_is_not_rated() -> None:
    host = new_player()
    code = begin(host)
    play_on(code, scored)
    close_table(code)
    assert Game.objects.get(code=code).stage == Stage.CLOSED
    assert not Rating.objects.exists()
    assert GameResult.objects.get().place is None


def test_winner_gains_loser_drops_and_equal_places_change_equally() -> None:
    first, second, third = after_game([NEWCOMER] * 3, (1, 2, 2))
    assert first is not None
    assert second is not None
    assert third is not None
    assert first.mu > NEWCOMER.mu > second.mu == third.mu
    assert first.sigma < NEWCOMER.sigma


def test_newcomer_s_rating_in_points() -> None:
    assert (NEWCOMER.points, NEWCOMER.give_or_take, round(NEWCOMER.lower_bound)) == (1500, 500, 0)
    assert Skill(27.5, 2.0).points == 1650


def test_equal_totals_share_a_place() -> None:
    assert places([120, -4, 120]) == (1, 3, 1)
    assert places([510, 400, 400]) == (1, 2, 2)
