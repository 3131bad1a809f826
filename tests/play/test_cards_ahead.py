"""Cards chosen before the turn: when they are played, and that nobody else can notice them."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib import admin
from django.utils import timezone

from accounts.models import Notification
from accounts.preferences import services as preferences
from games.engine import (
    DUMMY,
    PLAYERS,
    AnswerClaim,
    Card,
    Claim,
    HandId,
    Play,
    Player,
    State,
    legal_cards,
    owner,
    waiting_for,
)
from games.models import Event, Game, Led, PlannedCard, Seat
from games.play import plans, proposals, queue, table_cache, turn_notifications
from games.play.bot_timing import FORCED_AFTER
from games.play.errors import NotPossible, PlanFull
from games.play.turns import Turn
from games.values import Author, Proposal
from tests.api.programs import Program
from tests.clients import HTMX, ClientFor, signed_in
from tests.play.player_clocks import TIME_IS_UP
from tests.play.proposing import propose, reply
from tests.play.test_clocks_and_proposals import play_to_a_lead
from tests.security.exchange import TOKENS
from tests.tables import Time, new_player, play_on, sensible, serve, snapshot_for, state_of, three_people, user_at

pytestmark = pytest.mark.django_db


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    time = Time()
    monkeypatch.setattr("django.utils.timezone.now", time)
    return time


def before_turn(fits: Callable[[State, HandId], bool], **options: object) -> tuple[str, Player, HandId]:
    """Return a table of three people where a trick has begun, and one of them, for whose hand `fits` holds, plays next.

    The player's turn comes with the card that is played next.
    """
    code = three_people(**options)

    def is_there(_: object) -> bool:
        state = state_of(code)
        hand = next_hand(state)
        return hand is not None and fits(state, hand) and owner(hand, declarer(state)) != state.player_to_play

    play_on(code, is_there)
    state = state_of(code)
    hand = next_hand(state)
    assert hand is not None
    return code, owner(hand, declarer(state)), hand


def declarer(state: State) -> Player:
    assert state.declarer is not None
    return state.declarer


def next_hand(state: State) -> HandId | None:
    """Return the hand that plays after the one on turn, to a trick that has begun."""
    if not state.trick or len(state.trick) == 3 or state.order is None or state.hand_to_play is None:
        return None
    return state.order[(state.order.index(state.hand_to_play) + 1) % 4]


def follows(state: State, hand: HandId) -> bool:
    return 0 < len(following(state, hand)) < len(state.hands[hand])


def following(state: State, hand: HandId) -> list[Card]:
    return [card for card in state.hands[hand] if card.suit is state.trick[0].card.suit]


def own_hand(state: State, hand: HandId) -> bool:
    return hand != DUMMY and follows(state, hand)


def of_dummy(state: State, hand: HandId) -> bool:
    return hand == DUMMY and follows(state, hand)


def next_card(code: str) -> None:
    """Let the hand on turn play a card by hand."""
    state = state_of(code)
    assert state.player_to_play is not None
    play = Play(state.player_to_play, legal_cards(state)[-1])
    queue.take_turn(code=code, action=play, version=snapshot_for(code).version)


def last_card(code: str) -> tuple[HandId, Card]:
    state = state_of(code)
    played = (state.trick or state.tricks[-1].cards)[-1]
    return played.hand, played.card


def play_by_form(code: str, player: Player, card: Card) -> None:
    fields = {"card": str(card), "version": snapshot_for(code).version}
    signed_in(user_at(code, player)).post(f"/tables/{code}/play/", fields)


def play_by_socket(code: str, player: Player, card: Card) -> None:
    made = queue.submit(Turn(code, Play(player, card), snapshot_for(code).version))
    queue.write_waiting()
    made.result()


def play_by_api(code: str, player: Player, card: Card) -> None:
    program = Program(user_at(code, player))
    program.move(program.get(f"/tables/{code}"), kind="play", card=str(card))


def let_the_site_play(code: str) -> None:
    """The clock of the player runs out, or the only card that is left is played for them, before a look at what is
    planned.
    """
    Game.objects.filter(code=code).update(due_at=timezone.now())
    serve(code)


class TestWhatWasPlayedOtherwise:
    """A player who has chosen a card plays another one of that hand: the choice goes with it, in the same move."""

    @pytest.mark.parametrize("door", [play_by_form, play_by_socket, play_by_api])
    def test_choice_goes_with_the_card_that_is_played(self, door: Callable[[str, Player, Card], None]) -> None:
        code, player, hand = before_turn(lambda state, hand: own_hand(state, hand) and len(following(state, hand)) > 1)
        chosen, played = following(state_of(code), hand)[:2]
        plans.choose(code=code, player=player, card=chosen)
        next_card(code)
        assert PlannedCard.objects.exists()
        door(code, player, played)
        assert last_card(code) == (hand, played)
        assert not PlannedCard.objects.exists()

    def test_choice_goes_when_time_is_up(self, time: Time) -> None:
        code, player, hand = before_turn(own_hand, clock="normal")
        plans.choose(code=code, player=player, card=not_following(state_of(code), hand))
        next_card(code)
        time.passes(TIME_IS_UP)
        let_the_site_play(code)
        assert last_card(code)[0] == hand
        assert not PlannedCard.objects.exists()

    def test_choice_goes_with_a_forced_card(self, time: Time) -> None:
        code, player, hand = before_turn(
            lambda state, hand: own_hand(state, hand) and len(following(state, hand)) == 1, clock="1day"
        )
        preferences.save_settings(user_at(code, player), autoplays_forced=True)
        table_cache.discard(code)
        plans.choose(code=code, player=player, card=not_following(state_of(code), hand))
        [forced] = following(state_of(code), hand)
        next_card(code)
        time.passes(FORCED_AFTER[1])
        let_the_site_play(code)
        assert last_card(code) == (hand, forced)
        assert not PlannedCard.objects.exists()

    def test_line_of_a_card_goes_with_it_and_others_stay(self) -> None:
        code, player, hand = before_turn(own_hand, clock="1day")
        card, other = following(state_of(code), hand)[0], not_following(state_of(code), hand)
        for planned in (card, other):
            plans.add_line(code=code, player=player, card=planned, led=Led.NOTHING)
        next_card(code)
        queue.take_turn(code=code, action=Play(player, card), version=snapshot_for(code).version)
        assert [row.card for row in PlannedCard.objects.all()] == [str(other)]

    def test_choices_of_others_and_for_the_other_hand_stay(self) -> None:
        """Declarer, who has chosen for both hands, plays from the own one."""
        code, player, hand = before_turn(lambda state, hand: own_hand(state, hand) and hand == state.declarer)
        state = state_of(code)
        for card in (state.hands[hand][0], state.hands[DUMMY][0]):
            plans.choose(code=code, player=player, card=card)
        beside = next(other for other in PLAYERS if other not in (player, state.player_to_play))
        plans.choose(code=code, player=beside, card=state.hands[beside][0])
        next_card(code)
        queue.take_turn(code=code, action=sensible(code, player), version=snapshot_for(code).version)
        left = {(row.seat.player, row.card) for row in PlannedCard.objects.select_related("seat")}
        assert left == {(player, str(state.hands[DUMMY][0])), (beside, str(state.hands[beside][0]))}


def not_following(state: State, hand: HandId) -> Card:
    return next(card for card in state.hands[hand] if card.suit is not state.trick[0].card.suit)


class TestPlaying:
    @pytest.mark.parametrize("fits", [own_hand, of_dummy])
    def test_chosen_card_is_played_as_the_player_s_own(self, fits: Callable[..., bool], time: Time) -> None:
        code, player, hand = before_turn(fits)
        card = following(state_of(code), hand)[0]
        plans.choose(code=code, player=player, card=card)
        plans.play_due()
        assert next_hand(state_of(code)) == hand, "it is not that hand's turn yet"
        next_card(code)
        time.passes(plans.SOON[1])
        plans.play_due()
        assert last_card(code) == (hand, card)
        assert Event.objects.filter(game__code=code).order_by("sequence").last().author == Author.PLAYER  # type: ignore[union-attr]
        assert not PlannedCard.objects.exists()

    def test_nothing_is_played_in_the_first_150_milliseconds(self, time: Time) -> None:
        code, player, hand = before_turn(own_hand)
        plans.choose(code=code, player=player, card=following(state_of(code), hand)[0])
        next_card(code)
        time.passes(0.15)
        version = snapshot_for(code).version
        plans.play_due()
        assert snapshot_for(code).version == version
        assert plans.SOON[0] > 0.15

    def test_card_that_is_not_legal_then_is_not_played(self, time: Time) -> None:
        code, player, hand = before_turn(own_hand)
        state = state_of(code)
        other = next(card for card in state.hands[hand] if card not in following(state, hand))
        plans.choose(code=code, player=player, card=other)
        next_card(code)
        version = snapshot_for(code).version
        time.passes(plans.SOON[1])
        plans.play_due()
        assert snapshot_for(code).version == version
        assert not PlannedCard.objects.exists(), "it was meant for this turn only"

    def test_another_card_of_the_hand_replaces_it_and_it_can_be_taken_back(self, time: Time) -> None:
        code, player, hand = before_turn(lambda state, hand: own_hand(state, hand) and len(following(state, hand)) > 1)
        first, second = following(state_of(code), hand)[:2]
        for card in (first, second):
            plans.choose(code=code, player=player, card=card)
        assert [row.card for row in PlannedCard.objects.all()] == [str(second)]
        plans.withdraw(code=code, player=player, card=second)
        next_card(code)
        version = snapshot_for(code).version
        time.passes(plans.SOON[1])
        plans.play_due()
        assert snapshot_for(code).version == version

    def test_card_that_was_played_by_hand_is_not_played_again(self, time: Time) -> None:
        """As after a crash between the move and the removal of the plan."""
        code, player, hand = before_turn(own_hand)
        card = following(state_of(code), hand)[0]
        plans.choose(code=code, player=player, card=card)
        next_card(code)
        queue.take_turn(code=code, action=Play(player, card), version=snapshot_for(code).version)
        play_on(code, lambda shown: shown.view is not None and player in shown.view.waiting)
        version = snapshot_for(code).version
        time.passes(plans.SOON[1])
        plans.play_due()
        assert snapshot_for(code).version == version

    def test_nothing_is_played_while_a_proposal_is_open_or_for_a_bot_that_sits_in(self, time: Time) -> None:
        code, player, hand = before_turn(own_hand)
        plans.choose(code=code, player=player, card=following(state_of(code), hand)[0])
        next_card(code)
        proposals.propose(code=code, player=player, kind=Proposal.END)
        time.passes(plans.SOON[1])
        version = snapshot_for(code).version
        plans.play_due()
        assert snapshot_for(code).version == version
        proposals.give_up(code=code, player=player)
        assert not PlannedCard.objects.exists()

    @pytest.mark.parametrize("by_turns", [False, True])
    def test_turn_that_begins_anew_after_a_take_back_is_left_to_the_player(self, by_turns: bool, time: Time) -> None:
        code, player, hand = before_turn(
            lambda state, hand: own_hand(state, hand) and len(following(state, hand)) > 1,
            clock="1day" if by_turns else "none",
        )
        next_card(code)
        first, second = following(state_of(code), hand)[:2]
        queue.take_turn(code=code, action=Play(player, first), version=snapshot_for(code).version)
        if by_turns:
            plans.add_line(code=code, player=player, card=second, led=Led(second.suit.letter))
        else:
            plans.choose(code=code, player=player, card=second)
        propose(code, player, Proposal.TAKE_BACK)
        for other in {0, 1, 2} - {player}:
            reply(code, other)
        version = snapshot_for(code).version
        time.passes(plans.LATER[1])
        plans.play_due()
        assert snapshot_for(code).version == version
        assert PlannedCard.objects.exists() == by_turns, "what waits for another turn is kept"

    def test_cards_of_others_and_hidden_ones_cannot_be_chosen(self) -> None:
        code, player, hand = before_turn(own_hand)
        state = state_of(code)
        others = [cards[0] for other, cards in enumerate(state.hands) if other != hand and other != DUMMY]
        if declarer(state) != player:
            others.append(state.hands[DUMMY][0])
        for card in others:
            with pytest.raises(NotPossible):
                plans.choose(code=code, player=player, card=card)


def test_what_was_planned_for_a_deal_that_is_over_is_removed() -> None:
    """A claim ends the deal before the chosen card is played."""
    code = three_people()
    claimer = play_to_a_lead(code)
    other = (claimer + 1) % 3
    plans.choose(code=code, player=other, card=state_of(code).hands[other][0])
    assert plans.remove_old() == 0
    queue.take_turn(code=code, action=Claim(claimer), version=snapshot_for(code).version)
    while asked := waiting_for(state_of(code)):
        queue.take_turn(code=code, action=AnswerClaim(asked[0], True), version=snapshot_for(code).version)
    assert plans.remove_old() == PlannedCard.objects.count() + 1 == 1


class TestSecrecy:
    def test_nothing_that_others_are_sent_depends_on_it(self, client_for: ClientFor) -> None:
        code, player, hand = before_turn(own_hand)
        others = [client_for(user_at(code, other)) for other in range(3) if other != player]
        watchers = [*others, client_for(new_player())]

        def sent() -> list[str]:
            pages = [client.get(f"/tables/{code}/").text for client in watchers]
            return [TOKENS.sub("", page) for page in pages]

        before, row = sent(), list(Seat.objects.filter(game__code=code).values())
        version = snapshot_for(code).version
        plans.choose(code=code, player=player, card=following(state_of(code), hand)[0])
        assert sent() == before
        assert list(Seat.objects.filter(game__code=code).values()) == row
        assert snapshot_for(code).version == version

    def test_moment_does_not_depend_on_the_card(self, time: Time) -> None:
        code, player, hand = before_turn(own_hand)
        next_card(code)
        state = state_of(code)
        seat = Seat.objects.get(game__code=code, player=player)
        rows = [
            PlannedCard.objects.create(seat=seat, deal_number=1, card=str(card), led=Led.ANYTHING)
            for card in state.hands[hand]
        ]
        assert seat.waiting_since is not None
        tenths = [seat.waiting_since + timedelta(milliseconds=100 * number) for number in range(20)]
        due = [[plans._is_due(row, moment) for moment in tenths] for row in rows]
        assert all(each == due[0] for each in due)
        assert due[0][0] is False
        assert due[0][-1] is True

    def test_admin_shows_no_planned_cards(self) -> None:
        assert not admin.site.is_registered(PlannedCard)


class TestPage:
    def test_card_is_chosen_and_taken_back_by_forms(self, client_for: ClientFor) -> None:
        code, player, hand = before_turn(own_hand)
        card, client = following(state_of(code), hand)[0], client_for(user_at(code, player))
        chosen, address = f'name="back" value="{card}"', f"/tables/{code}/play/"
        assert client.post(address, {"ahead": 1, "card": card}, follow=True).text.count(chosen) == 1
        assert chosen in client.post(address, {"ahead": 1, "card": card}, headers=HTMX).text
        assert chosen not in client.post(address, {"ahead": 1, "back": card}, follow=True).text

    def test_switch_turns_it_off(self, client_for: ClientFor) -> None:
        code, player, _hand = before_turn(own_hand)
        user = user_at(code, player)
        assert 'name="ahead"' in client_for(user).get(f"/tables/{code}/").text
        preferences.save_settings(user, no_card_ahead=True)
        assert 'name="ahead"' not in client_for(user).get(f"/tables/{code}/").text

    def test_card_that_cannot_be_chosen_is_refused(self, client_for: ClientFor) -> None:
        code, player, _hand = before_turn(own_hand)
        client, address = client_for(user_at(code, player)), f"/tables/{code}/play/"
        hidden = state_of(code).hands[next(other for other in range(3) if other != player)][0]
        assert client.post(address, {"ahead": 1, "card": hidden}).status_code == 409
        assert client.post(address, {"ahead": 1, "card": "XX"}).status_code == 400
        assert client_for(new_player()).post(address, {"ahead": 1, "card": hidden}).status_code == 403


class TestGamesByTurns:
    @staticmethod
    def planned(led: Led | None = None) -> tuple[str, Player, str]:
        """Return a game by turns in which a player has planned to follow suit, or for something else that is led."""
        code, player, hand = before_turn(own_hand, clock="1day")
        card = following(state_of(code), hand)[0]
        plans.add_line(code=code, player=player, card=card, led=led or Led(card.suit.letter))
        return code, player, str(card)

    def test_card_waits_for_what_is_led_and_is_played_within_ten_minutes(self, time: Time) -> None:
        code, player, card = self.planned()
        next_card(code)
        version = snapshot_for(code).version
        time.passes(plans.LATER[0] - 1)
        plans.play_due()
        assert snapshot_for(code).version == version
        time.passes(plans.LATER[1])
        plans.play_due()
        assert last_card(code) == (player, Card.parse(card))
        assert not PlannedCard.objects.exists()

    def test_card_for_something_else_that_is_led_waits_on(self, time: Time) -> None:
        code, _player, _card = self.planned(Led.NOTHING)
        next_card(code)
        version = snapshot_for(code).version
        time.passes(plans.LATER[1])
        plans.play_due()
        assert snapshot_for(code).version == version
        assert PlannedCard.objects.count() == 1

    def test_cards_are_tried_in_order(self, time: Time) -> None:
        code, player, hand = before_turn(
            lambda state, hand: own_hand(state, hand) and len(following(state, hand)) > 1, clock="1day"
        )
        first, second = following(state_of(code), hand)[:2]
        for card in (second, first):
            plans.add_line(code=code, player=player, card=card, led=Led(card.suit.letter))
        next_card(code)
        time.passes(plans.LATER[1])
        plans.play_due()
        assert last_card(code) == (hand, second)
        assert [row.card for row in PlannedCard.objects.all()] == [str(first)]

    def test_turn_that_has_begun_is_not_meant(self, time: Time) -> None:
        code, player, _hand = before_turn(own_hand, clock="1day")
        next_card(code)
        card = legal_cards(state_of(code))[0]
        plans.add_line(code=code, player=player, card=card, led=Led(card.suit.letter))
        version = snapshot_for(code).version
        time.passes(plans.LATER[1])
        plans.play_due()
        assert snapshot_for(code).version == version

    def test_ten_cards_wait_at_most(self) -> None:
        code, player, hand = before_turn(own_hand, clock="1day")
        cards = state_of(code).hands[hand]
        for card in cards[: plans.MOST_LINES]:
            plans.add_line(code=code, player=player, card=card, led=Led.NOTHING)
        with pytest.raises(PlanFull):
            plans.add_line(code=code, player=player, card=cards[0], led=Led.HEARTS)

    def test_player_is_notified_of_the_turn_only_when_no_card_was_played(self, time: Time) -> None:
        code, player, _card = self.planned(Led.NOTHING)
        next_card(code)
        time.passes(plans.LATER[0] - 1)
        notifications = Notification.objects.filter(user=user_at(code, player), kind="turn_in_days")
        turn_notifications.store()
        assert not notifications.exists()
        time.passes(plans.LATER[1])
        plans.play_due()
        turn_notifications.store()
        assert notifications.exists()

    def test_page_offers_cards_and_withdraws_them(self, client_for: ClientFor) -> None:
        code, player, hand = before_turn(own_hand, clock="1day")
        client, page = client_for(user_at(code, player)), f"/tables/{code}/planned/"
        card = following(state_of(code), hand)[0]
        assert page in client.get(f"/tables/{code}/").text
        assert f'name="card" value="{card}"' in client.get(page).text
        sent = {"led": card.suit.letter, "card": str(card)}
        assert f'name="back" value="{card}"' in client.post(page, sent, follow=True).text
        assert f'name="back" value="{card}"' not in client.post(page, {**sent, "back": card}, follow=True).text
        assert client.post(page, {"led": "anything", "card": card}).status_code == 400

    def test_page_is_for_players_of_games_by_turns(self, client_for: ClientFor) -> None:
        code, other = three_people(clock="1day"), three_people()
        assert client_for(new_player()).get(f"/tables/{code}/planned/").status_code == 403
        assert client_for(user_at(other)).get(f"/tables/{other}/planned/").status_code == 404
