"""Games that are driven through the queue by steps of any kind."""

import random
from collections.abc import Callable
from typing import Final

import pytest

from games.engine import PLAYERS, AnswerClaim, Claim, Player, Rules, legal_actions
from games.engine.play import may_answer_claim, may_claim
from games.models import Game
from games.play import proposals, queue, table_cache, ticker
from games.play.moves import Ready
from games.values import Clock, Proposal, Stage
from tests.play.player_clocks import due_in
from tests.play.proposing import propose, reply
from tests.tables import Time, deal, gather, here, new_player, people_to_act, snapshot_for, start, state_of


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
        shown = snapshot_for(self.code)
        if shown.stage.waits_for_deal:
            deal(self.code)
        elif people := people_to_act(shown):
            player = self.rng.choice(people)
            actions = [action for action in legal_actions(state_of(self.code)) if action.player == player]
            moves = [action for action in actions if not isinstance(action, Claim)] or actions
            queue.take_turn(code=self.code, action=self.rng.choice(moves), version=shown.version)
        else:
            ticker.serve_due()

    def get_ready(self, player: Player) -> None:
        queue.take_turn(code=self.code, action=Ready(player), version=self.version)

    def claim(self, player: Player) -> None:
        """Claim all or some remaining tricks: the player on lead does, in the middle of a trick anybody tries to."""
        leader = player if snapshot_for(self.code).stage is not Stage.DEAL else may_claim(state_of(self.code))
        claim = Claim(player if leader is None else leader, self.rng.choice((None, 0, 2)))
        queue.take_turn(code=self.code, action=claim, version=self.version)

    def accept_claim(self, player: Player) -> None:
        queue.take_turn(code=self.code, action=AnswerClaim(player, True), version=self.version)

    def accept_claims(self, player: Player) -> None:
        """A claim is made and accepted, which ends the deal."""
        self.claim(player)
        while asked := may_answer_claim(state_of(self.code)):
            self.accept_claim(asked[0])

    def refuse_claim(self, player: Player) -> None:
        self.claim(player)
        for asked in may_answer_claim(state_of(self.code))[:1]:
            queue.take_turn(code=self.code, action=AnswerClaim(asked, False), version=self.version)

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
        mover = next((player for player in PLAYERS if snapshot_for(self.code, player).may_take_back), None)
        if mover is not None:
            propose(self.code, mover)
            for player in PLAYERS:
                if snapshot_for(self.code).proposal and player != mover:
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
        """Time passes until the site has something to do: a clock has run out, or a bot moves."""
        if Game.objects.get(code=self.code).due_at is not None:
            self.time.passes(max(0.0, due_in(self.code)))
        here(self.code)
        ticker.serve_due()

    def go_on_after_an_outage(self, _player: Player) -> None:
        self.time.passes(1000)
        here(self.code)
        ticker.serve_due()

    def serve(self, _player: Player) -> None:
        ticker.serve_due()

    def change_elsewhere(self, _player: Player) -> None:
        """Another process changes the table: this one receives no message of it."""
        with pytest.MonkeyPatch.context() as elsewhere:
            elsewhere.setattr(table_cache, "check_out", lambda _code: None)
            elsewhere.setattr(table_cache, "discard", lambda _code: None)
            elsewhere.setattr(table_cache, "publish_on_commit", lambda _table: None)
            self.move(_player)

    def play_to_last_trick(self, player: Player) -> None:
        """The deal is played to its last two cards, unless a proposal holds it up."""
        shown = snapshot_for(self.code)
        while shown.stage.is_running and (shown.view is None or sum(shown.view.counts) > 2):
            self.move(player)
            before, shown = shown, snapshot_for(self.code)
            if shown.version == before.version:
                return


MOVES: Final = [Driver.move] * 12
STEPS: Final[list[Callable[[Driver, Player], None]]] = [
    *MOVES,
    *[Driver.get_ready, Driver.claim, Driver.accept_claim, Driver.refuse_claim, Driver.accept_claims],
    *[Driver.propose_take_back, Driver.propose_end, Driver.agree, Driver.disagree, Driver.all_take_back],
    *[Driver.give_up_seat, Driver.take_seat_back, Driver.let_time_pass, Driver.run_out_of_time, Driver.serve],
    Driver.go_on_after_an_outage,
    *[Driver.move_twice_from_one_page, Driver.change_elsewhere, Driver.play_to_last_trick, Driver.play_to_last_trick],
]
TURNS: Final = (Driver.move, Driver.claim, Driver.accept_claim, Driver.accept_claims, Driver.refuse_claim)
