"""The pause before a bot's move: an option of the table that reveals nothing about hidden hands."""

from collections.abc import Iterator, Sequence

import pytest
from django.conf import settings
from django.utils import timezone

from accounts.models import User
from games.engine import State
from games.models import Game, Seat
from games.play.bot_timing import due_at
from games.values import BotPause, Stage
from tests.builders import ONE_SUIT_EACH, bid, new_deal, play

NOW = timezone.now()
BOTS = [Seat(player=player, bot_name="Ada", waiting_since=NOW) for player in (1, 2)]
SEATS = [Seat(player=0), *BOTS]
BIDDING = new_deal()
FIRST_CARD = bid(new_deal(ONE_SUIT_EACH), 5, 4, 4)
AFTER_A_TRICK = play(FIRST_CARD, "SA H2 C2 D2")


@pytest.fixture(autouse=True)
def _at_full_pace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "BOT_PACE", 1.0)


def pauses(pause: BotPause, state: State, seats: Sequence[Seat] = SEATS) -> Iterator[float]:
    for _ in range(200):
        due = due_at(Game(stage=Stage.DEAL, bot_pause=pause), seats, state, NOW)
        assert due is not None
        yield (due - NOW).total_seconds()


def test_bots_without_a_pause_move_at_once() -> None:
    assert {*pauses(BotPause.NONE, BIDDING), *pauses(BotPause.NONE, FIRST_CARD)} == {0.0}


def test_short_pause_is_constant_and_human_pause_is_longer_and_varies() -> None:
    for state in (BIDDING, FIRST_CARD):
        short, human = set(pauses(BotPause.SHORT, state)), list(pauses(BotPause.HUMAN, state))
        assert len(short) == 1
        assert max(short) < min(human)
        assert max(human) > 1.5 * min(human)
        assert max(human) < 5


def test_human_pause_is_longer_before_a_bid_than_before_a_card() -> None:
    assert sum(pauses(BotPause.HUMAN, BIDDING)) > sum(pauses(BotPause.HUMAN, FIRST_CARD))


def test_pause_is_longer_before_the_lead_to_the_next_trick() -> None:
    for pause in BotPause:
        assert sum(pauses(pause, AFTER_A_TRICK)) > sum(pauses(pause, FIRST_CARD)) + 90


def test_score_sheet_is_shown_longer_to_a_person_alone_with_bots() -> None:
    def shown(seats: Sequence[Seat]) -> float:
        due = due_at(Game(stage=Stage.SCORED), seats, None, NOW)
        assert due is not None
        return (due - NOW).total_seconds()

    assert shown(SEATS) > shown([Seat(player=0), Seat(player=1), BOTS[1]])


def test_bots_among_themselves_pause_even_without_a_pause() -> None:
    """A table of bots alone that move at once would keep a processor busy."""
    only_bots = [Seat(player=0, bot_name="Otto"), *BOTS]
    assert min(pauses(BotPause.NONE, FIRST_CARD, only_bots)) > 0.5


def test_draw_is_shown_for_a_moment_to_a_person_alone_with_bots() -> None:
    """It is shown longer to several people, and to a program that reads it by the API."""

    def shown(*players: Seat) -> float:
        due = due_at(Game(stage=Stage.DRAWING), players, None, NOW)
        assert due is not None
        return (due - NOW).total_seconds()

    assert 1 < shown(*SEATS) < 3
    assert shown(Seat(player=0), Seat(player=1), BOTS[1]) == shown(Seat(player=0, user=User(is_bot=True)), *BOTS) > 5


def slowest(state: State, seats: Sequence[Seat] = SEATS, pause: BotPause = BotPause.HUMAN, **changes: int) -> float:
    game = Game(stage=Stage.DEAL, bot_pause=pause, **{"deal_number": 1} | changes)
    dues = [due_at(game, seats, state, NOW) for _ in range(100)]
    return max((due - NOW).total_seconds() for due in dues if due is not None)


@pytest.mark.parametrize("state", [BIDDING, FIRST_CARD], ids=["bid", "card"])
def test_first_bids_and_cards_come_soon_to_a_person_alone_with_bots(state: State) -> None:
    """Not in later deals, on boards, with other people, or where the host wants no pause at all."""
    assert slowest(state) <= 0.5
    assert slowest(state, pause=BotPause.NONE) == 0
    others = [Seat(player=0), Seat(player=1), BOTS[1]]
    rest = slowest(state, deal_number=2), slowest(state, board_id=1), slowest(state, round_id=1)
    assert min(*rest, slowest(state, others)) > 1


def test_own_first_card_comes_within_six_seconds() -> None:
    """At most two peeks, two bids and three cards of others come before it; the rest is the player's own time."""
    draw = due_at(Game(stage=Stage.DRAWING), SEATS, None, NOW)
    assert draw is not None
    waited = (draw - NOW).total_seconds() + 4 * slowest(BIDDING) + 3 * slowest(FIRST_CARD)
    assert waited <= 5, "a second is left for two taps and their answers"


def test_bots_take_their_usual_time_from_the_second_trick_on() -> None:
    assert slowest(AFTER_A_TRICK) > 1
