"""Deals of stored games are decided by the game's chain of secrets and the players' seeds (docs/fairness.md)."""

import pytest

from accounts.models import User
from games.engine import BOT_SEED, MOST_DEALS, PeekRule, Rules, drawn_cards, proves
from games.lobby import tables
from games.models import Game
from games.play import proofs, proposals
from games.play.errors import NotPossible, StaleGame
from games.values import Stage
from tests.tables import (
    act,
    begin,
    close_table,
    deal,
    finish_deals,
    gather,
    here,
    new_player,
    open_table,
    people_to_act,
    play_on,
    scored,
    serve,
    snapshot_for,
    start,
    state_of,
)

pytestmark = pytest.mark.django_db


def seeds_at(code: str) -> list[str]:
    return [seat.seed for seat in snapshot_for(code).seats]


def table_with_seeds(*users: User, rules: Rules | None = None) -> str:
    """A table that waits for its start, at which the first of these people has given no seed and the others have."""
    code = gather(*users, rules=rules)
    for number, user in enumerate(users[1:], start=1):
        tables.give_seed(code=code, user=user, seed=f"{number}" * 8)
    return code


@pytest.mark.parametrize("peek", [PeekRule.NONE, PeekRule.FOUR, PeekRule.FLIP3])
def test_commitment_shown_at_the_open_table_proves_every_deal(peek: PeekRule) -> None:
    host, guest = new_player(), new_player()
    code = table_with_seeds(host, guest, rules=Rules(peek))
    shown = snapshot_for(code).commitment
    start(code, host)
    drawn = snapshot_for(code).drawn
    secrets = []
    for number in (1, 2):
        deal(code)
        proof = play_on(code, scored).proof
        assert proof is not None
        assert (proof.commitment, proof.game, proof.number, proof.drawn) == (shown, code, number, drawn)
        assert proof.seeds == ("", "11111111", BOT_SEED)
        assert proves(proof, state_of(code))
        secrets.append(proof.secret)
    assert len(set(secrets)) == 2


def test_nothing_is_drawn_before_the_game_and_seeds_take_part_in_the_draw() -> None:
    host = new_player()
    code = gather(host)
    assert snapshot_for(code).drawn is None
    root = bytes.fromhex(Game.objects.get(code=code).chain_root)
    tables.start(code=code, host=host, version=snapshot_for(code).version, seed="ab")
    key = proofs.engine.deal_key(proofs.engine.chain_secret(root, 0), code, 0, ("ab", BOT_SEED, BOT_SEED))
    assert snapshot_for(code).drawn == drawn_cards(key)


def test_rematch_has_a_commitment_of_its_own_and_a_proof_without_a_draw() -> None:
    host = new_player()
    code = open_table(host)
    close_table(code)
    following = tables.rematch(code=code, user=host).code
    assert snapshot_for(following).commitment != snapshot_for(code).commitment
    deal(following)
    proof = play_on(following, scored).proof
    assert proof is not None
    assert proof.drawn is None
    assert proves(proof, state_of(following))


class TestSeeds:
    def test_seed_can_be_changed_until_the_game_begins(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        for seed in ("aa", "bb"):
            tables.give_seed(code=code, user=guest, seed=seed)
        assert seeds_at(code) == ["", "bb", ""]
        start(code, host)
        with pytest.raises(NotPossible):
            tables.give_seed(code=code, user=guest, seed="cc")
        assert seeds_at(code) == ["", "bb", BOT_SEED]

    def test_only_a_player_can_give_one(self) -> None:
        code = gather(new_player())
        with pytest.raises(NotPossible):
            tables.give_seed(code=code, user=new_player(), seed="aa")
        assert seeds_at(code) == ["", "", ""]

    def test_seed_moves_with_its_player_and_goes_with_them(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host)
        tables.sit(code=code, user=guest, player=1, seed="aa")
        tables.sit(code=code, user=guest, player=2)
        assert seeds_at(code) == ["", "", "aa"]
        tables.leave(code=code, user=guest)
        assert seeds_at(code) == ["", "", ""]

    def test_nobody_inherits_the_seed_of_a_removed_player(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host)
        tables.sit(code=code, user=guest, player=1, seed="aa")
        tables.remove(code=code, host=host, player=1, version=snapshot_for(code).version)
        tables.sit(code=code, user=new_player(), player=1)
        assert seeds_at(code) == ["", "", ""]

    def test_host_gives_one_with_the_start_or_keeps_the_one_given_before(self) -> None:
        host = new_player()
        for given, expected in (("aa", "aa"), ("", "bb")):
            code = gather(host)
            tables.give_seed(code=code, user=host, seed="bb")
            tables.start(code=code, host=host, version=snapshot_for(code).version, seed=given)
            assert seeds_at(code) == [expected, BOT_SEED, BOT_SEED]
            close_table(code)

    def test_seed_makes_no_start_stale_but_another_change_does(self) -> None:
        host, guest = new_player(), new_player()
        code = gather(host, guest)
        seen = snapshot_for(code).version
        tables.leave(code=code, user=guest)
        tables.sit(code=code, user=guest, player=1)
        with pytest.raises(StaleGame):
            tables.start(code=code, host=host, version=seen)
        seen = snapshot_for(code).version
        for seed in ("aa", "bb"):
            tables.give_seed(code=code, user=guest, seed=seed)
        with pytest.raises(StaleGame):
            tables.start(code=code, host=host, version=seen - 1)
        tables.start(code=code, host=host, version=seen)
        assert seeds_at(code) == ["", "bb", BOT_SEED]

    def test_seed_stays_when_a_bot_sits_in(self) -> None:
        host, guest = new_player(), new_player()
        code = table_with_seeds(host, guest)
        start(code, host)
        here(code)
        deal(code)
        before = seeds_at(code)

        proposals.give_up(code=code, player=1)
        assert seeds_at(code) == before


@pytest.mark.parametrize("peek", [PeekRule.FOUR, PeekRule.FLIP2])
def test_ticker_lets_bots_look_where_the_deal_says(peek: PeekRule) -> None:
    code = begin(new_player(), rules=Rules(peek))
    while len(state_of(code).peeks) < 3:
        if people_to_act(snapshot_for(code)):
            act(code)
        else:
            serve(code)
    assert sum(seat.is_bot for seat in snapshot_for(code).seats) == 2
    proof = play_on(code, scored).proof
    assert proof is not None
    assert proves(proof, state_of(code))


def test_game_without_a_winner_ends_with_its_last_secret() -> None:
    code = open_table(new_player(), Rules(target=1000))
    Game.objects.filter(code=code).update(deal_number=MOST_DEALS - 1)
    deal(code)
    finish_deals(code)
    ended = snapshot_for(code)
    assert (ended.stage, ended.winner, ended.deal_number) == (Stage.CLOSED, None, MOST_DEALS)
    assert ended.proof is not None
    assert proves(ended.proof, state_of(code)), "999 deals later it is the turn of the same dealer"
