"""A move taken back: which one may be, and what is then as it was before."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.engine import AnswerClaim, Claim, IllegalAction, PeekRule, Phase, Play, Player, Rules
from games.lobby.tables import NotPossible
from games.models import Author, Event
from games.play import due, proposals, turns
from games.play.event_log import StaleGame
from games.play.snapshot import Snapshot
from tests.services.asking import may_take_back, moved, others, propose, reply
from tests.tables import Time, at_once, look, people_to_act, play_on, scored, sensible, state_of, three_people

pytestmark = pytest.mark.django_db


def take_back(code: str, player: Player) -> None:
    """The player asks for the last move back, and everyone agrees."""
    propose(code, player)
    for other in others(player):
        reply(code, other)


def tricks_played(count: int, cards: int = 0) -> Callable[[Snapshot], bool]:
    def until(table: Snapshot) -> bool:
        return table.view is not None and (len(table.view.tricks), len(table.view.trick)) == (count, cards)

    return until


class TestTakingBack:
    def test_restores_the_deal_as_it_was_before(self) -> None:
        code = three_people()
        for until in (tricks_played(0, 2), tricks_played(1, 3), tricks_played(5, 0)):
            play_on(code, until)
            before = state_of(code)
            player = moved(code)
            if look(code).view.claim:  # type: ignore[union-attr]
                continue
            take_back(code, player)
            assert state_of(code) == before
            assert people_to_act(look(code)) == [player]

    def test_a_bid_too(self) -> None:
        code = three_people()
        moved(code)
        before = state_of(code)
        take_back(code, moved(code))
        assert state_of(code) == before
        assert before.phase is Phase.BIDDING

    def test_the_log_keeps_what_was_taken_back_and_no_sequence_is_used_twice(self) -> None:
        code = three_people()
        for _ in range(3):
            take_back(code, moved(code))
        moved(code)
        events = list(Event.objects.filter(game__code=code).order_by("sequence"))
        assert [event.taken_back for event in events] == [False, True, True, True, False]
        sequences = [event.sequence for event in events]
        assert len(set(sequences)) == len(sequences)
        assert sequences[-1] == look(code).version

    def test_what_was_taken_back_is_not_said_to_stand_when_it_comes_again(self) -> None:
        code = three_people()
        play_on(code, tricks_played(0, 2))
        version = look(code).version
        player = moved(code)
        card = state_of(code).trick[-1].card
        take_back(code, player)
        [refusal] = turns.take_turns([turns.Turn(code, Play(player, card), version)])
        assert type(refusal) is StaleGame

    def test_the_deal_goes_on_to_its_score_afterwards(self) -> None:
        code = three_people()
        play_on(code, tricks_played(2, 1))
        take_back(code, moved(code))
        assert play_on(code, scored).finished

    def test_only_one_s_own_last_move_of_one_s_own(self) -> None:
        code = three_people()
        assert may_take_back(code) == []
        first = moved(code)
        assert may_take_back(code) == [first]
        second = moved(code)
        assert may_take_back(code) == [second]
        for player in others(second):
            with pytest.raises(NotPossible):
                propose(code, player)

    def test_never_the_opening_lead_which_shows_the_dummy(self) -> None:
        code = three_people()
        play_on(code, tricks_played(0, 1))
        assert may_take_back(code) == []
        take_back(code, moved(code))
        assert state_of(code).exposed
        assert may_take_back(code) == []

    @pytest.mark.parametrize("peek", [PeekRule.THREE, PeekRule.FLIP1])
    def test_never_a_peek_or_a_flip(self, peek: PeekRule) -> None:
        code = three_people(Rules(peek=peek))
        for _ in range(3):
            moved(code)
            assert may_take_back(code) == []

    def test_never_a_claim_or_an_answer_but_a_card_after_a_refused_claim(self) -> None:
        code = three_people()
        play_on(code, tricks_played(3))
        claimer = people_to_act(look(code))[0]
        turns.take_turn(code=code, action=Claim(claimer), version=look(code).version)
        assert may_take_back(code) == []
        refuser = others(claimer)[0]
        turns.take_turn(code=code, action=AnswerClaim(refuser, False), version=look(code).version)
        assert may_take_back(code) == []
        assert moved(code) == claimer
        assert may_take_back(code) == [claimer]

    def test_never_what_a_bot_or_the_clock_has_done(self, time: Time) -> None:
        code = three_people(clock="fast", patience=30)
        time.passes(1000)
        due.serve_due()
        assert may_take_back(code) == []
        proposals.call_bot(code=code, player=people_to_act(look(code))[0])
        due.serve_due()
        assert Event.objects.filter(game__code=code, author=Author.BOT).exists()
        assert may_take_back(code) == []

    def test_never_once_the_deal_is_scored(self) -> None:
        code = three_people()
        play_on(code, scored)
        assert may_take_back(code) == []

    def test_nothing_hidden_becomes_known(self) -> None:
        code = three_people()
        play_on(code, tricks_played(2, 2))
        before = [look(code, viewer).view for viewer in (0, 1, 2, None)]
        take_back(code, moved(code))
        assert [look(code, viewer).view for viewer in (0, 1, 2, None)] == before


@pytest.mark.django_db(transaction=True)
def test_fifty_simultaneous_last_answers_take_one_move_back() -> None:
    code = three_people()
    moved(code)
    player = moved(code)
    propose(code, player)
    reply(code, others(player)[0])
    version = look(code).version

    def attempt(_: int) -> str:
        try:
            proposals.answer(code=code, player=others(player)[1], version=version, agree=True)
        except (NotPossible, StaleGame):
            return "refused"
        return "done"

    assert at_once(50, attempt) == ["done"] + ["refused"] * 49
    assert Event.objects.filter(game__code=code, taken_back=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_last_answer_races_with_the_next_move_and_one_of_them_happens() -> None:
    code = three_people()
    player = moved(code)
    propose(code, player)
    reply(code, others(player)[0])
    version, mover = look(code).version, people_to_act(look(code))[0]
    action = sensible(code, mover)

    def attempt(number: int) -> str:
        try:
            if number % 2:
                proposals.answer(code=code, player=others(player)[1], version=version, agree=True)
            else:
                turns.take_turn(code=code, action=action, version=version)
        except (NotPossible, StaleGame, IllegalAction):
            return "refused"
        return "done"

    at_once(2, attempt)
    assert look(code).proposal is None
    standing = Event.objects.filter(game__code=code, taken_back=False)
    assert [event.sequence for event in standing] == sorted({event.sequence for event in standing})
    state_of(code)
