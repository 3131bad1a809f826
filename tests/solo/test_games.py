"""Games of one person and two bots without a database: whole games through the forms of their page."""

from random import Random

import pytest

from games import engine
from games.engine import BiddingStyle, PeekRule, Rules
from games.solo import storage
from games.solo.game import YOU, new_setup
from games.solo.page import SoloPage
from games.solo.snapshots import take_full_snapshot
from games.values import Author, Stage, logs
from tests.components.tables import PAIRS
from tests.solo.playing import NAMES, act, is_my_turn, my_choice, new_page, play_on, send

DEALS = 8
"""So many deals are played under each of the rules: more than two hundred in campaigns."""


@pytest.mark.parametrize(("peek", "bidding"), PAIRS)
def test_deals_end_with_the_results_of_the_engine(peek: PeekRule, bidding: BiddingStyle) -> None:
    """The records, which hold nothing but the cards and the moves, give the scores that the page has shown."""
    page = new_page(Rules(peek, bidding), f"{peek}{bidding}")
    list(play_on(page, Random(f"{bidding}{peek}"), DEALS))
    records = storage.records_of(page.game)
    assert len(records) == len(page.game.finished) == DEALS
    for record, line in zip(records, page.game.finished, strict=True):
        state = engine.replay(engine.read_log(record.encode()))
        assert (engine.score(state), state.declarer) == (line.scores, line.declarer)


def test_game_ends_when_the_engine_has_a_winner() -> None:
    page = new_page(Rules(target=250))
    for _ in play_on(page, Random(1)):
        winner = engine.game_winner(page.game.setup.rules, page.game.standing.points)
        assert (page.game.stage is Stage.OVER) == (winner is not None)
        assert page.game.winner == winner
    assert page.game.stage is Stage.OVER


def test_cards_come_from_the_chain_of_secrets_whose_commitment_is_shown_before() -> None:
    page = new_page(Rules(PeekRule.THREE, target=250))
    commitment = take_full_snapshot(page.game).base.commitment
    assert commitment in page.table() + page.step()
    for _ in play_on(page, Random(2)):
        proof = take_full_snapshot(page.game).base.proof
        assert (proof is None) == (page.game.stage in (Stage.DRAWING, Stage.DEAL))
    for number in range(1, len(page.game.finished) + 1):
        state = engine.replay(logs.standing_events(page.game.deals[number - 1]))
        proof = page.game.proof_of(number)
        assert proof.commitment == commitment
        assert engine.proves(proof, state)


def test_bots_move_at_the_pace_of_the_site_and_the_page_waits_for_the_person() -> None:
    page = new_page()
    page.table()
    assert page.seconds_to_step() == pytest.approx(1.5), "the draw for dealer"
    page.step()
    while not is_my_turn(page):
        assert 0.4 < (page.seconds_to_step() or 0) < 2.7
        page.step()
    assert page.seconds_to_step() is None


def test_last_trick_is_shown_before_the_score() -> None:
    page, rng = new_page(), Random(3)
    before = ""
    for frame in play_on(page, rng):
        state = page.game.state
        if state is not None and page.game.stage is Stage.SCORED and not state.claimed:
            before = frame
            break
    assert "is-scored" not in before
    assert page.seconds_to_step() == pytest.approx(1.6)
    assert "is-scored" in page.step()
    assert page.seconds_to_step() is None


class TestTakingBack:
    def test_bid_is_taken_back_and_another_is_made(self) -> None:
        page = self.after_own_bid()
        tricks = page.game.log[-1].event
        assert "data-back" in send(page, "propose", kind="back") or is_my_turn(page)
        assert page.game.log[-1].taken_back
        assert page.game.log[-1].event == tricks
        act(page, my_choice(page, Random(5)))
        assert page.game.state is not None
        assert len(page.game.state.bids) == 1

    def test_nothing_is_taken_back_twice_or_after_a_bot_has_moved(self) -> None:
        page = self.after_own_bid()
        send(page, "propose", kind="back")
        assert "That can’t be done" in send(page, "propose", kind="back")
        act(page, my_choice(page, Random(5)))
        page.step()
        version = page.game.version
        assert "That can’t be done" in send(page, "propose", kind="back")
        assert page.game.version == version

    def after_own_bid(self) -> SoloPage:
        """Return the page of a game in which the person has bid first."""
        for seed in range(100):
            page = new_page(seed=str(seed))
            page.table()
            page.step()
            if is_my_turn(page):
                act(page, my_choice(page, Random(seed)))
                return page
        raise AssertionError("somebody else is first in 100 games")


class TestRefusals:
    @pytest.mark.parametrize(
        ("kind", "fields", "words"),
        [
            ("play", {"card": "SA"}, "It is too early"),
            ("play", {"card": "nothing"}, "That was not understood"),
            ("play", {}, "That was not understood"),
            ("bid", {}, "Choose a number of tricks first"),
            ("bid", {"tricks": "14"}, "That was not understood"),
            ("dance", {}, "That was not understood"),
            ("ready", {}, "The table had moved on"),
            ("propose", {"kind": "end"}, "That can’t be done"),
            ("rematch", {}, "That can’t be done"),
            ("bid", {"tricks": "3", "version": "0"}, "The table had moved on"),
        ],
    )
    def test_refusal_says_why_and_changes_nothing(self, kind: str, fields: dict[str, object], words: str) -> None:
        page = new_page()
        page.table()
        page.step()
        while not is_my_turn(page):
            page.step()
        before = storage.dump(page.game)
        assert words in send(page, kind, **fields)
        assert storage.dump(page.game) == before

    def test_nothing_is_moved_after_the_end(self) -> None:
        page = new_page()
        send(page, "end")
        assert page.game.stage is Stage.CLOSED
        assert "The game has ended" in send(page, "play", card="SA")
        assert "The game has ended" in send(page, "end")


def test_next_game_begins_with_the_next_dealer() -> None:
    page = new_page(Rules(target=100))
    list(play_on(page, Random(1)))
    assert "Back to the start" in page.table()
    first, frame = page.game, send(page, "rematch")
    assert 'class="game is-drawing' in frame
    assert page.game.setup.opening_dealer is not None
    assert page.game.setup.root != first.setup.root
    list(play_on(page, Random(2)))
    assert page.game.stage is Stage.OVER
    send(page, "rematch")
    assert first.drawn is not None
    assert page.game.dealer == engine.next_dealer(engine.next_dealer(engine.first_dealer(first.drawn)))


def test_claim_is_made_by_form_and_bots_answer() -> None:
    """A claim at the first lead is refused; one of what is left can be true, and then ends the deal."""
    assert not any(claim_accepted(str(seed), left=12) for seed in range(4))
    assert any(claim_accepted(str(seed), left=2) for seed in range(12))


def claim_accepted(seed: str, left: int) -> bool:
    """Let the person claim all tricks as soon as no more than so many are left; return whether the bots accept."""
    page, rng = new_page(seed=seed), Random(seed)
    for _ in play_on(page, rng, 1):
        view = engine.view_for(page.game.state, YOU) if page.game.state and is_my_turn(page) else None
        if view is not None and view.may_claim and view.tricks_left <= left:
            send(page, "claim", tricks=view.tricks_left)
            break
    while page.seconds_to_step() is not None:
        page.step()
    return page.game.state is not None and page.game.state.claimed is not None


def test_moves_of_bots_are_logged_as_theirs() -> None:
    page = new_page(Rules(target=100))
    list(play_on(page, Random(1)))
    for log in page.game.deals:
        declarer = engine.replay(logs.standing_events(log)).declarer
        authors = {(logs.mover(entry.event, declarer) == YOU, entry.author) for entry in log[1:]}
        assert authors == {(True, Author.PLAYER), (False, Author.BOT)}


def test_names_are_those_of_the_setup() -> None:
    assert all(name in new_page().table() for name in NAMES[1:])


def test_secrets_are_new_each_time() -> None:
    assert new_setup(Rules(), NAMES).root != new_setup(Rules(), NAMES).root
