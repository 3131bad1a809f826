"""Which games count for whose rating: nobody gains by guests of their own, nor chooses afterwards what counts."""

import random
from datetime import timedelta

import pytest
from django.urls import reverse

from accounts.models import User
from accounts.personal_data import merging
from accounts.signing_in.guests import register_guest
from games.engine import PLAYERS, Player
from games.models import DealScore, Game, Rating, RatingChange, Seat
from games.play import game_moderation, proposals
from games.play.snapshot import Snapshot
from games.results import rebuild
from games.results.skills import NEWCOMER
from games.values import Stage
from tests.clients import ClientFor
from tests.finished_games import NOON, SHORT, played_game, rebuilt
from tests.tables import begin, close_table, my_turn, new_player, play_on, scored, user_at

pytestmark = pytest.mark.django_db

ALL_EQUAL = "Everything stored is what the deals say."


@pytest.fixture
def farmer() -> User:
    return User.objects.create_user("Farmer")


def is_over(snapshot: Snapshot) -> bool:
    return snapshot.stage is Stage.OVER


def changed(game: Game) -> set[int]:
    """Return the players whose ratings a game has changed."""
    return set(RatingChange.objects.filter(game=game).values_list("player", flat=True))


def test_guests_who_give_up_before_a_card_move_nobody_s_rating(farmer: User, client_for: ClientFor) -> None:
    code = begin(farmer, new_player(), new_player(), rules=SHORT)
    for player in (1, 2):
        proposals.give_up(code=code, player=player)
    play_on(code, is_over)
    assert not RatingChange.objects.exists()
    page = client_for(farmer).get(reverse("games:table", args=[code])).text
    assert "This game leaves your rating as it is" in page
    assert ALL_EQUAL in rebuilt()


def test_guest_who_gives_up_beside_a_bot_moves_nobody_s_rating_but_their_own(farmer: User) -> None:
    code = begin(farmer, new_player(), rules=SHORT)
    proposals.give_up(code=code, player=1)
    play_on(code, is_over)
    assert changed(Game.objects.get(code=code)) == {1}


def test_who_leaves_early_alone_loses_and_the_others_gain_nothing() -> None:
    people = [new_player() for _ in range(3)]
    game = played_game(*people, absent=[2])
    assert changed(game) == {2}
    assert not Rating.objects.filter(user__in=people[:2]).exists()
    assert Rating.objects.filter(user=people[2], games=1).exists()
    assert ALL_EQUAL in rebuilt()


def test_game_that_all_three_have_left_is_nobody_s_win() -> None:
    """They shared the only place, which was the first: each had won."""
    people = [new_player() for _ in range(3)]
    code = begin(*people)
    play_on(code, scored)
    for player in range(3):
        proposals.give_up(code=code, player=player)
    assert {change.places for change in RatingChange.objects.all()} == {"333"}
    assert list(Rating.objects.values_list("wins", flat=True).distinct()) == [0]
    assert ALL_EQUAL in rebuilt()


def test_who_was_away_for_half_of_the_deals_has_not_played_most() -> None:
    people = [new_player() for _ in range(3)]
    game = played_game(*people)
    deals = list(game.deals.order_by("number"))
    assert len(deals) % 2 == 0, "the game of this seed"
    for deal in deals[: len(deals) // 2]:
        deal.scores.filter(player=1).update(by_bot=True)
    assert ALL_EQUAL not in rebuilt()
    assert changed(game) == {1}
    deals[0].scores.filter(player=1).update(by_bot=False)
    rebuilt()
    assert changed(game) == {0, 1, 2}


def test_who_lets_a_bot_play_and_comes_back_for_the_end_is_rated_as_last() -> None:
    """The place is what the bot has won: nobody gains by a bot's game."""
    people = [new_player() for _ in range(3)]
    winner = played_game(*people).winner
    assert winner is not None
    friends = [new_player() for _ in range(3)]
    game = played_game(*friends, absent=[winner], at=NOON + timedelta(days=1))
    assert game.winner == winner
    assert changed(game) == {winner}
    assert Rating.objects.filter(user=friends[winner], ladder__month="", ladder__bidding="", wins=0).exists()
    assert all(change.mu < change.mu_before for change in RatingChange.objects.filter(game=game))
    assert ALL_EQUAL in rebuilt()


def test_game_with_guests_counts_for_no_month() -> None:
    people = [new_player() for _ in range(3)]
    played_game(*people, as_guests=True)
    assert set(Rating.objects.values_list("ladder__month", flat=True)) == {""}
    assert ALL_EQUAL in rebuilt()
    for user in people:
        register_guest(user, password="a long password")
    assert ALL_EQUAL in rebuilt(), "who has registered since then was a guest"
    played_game(*people, at=NOON + timedelta(days=1))
    assert set(Rating.objects.values_list("ladder__month", flat=True)) == {"", "2026-03"}


def test_guests_are_known_by_how_they_sat_down(farmer: User) -> None:
    code = begin(farmer, guest := new_player(), new_player())
    register_guest(guest, password="a long password")
    assert dict(Seat.objects.filter(game__code=code).values_list("player", "by_guest")) == {0: False, 1: True, 2: True}


def test_win_of_a_guest_is_not_taken_along(farmer: User) -> None:
    """Who plays as several guests could take along those who have won."""
    guest, others = new_player(), [new_player(), new_player()]
    played_game(guest, *others)
    before = list(Rating.objects.filter(user__in=others).values_list("user", "mu", "sigma"))
    assert "not the ratings from those games: they stay with the guest" in merging.offer(guest, farmer)
    assert merging.merge(guest, farmer)
    assert not Rating.objects.filter(user=farmer).exists()
    assert list(Rating.objects.filter(user__in=others).values_list("user", "mu", "sigma")) == before
    assert ALL_EQUAL in rebuilt()


def test_game_taken_over_while_it_runs_is_rated_as_the_guest_s(farmer: User) -> None:
    code = begin(guest := new_player(), new_player(), new_player(), rules=SHORT)
    play_on(code, scored)
    assert merging.merge(guest, farmer)
    play_on(code, is_over)
    assert user_at(code) == farmer
    assert not Rating.objects.filter(user=farmer).exists()
    assert Rating.objects.filter(user=guest).exists()
    assert ALL_EQUAL in rebuilt()


def test_game_without_a_scored_deal_is_the_account_s(farmer: User) -> None:
    code = begin(guest := new_player(), new_player(), new_player())
    assert merging.merge(guest, farmer)
    assert not Seat.objects.exclude(rated_as=None).exists()
    assert not User.objects.filter(pk=guest.pk).exists()
    close_table(code)


@pytest.mark.parametrize("seat", PLAYERS)
def test_hint_after_a_scored_deal_spares_no_loss(farmer: User, seat: Player) -> None:
    """Who asked for a hint before each loss, and played on else, had the rating of the wins only."""
    game = played_game(*(farmer if player == seat else None for player in PLAYERS))
    Game.objects.filter(pk=game.pk).update(hinted=True, hinted_late=True)
    rebuilt()
    assert changed(game) == (set() if game.winner == seat else {seat})


@pytest.mark.parametrize("language", ["en", "es"])
def test_price_of_a_hint_after_a_scored_deal_is_named_first(farmer: User, client_for: ClientFor, language: str) -> None:
    code, player = begin(farmer), client_for(farmer)  # to 500, which one deal does not decide
    headers = {"accept-language": language}
    play_on(code, scored)
    play_on(code, my_turn)
    hint = reverse("games:hint", args=[code])
    price = {"en": "a loss still counts", "es": "una derrota sigue contando"}[language]
    for asked in (player.get(hint, headers=headers), player.post(hint, headers=headers)):
        assert price in asked.text
    assert not Game.objects.get(code=code).hinted
    assert price not in player.post(hint, {"late": "1"}, headers=headers).text
    assert Game.objects.get(code=code).hinted_late


def test_rebuild_rates_games_of_before_by_the_same_rule(farmer: User) -> None:
    """They were rated, as their deals did not say who has played them."""
    code = begin(farmer, new_player(), new_player(), rules=SHORT)
    for player in (1, 2):
        proposals.give_up(code=code, player=player)
    play_on(code, is_over)
    stored = dict(DealScore.objects.values_list("pk", "by_bot"))
    DealScore.objects.update(by_bot=None)
    printed = list[str]()
    rebuild.compare(lambda *_: None, printed.append)
    assert printed == []
    assert set(DealScore.objects.values_list("by_bot", flat=True)) == {None}, "a check writes nothing"
    rebuilt()
    assert dict(DealScore.objects.values_list("pk", "by_bot")) == stored
    assert not RatingChange.objects.exists()


@pytest.mark.parametrize("seed", range(6))
def test_ratings_of_play_are_those_of_the_rebuild(seed: int, farmer: User) -> None:
    """Games in any order in time, some with players who were away, some void, some taken over from a guest."""
    rng, people = random.Random(seed), [farmer, *(new_player() for _ in range(5))]
    for number in range(14):
        seated: list[User | None] = list(rng.sample(people, 3))
        if rng.random() < 0.3:
            seated[rng.randrange(1, 3)] = None
        absent = [player for player in range(3) if rng.random() < 0.25]
        at, with_guests = NOON + timedelta(days=rng.randint(0, 50)), rng.random() < 0.3
        game = played_game(*seated, at=at, seed=number, absent=absent, as_guests=with_guests)
        if rng.random() < 0.2:
            game_moderation.void(code=game.code, by=farmer, public_reason="-", reason="-")
        if number == 8:
            assert merging.merge(people.pop(), farmer)
    assert ALL_EQUAL in rebuilt()
    assert RatingChange.objects.exists()
    assert all(rating.mu != NEWCOMER.mu for rating in Rating.objects.all())
