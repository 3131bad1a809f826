"""Taking a move back: which moves may be taken back, and what is restored."""

from collections.abc import Callable

import pytest

from games.engine import AnswerClaim, Claim, IllegalAction, PeekRule, Phase, Play, Player, Rules, waiting_for
from games.models import Event
from games.play import proposals, queue, ticker
from games.play.errors import NotPossible, StaleGame
from games.play.snapshot import Snapshot, TakenBack
from games.values import Author, Proposal
from tests.play.player_clocks import due_in
from tests.play.proposing import may_take_back, move_once, others, propose, reply
from tests.tables import Time, at_once, people_to_act, play_on, scored, sensible, snapshot_for, state_of, three_people

pytestmark = pytest.mark.django_db


def take_back(code: str, player: Player) -> None:
    """Take the player's last move back with everyone's consent."""
    propose(code, player)
    for other in others(player):
        reply(code, other)


def tricks_played(count: int, cards: int = 0) -> Callable[[Snapshot], bool]:
    def until(table: Snapshot) -> bool:
        return table.view is not None and (len(table.view.tricks), len(table.view.trick)) == (count, cards)

    return until


class TestTakeBack:
    def test_taken_back_card_restores_the_deal(self) -> None:
        code = three_people()
        for until in (tricks_played(0, 2), tricks_played(1, 3), tricks_played(5, 0)):
            play_on(code, until)
            before = state_of(code)
            player = move_once(code)
            if snapshot_for(code).view.claim:  # type: ignore[union-attr]
                continue
            take_back(code, player)
            assert state_of(code) == before
            assert people_to_act(snapshot_for(code)) == [player]

    def test_move_taken_back_is_known_until_the_next_one(self) -> None:
        code = three_people()
        bidder = move_once(code)
        take_back(code, bidder)
        assert snapshot_for(code).taken_back == TakenBack(bidder, None)
        play_on(code, tricks_played(3, 2))
        assert snapshot_for(code).taken_back is None
        player = move_once(code)
        card = state_of(code).trick[-1].card
        propose(code, player)
        assert snapshot_for(code).taken_back is None
        for other in others(player):
            reply(code, other)
        assert snapshot_for(code).taken_back == TakenBack(player, card)

    def test_taken_back_bid_restores_the_deal(self) -> None:
        code = three_people()
        move_once(code)
        before = state_of(code)
        take_back(code, move_once(code))
        assert state_of(code) == before
        assert before.phase is Phase.BIDDING

    def test_log_keeps_taken_back_moves_under_unique_sequences(self) -> None:
        code = three_people()
        for _ in range(3):
            take_back(code, move_once(code))
        move_once(code)
        events = list(Event.objects.filter(game__code=code).order_by("sequence"))
        assert [event.taken_back for event in events] == [False, True, True, True, False]
        sequences = [event.sequence for event in events]
        assert len(set(sequences)) == len(sequences)
        assert sequences[-1] == snapshot_for(code).version

    def test_repeated_message_of_a_taken_back_move_is_stale(self) -> None:
        code = three_people()
        play_on(code, tricks_played(0, 2))
        version = snapshot_for(code).version
        player = move_once(code)
        card = state_of(code).trick[-1].card
        take_back(code, player)
        with pytest.raises(StaleGame) as refused:
            queue.take_turn(code=code, action=Play(player, card), version=version)
        assert refused.type is StaleGame

    def test_deal_goes_on_to_its_score_after_a_take_back(self) -> None:
        code = three_people()
        play_on(code, tricks_played(2, 1))
        take_back(code, move_once(code))
        assert play_on(code, scored).finished

    def test_only_the_last_mover_may_take_back(self) -> None:
        code = three_people()
        assert may_take_back(code) == []
        first = move_once(code)
        assert may_take_back(code) == [first]
        second = move_once(code)
        assert may_take_back(code) == [second]
        for player in others(second):
            with pytest.raises(NotPossible):
                propose(code, player)

    def test_opening_lead_cannot_be_taken_back(self) -> None:
        code = three_people()
        play_on(code, tricks_played(0, 1))
        assert may_take_back(code) == []
        take_back(code, move_once(code))
        assert state_of(code).exposed
        assert may_take_back(code) == []

    @pytest.mark.parametrize("peek", [PeekRule.THREE, PeekRule.FLIP1])
    def test_peek_and_flip_cannot_be_taken_back(self, peek: PeekRule) -> None:
        code = three_people(Rules(peek=peek))
        for _ in range(3):
            move_once(code)
            assert may_take_back(code) == []

    def test_claim_and_answer_cannot_be_taken_back_but_the_next_card_can(self) -> None:
        code = three_people()
        play_on(code, tricks_played(3))
        claimer = people_to_act(snapshot_for(code))[0]
        queue.take_turn(code=code, action=Claim(claimer), version=snapshot_for(code).version)
        assert may_take_back(code) == []
        refuser = waiting_for(state_of(code))[0]
        queue.take_turn(code=code, action=AnswerClaim(refuser, False), version=snapshot_for(code).version)
        assert may_take_back(code) == []
        assert move_once(code) == claimer
        assert may_take_back(code) == [claimer]

    def test_move_of_a_bot_or_the_clock_cannot_be_taken_back(self, time: Time) -> None:
        code = three_people(clock="fast", patience=30)
        time.passes(due_in(code))
        ticker.serve_due()
        assert may_take_back(code) == []
        proposals.call_bot(code=code, player=people_to_act(snapshot_for(code))[0])
        ticker.serve_due()
        assert Event.objects.filter(game__code=code, author=Author.BOT).exists()
        assert may_take_back(code) == []

    def test_last_card_cannot_be_taken_back_once_the_deal_is_scored(self) -> None:
        code = three_people()
        play_on(code, scored)
        assert may_take_back(code) == []

    def test_take_back_reveals_nothing(self) -> None:
        code = three_people()
        play_on(code, tricks_played(2, 2))
        before = [snapshot_for(code, viewer).view for viewer in (0, 1, 2, None)]
        take_back(code, move_once(code))
        assert [snapshot_for(code, viewer).view for viewer in (0, 1, 2, None)] == before


@pytest.mark.django_db(transaction=True)
def test_fifty_simultaneous_last_answers_take_one_move_back() -> None:
    code = three_people()
    move_once(code)
    player = move_once(code)
    propose(code, player)
    reply(code, others(player)[0])
    version = snapshot_for(code).version

    def attempt(_: int) -> str:
        try:
            proposals.answer(code=code, player=others(player)[1], version=version, agree=True)
        except (NotPossible, StaleGame):
            return "refused"
        return "done"

    assert at_once(50, attempt) == ["done"] + ["refused"] * 49
    assert Event.objects.filter(game__code=code, taken_back=True).count() == 1


@pytest.mark.django_db(transaction=True)
def test_only_one_of_the_last_answer_and_a_racing_move_happens() -> None:
    code = three_people()
    player = move_once(code)
    propose(code, player)
    reply(code, others(player)[0])
    version, mover = snapshot_for(code).version, people_to_act(snapshot_for(code))[0]
    action = sensible(code, mover)

    def attempt(number: int) -> str:
        try:
            if number % 2:
                proposals.answer(code=code, player=others(player)[1], version=version, agree=True)
            else:
                queue.take_turn(code=code, action=action, version=version)
        except (NotPossible, StaleGame, IllegalAction):
            return "refused"
        return "done"

    at_once(2, attempt)
    assert snapshot_for(code).proposal is None
    standing = Event.objects.filter(game__code=code, taken_back=False)
    assert [event.sequence for event in standing] == sorted({event.sequence for event in standing})
    state_of(code)


@pytest.mark.django_db(transaction=True)
def test_game_goes_on_after_a_take_back_an_end_and_a_claim_at_once() -> None:
    """Of two proposals one is made; a claim is a move and ends it. Nothing of them is left once all have refused."""
    code = three_people()
    play_on(code, lambda table: table.view is not None and len(table.view.tricks) == 2 and not table.view.trick)
    leader, version = people_to_act(snapshot_for(code))[0], snapshot_for(code).version
    asked = [player for player in others(leader) if snapshot_for(code, player).may_take_back] or [leader]
    ender = next(player for player in others(leader) if player != asked[0])
    acts: list[Callable[[], object]] = [
        lambda: propose(code, asked[0]),
        lambda: propose(code, ender, Proposal.END),
        lambda: queue.take_turn(code=code, action=Claim(leader), version=version),
    ]

    def attempt(number: int) -> str:
        try:
            acts[number]()
        except (NotPossible, StaleGame, IllegalAction):
            return "refused"
        return "done"

    assert "done" in at_once(3, attempt)
    table = snapshot_for(code)
    if table.proposal is not None:
        reply(code, others(table.proposal.player)[0], agree=False)
    if table.view is not None and table.view.claim is not None:
        refusal = AnswerClaim(waiting_for(state_of(code))[0], accept=False)
        queue.take_turn(code=code, action=refusal, version=snapshot_for(code).version)
    table = snapshot_for(code)
    assert (table.proposal, table.view and table.view.claim) == (None, None)
    move_once(code)
    assert snapshot_for(code).version > table.version
