"""A table that moved on in memory shows what the same table shows after it was loaded from the database."""

import random
from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import event, given, settings, strategies as st

from games.engine import PLAYERS, AnswerClaim, BiddingStyle, Claim, PeekRule, Player, Rules, legal_actions
from games.engine.play import may_answer_claim, may_claim
from games.models import Clock, Game, Proposal, Stage
from games.play import cache, due, loading, proposals, queries as table_queries, queue
from games.play.errors import NotPossible
from games.play.snapshot import RefusedProposal, Snapshots
from games.play.table import snapshots
from games.play.turns import REFUSALS, Ready
from tests.services.proposing import propose, reply
from tests.tables import (
    Time,
    act,
    begin,
    deal,
    gather,
    here,
    look,
    new_player,
    people_to_act,
    play_on,
    ready,
    start,
    state_of,
)

pytestmark = pytest.mark.django_db(transaction=True)


def loaded(code: str) -> Snapshots:
    """Return what the table shows once it is loaded from the database."""
    return snapshots(loading.load(loading.game_by_code(code)))


def show_loaded(code: str) -> None:
    """Put what the table shows into the cache, as a reader does."""
    cache.show(table_queries.snapshots_of(loading.game_by_code(code)))


def cached(code: str) -> Snapshots | None:
    """Return what the cache has of the table's version in the database."""
    return cache.snapshots(code, Game.objects.get(code=code).version)


class Driver:
    """A real game that is driven through the queue by steps, some of which are refused."""

    def __init__(self, time: Time, rng: random.Random, rules: Rules, people: int) -> None:
        users = [new_player() for _ in range(people)]
        self.time, self.rng = time, rng
        self.code = gather(*users, rules=rules, clock=Clock.FAST, patience=30, bot_level="beginner")
        start(self.code, users[0])
        here(self.code)

    @property
    def version(self) -> int:
        return Game.objects.get(code=self.code).version

    def move(self, _player: Player) -> None:
        """Make the next random move: of a person or a bot in a deal, by all people between two."""
        shown = look(self.code)
        if shown.stage.waits_for_deal:
            deal(self.code)
        elif people := people_to_act(shown):
            player = self.rng.choice(people)
            actions = [action for action in legal_actions(state_of(self.code)) if action.player == player]
            moves = [action for action in actions if not isinstance(action, Claim)] or actions
            queue.take_turn(code=self.code, action=self.rng.choice(moves), version=shown.version)
        else:
            due.serve_due()

    def get_ready(self, player: Player) -> None:
        queue.take_turn(code=self.code, action=Ready(player), version=self.version)

    def claim(self, player: Player) -> None:
        """Claim the remaining tricks: the player on lead does, in the middle of a trick anybody tries to."""
        leader = player if look(self.code).stage is not Stage.DEAL else may_claim(state_of(self.code))
        queue.take_turn(code=self.code, action=Claim(player if leader is None else leader), version=self.version)

    def accept_claim(self, player: Player) -> None:
        queue.take_turn(code=self.code, action=AnswerClaim(player, True), version=self.version)

    def accept_claims(self, player: Player) -> None:
        """A claim is made and accepted, which ends the deal."""
        self.claim(player)
        for answerer in may_answer_claim(state_of(self.code)):
            self.accept_claim(answerer)

    def refuse_claim(self, player: Player) -> None:
        self.claim(player)
        queue.take_turn(code=self.code, action=AnswerClaim((player + 1) % 3, False), version=self.version)

    def move_twice_from_one_page(self, player: Player) -> None:
        """A move comes again, and the second one is refused."""
        version = self.version
        self.move(player)
        action = next(iter(legal_actions(state_of(self.code))), Claim(player))
        queue.take_turn(code=self.code, action=action, version=version)

    def propose_take_back(self, player: Player) -> None:
        propose(self.code, player)

    def propose_end(self, player: Player) -> None:
        propose(self.code, player, Proposal.END)

    def agree(self, player: Player) -> None:
        reply(self.code, player)

    def disagree(self, player: Player) -> None:
        reply(self.code, player, agree=False)

    def all_take_back(self, _player: Player) -> None:
        """The last move is taken back with everybody's consent."""
        mover = next((player for player in PLAYERS if look(self.code, player).may_take_back), None)
        if mover is not None:
            propose(self.code, mover)
            for player in PLAYERS:
                if look(self.code).proposal and player != mover:
                    reply(self.code, player)

    def give_up_seat(self, player: Player) -> None:
        proposals.give_up(code=self.code, player=player, leaves_others=True)

    def take_seat_back(self, player: Player) -> None:
        proposals.take_seat(code=self.code, player=player)

    def let_time_pass(self, player: Player) -> None:
        """A while passes, not enough for a time-out."""
        self.time.passes(4)
        here(self.code)

    def run_out_of_time(self, _player: Player) -> None:
        self.time.passes(1000)
        here(self.code)
        due.serve_due()

    def serve(self, _player: Player) -> None:
        due.serve_due()

    def change_elsewhere(self, _player: Player) -> None:
        """Another process changes the table: this one hears nothing of it."""
        with pytest.MonkeyPatch.context() as elsewhere:
            elsewhere.setattr(cache, "take", lambda _code: None)
            elsewhere.setattr(cache, "publish_on_commit", lambda _table: None)
            self.move(_player)

    def play_to_last_trick(self, player: Player) -> None:
        """The deal is played to its last two cards, unless a proposal holds it up."""
        shown = look(self.code)
        while shown.stage.is_running and (shown.view is None or sum(shown.view.counts) > 2):
            self.move(player)
            before, shown = shown, look(self.code)
            if shown.version == before.version:
                return


MOVES: Final = [Driver.move] * 12
STEPS: Final[list[Callable[[Driver, Player], None]]] = [
    *MOVES,
    *[Driver.get_ready, Driver.claim, Driver.accept_claim, Driver.refuse_claim, Driver.accept_claims],
    *[Driver.propose_take_back, Driver.propose_end, Driver.agree, Driver.disagree, Driver.all_take_back],
    *[Driver.give_up_seat, Driver.take_seat_back, Driver.let_time_pass, Driver.run_out_of_time, Driver.serve],
    *[Driver.move_twice_from_one_page, Driver.change_elsewhere, Driver.play_to_last_trick, Driver.play_to_last_trick],
]
TURNS: Final = (Driver.move, Driver.claim, Driver.accept_claim, Driver.accept_claims, Driver.refuse_claim)


@settings(max_examples=settings().max_examples // 4)
@given(
    st.lists(st.tuples(st.sampled_from(STEPS), st.sampled_from(PLAYERS)), min_size=10, max_size=40),
    st.builds(
        Rules,
        peek=st.sampled_from([PeekRule.NONE, PeekRule.THREE, PeekRule.FLIP1]),
        bidding=st.sampled_from(BiddingStyle),
        target=st.just(100),
        floor=st.sampled_from([None, -100]),
    ),
    st.integers(1, 3),
    st.integers(0, 2**32),
)
def test_table_after_any_steps_equals_the_table_loaded_from_the_database(
    steps: list[tuple[Callable[[Driver, Player], None], Player]], rules: Rules, people: int, seed: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        time = Time()
        patch.setattr("django.utils.timezone.now", time)
        driver = Driver(time, random.Random(seed), rules, people)
        for step, player in steps:
            before = driver.version
            try:
                step(driver, player)
            except (*REFUSALS, NotPossible) as refusal:
                event(f"{step.__name__}: {type(refusal).__name__}")
            shown, known = loaded(driver.code), cached(driver.code)
            assert known in (None, shown)
            if step in TURNS and driver.version > before:
                assert known is not None, "a turn publishes its table"
            assert table_queries.snapshots_of(loading.game_by_code(driver.code)) == shown
            event(f"{step.__name__} led to {shown.shown.stage}")
            if before == driver.version and shown.shown.stage.has_ended:
                return


def step(code: str, time: Time) -> None:
    """Let the next thing at the table happen, three seconds after the last one."""
    time.passes(3)
    here(code, (0, 1))
    snapshot = look(code)
    if snapshot.stage in (Stage.DRAWING, Stage.SCORED):
        deal(code)
    elif people_to_act(snapshot):
        act(code)
    else:
        due.serve_due()


def drawn(target: int) -> str:
    """Return a game to so many points that waits for its first deal."""
    host, guest = new_player(), new_player()
    code = gather(host, guest, rules=Rules(target=target), clock=Clock.NORMAL)
    start(code, host)
    here(code, (0, 1))
    show_loaded(code)
    return code


def test_player_who_is_ready_already_changes_nothing() -> None:
    code = drawn(target=500)
    seen = look(code).version
    ready(code, 0, seen)
    once = look(code)
    for version in (seen, once.version, once.version):
        ready(code, 0, version)
        assert look(code) == once
    ready(code, 1, seen)
    assert look(code).stage is Stage.DEAL


def test_nothing_is_loaded_again_from_the_draw_to_the_second_deal(time: Time) -> None:
    """A move, a deal's score, the next deal."""
    code = drawn(target=1000)
    while look(code).deal_number < 2:
        step(code, time)
        assert cached(code) == loaded(code)


def test_end_of_a_game_shows_the_ratings_it_changed(time: Time) -> None:
    code = drawn(target=100)
    while look(code).stage != Stage.OVER:
        step(code, time)
        assert cached(code) == loaded(code)


def test_end_of_a_game_between_people_shows_their_ratings_at_once() -> None:
    code = begin(new_player(), new_player(), new_player(), rules=Rules(target=100, floor=-100))
    while look(code).stage != Stage.OVER:
        if look(code).stage is Stage.DEAL:
            act(code)
        else:
            deal(code)
    ended = cached(code)
    assert ended == loaded(code)
    assert ended.of(0).rated


def test_player_who_is_ready_is_shown_as_ready() -> None:
    host, guest = new_player(), new_player()
    code = begin(host, guest, rules=Rules(target=1000))
    play_on(code, lambda table: table.stage == Stage.SCORED)
    show_loaded(code)
    ready(code, 1, look(code).version)
    assert cached(code) == loaded(code)
    assert look(code).ready == {1}


def test_refused_proposal_is_shown_until_somebody_moves() -> None:
    code = begin(new_player(), new_player(), new_player(), rules=Rules(target=1000))
    play_on(code, lambda table: table.stage == Stage.SCORED)
    here(code)
    propose(code, 1, Proposal.END)
    reply(code, 0, agree=False)
    show_loaded(code)
    for player in (0, 1, 2):
        ready(code, player, look(code).version)
    assert cached(code) == loaded(code)
    assert look(code).refused == RefusedProposal("end", 1)
    act(code)
    assert cached(code) == loaded(code)
    assert look(code).refused is None


@pytest.mark.usefixtures("time")
def test_proposal_that_a_bot_waits_for_from_the_next_deal_on_lapses() -> None:
    """It is the bot's turn to bid first."""
    code = begin(new_player(), new_player(), rules=Rules(target=1000))
    play_on(code, lambda table: table.stage == Stage.SCORED and table.dealer == 0)
    here(code)
    propose(code, 1, Proposal.END)
    show_loaded(code)
    for player in (0, 1):
        ready(code, player, look(code).version)
    assert look(code).stage == Stage.DEAL
    assert cached(code) == loaded(code)


@pytest.mark.parametrize("peek", [PeekRule.NONE, PeekRule.THREE])
def test_move_made_by_the_clock_is_shown_as_such(time: Time, peek: PeekRule) -> None:
    code = begin(new_player(), new_player(), new_player(), rules=Rules(peek=peek), clock=Clock.FAST)
    here(code)
    show_loaded(code)
    late = people_to_act(look(code))[0]
    time.passes(1000)
    here(code)
    due.serve_due()
    assert cached(code) == loaded(code)
    assert look(code).last_by_clock == late


def test_change_that_nobody_read_is_seen_by_the_next_move(time: Time) -> None:
    """A bot sits in, and nobody reads the table before the next move."""
    code = begin(new_player(), new_player(), new_player())
    play_on(code, lambda table: people_to_act(table)[0] != 2)
    show_loaded(code)
    time.passes(1000)
    here(code, (0, 1))
    proposals.call_bot(code=code, player=2)
    act(code)
    assert cached(code) == loaded(code)
    assert look(code).seats[2].stand_in


def table_read_around_a_move(code: str) -> tuple[Snapshots, Snapshots]:
    """Return the table before a move, and as it is loaded after it with the game's row that was read before it."""
    game = loading.game_by_code(code)
    before = snapshots(loading.load(game))
    act(code)
    return before, snapshots(loading.load(game))


def test_table_is_loaded_at_one_version_although_somebody_moves_meanwhile() -> None:
    code = begin(new_player(), new_player(), new_player())
    play_on(code, lambda table: table.view is not None and len(table.view.trick) == 1)
    before, after = table_read_around_a_move(code)
    assert (after.version, after.state, after.may_take_back) == (before.version, before.state, before.may_take_back)
    assert loaded(code).state != before.state


def test_table_is_loaded_without_the_score_of_a_deal_that_ends_meanwhile() -> None:
    code = begin(new_player(), new_player(), new_player())
    play_on(code, lambda table: table.view is not None and sum(table.view.counts) == 1)
    before, after = table_read_around_a_move(code)
    assert look(code).stage == Stage.SCORED
    assert after == before
