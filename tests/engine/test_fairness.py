"""docs/fairness.md: what decides the cards, and the proof of it."""

import json
import re
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from games.engine import (
    BOT_SEED,
    DECK,
    DUMMY,
    MOST_DEALS,
    PeekRule,
    Seeds,
    board_key,
    chain_secret,
    commitment,
    deal_hands,
    deal_key,
    drawn_cards,
    duplicate_plan,
    places_of_bot,
    shuffled_pack,
)
from games.engine.records import check
from tests.engine.proved_records import SEEDS, proved_record
from tests.engine.record_changes import fault
from tests.engine.reference_engine import reference_result

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/fairness.md").read_text("utf-8")

KEYS = st.binary(min_size=32, max_size=32)
SEED = st.text("0123456789abcdef", max_size=64) | st.just(BOT_SEED)


def test_test_vectors_are_those_of_the_page() -> None:
    root = sha256(b"docs/fairness.md").digest()
    secrets = {number: chain_secret(root, number) for number in (0, 1, 2, 1000)}
    keys = {number: deal_key(secret, "example-game", number, SEEDS) for number, secret in secrets.items()}
    hands, last = deal_hands(keys[1]), deal_hands(keys[1000])
    plan = duplicate_plan(keys[0])
    names = ["player 0", "player 1", "player 2", "dummy"]
    assert dict(re.findall(r"^\| (.+?) \| `(.+)` \|$", PAGE, re.MULTILINE)) == {
        "root, secret 1000": root.hex(),
        **{f"secret {number}": secrets[number].hex() for number in (2, 1, 0)},
        "commitment": commitment(secrets[0]),
        **{f"key {number}": keys[number].hex() for number in (0, 1, 1000)},
        "draw": words(drawn_cards(keys[0])),
        **{f"deal 1, {name}": words(hand) for name, hand in zip(names, hands, strict=True)},
        "deal 1, places of a bot in seat 2 under Three Peeky": words(places_of_bot(keys[1], 2, 3)),
        "the same under Four Peeky": words(places_of_bot(keys[1], 2, 4)),
        "deal 1000, dummy": words(last[DUMMY]),
        "duplicate game, dealers of deals 1 to 9": words(of.dealer for of in plan),
        "duplicate game, suits of deals 1 to 9": words("".join(suit.letter for suit in of.suits) for of in plan),
        "duplicate game, key of deals 1, 4 and 7": board_key(secrets[1], "example-game", 1, SEEDS).hex(),
        "duplicate game, deal 1, dummy": words(plan[0].hands(hands)[DUMMY]),
    }


def words(values: Any) -> str:
    return " ".join(map(str, values))


def test_shuffle_of_a_given_key_never_changes() -> None:
    """The proofs of old deals must stay valid, so this order may not change."""
    assert words(shuffled_pack(bytes(range(32)), "deal")[:8]) == "D7 D9 H5 H2 SA H4 S5 C6"


@given(KEYS, st.sampled_from(["deal", "draw"]))
def test_shuffled_pack_is_a_permutation_and_always_the_same(key: bytes, purpose: str) -> None:
    pack = shuffled_pack(key, purpose)
    assert sorted(pack, key=DECK.index) == list(DECK)
    assert pack == shuffled_pack(key, purpose)


@given(KEYS)
def test_hands_are_dealt_one_card_at_a_time(key: bytes) -> None:
    pack, hands = shuffled_pack(key, "deal"), deal_hands(key)
    assert [card for cards in zip(*hands, strict=True) for card in cards] == list(pack)
    assert drawn_cards(key) == shuffled_pack(key, "draw")[:3]


@given(KEYS, st.text("abc-_09", min_size=1, max_size=12), st.integers(0, MOST_DEALS), st.tuples(SEED, SEED, SEED))
def test_deal_changes_with_each_of_its_inputs(secret: bytes, game: str, number: int, seeds: Seeds) -> None:
    others = [
        deal_key(sha256(secret).digest(), game, number, seeds),
        deal_key(secret, f"{game}0", number, seeds),
        deal_key(secret, game, number + 1, seeds),
        *(deal_key(secret, game, number, other) for other in one_seed_changed(seeds)),
    ]
    packs = {shuffled_pack(key, "deal") for key in [deal_key(secret, game, number, seeds), *others]}
    assert len(packs) == 7


def one_seed_changed(seeds: Seeds) -> list[Seeds]:
    one, two, three = seeds
    return [(f"{one}1", two, three), (one, f"{two}1", three), (one, two, f"{three}1")]


def test_purposes_give_different_orders() -> None:
    key = bytes(32)
    assert shuffled_pack(key, "deal") != shuffled_pack(key, "draw")
    assert len({places_of_bot(key, player, 4) for player in (0, 1, 2)}) == 3


def test_neighbouring_seeds_do_not_run_into_each_other() -> None:
    keys = {deal_key(bytes(32), "a", 1, seeds) for seeds in (("12", "", ""), ("1", "2", ""), ("", "12", ""))}
    assert len(keys) == 3
    assert deal_key(bytes(32), "a", 1, ("1", "", "")) != deal_key(bytes(32), "a", 11, ("", "", ""))


def test_every_card_is_as_likely_at_every_place() -> None:
    """Chi-square of cards by places, and of cards that follow each other: 4 standard deviations are allowed."""
    packs = [shuffled_pack(number.to_bytes(32, "big"), "deal") for number in range(5200)]
    places = Counter((card, place) for pack in packs for place, card in enumerate(pack))
    assert abs(chi_square(places, 52 * 52, 100) - 51 * 51) < 4 * (2 * 51 * 51) ** 0.5
    pairs = Counter(pair for pack in packs for pair in pairwise(pack))
    assert abs(chi_square(pairs, 52 * 51, 100) - 52 * 51) < 4 * (2 * 52 * 51) ** 0.5


def chi_square(counts: Counter[Any], cells: int, expected: int) -> float:
    missing = cells - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected


def test_bots_look_at_every_place_equally_often() -> None:
    counts = Counter(
        place for number in range(2600) for place in places_of_bot(number.to_bytes(32, "big"), number % 3, 3)
    )
    assert chi_square(counts, 13, 600) < 35


@given(KEYS, st.sets(st.integers(0, 12), max_size=9))
def test_bot_takes_places_that_are_not_turned_up(key: bytes, turned_up: set[int]) -> None:
    places = places_of_bot(key, 1, 4, turned_up)
    assert len(set(places) - turned_up) == 4
    assert list(places) == sorted(places)


@given(KEYS, st.integers(0, MOST_DEALS - 1))
def test_each_secret_is_the_hash_of_the_next_and_leads_to_the_commitment(root: bytes, number: int) -> None:
    secret, following = chain_secret(root, number), chain_secret(root, number + 1)
    assert sha256(following).digest() == secret
    assert commitment(secret, number) == commitment(following, number + 1) == commitment(chain_secret(root, 0))


# --- Proofs ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("peek", PeekRule)
@pytest.mark.parametrize("number", [1, 2, 1000])
def test_record_with_its_proof_is_legal(number: int, peek: PeekRule) -> None:
    for rematch in (False, True):
        line = json.dumps(proved_record(number, peek, rematch)).encode()
        assert check(line)["legal"]
        assert check(line) == reference_result(line)


@pytest.mark.parametrize("peek", PeekRule)
@pytest.mark.parametrize("number", [1, 3, 5, 9])
def test_record_of_a_duplicate_game_with_its_proof_is_legal(number: int, peek: PeekRule) -> None:
    line = json.dumps(proved_record(number, peek, duplicate=True)).encode()
    assert check(line)["legal"]
    assert check(line) == reference_result(line)


def changed_proofs_of_duplicate_games() -> list[dict[str, Any]]:
    """Records of which each differs from the proved one in one thing that decides it."""
    proved = proved_record(5, duplicate=True)
    changes: list[dict[str, Any]] = [
        {"secret": "0" * 64},
        {"number": 2},
        {"number": 8},
        {"game": "table-2"},
        {"seeds": ["00ff00fe", "", BOT_SEED]},
        {"draw": ["SA", "SK", "SQ"]},
    ]
    records = [proved | {"proof": proved["proof"] | change} for change in changes]
    ordinary, renamed, elsewhere = deepcopy(proved), deepcopy(proved), deepcopy(proved)
    del ordinary["proof"]["duplicate"]
    other_suits = str.maketrans("HDC", "DCH")
    renamed["hands"] = {name: [card.translate(other_suits) for card in hand] for name, hand in renamed["hands"].items()}
    looked = next(peek for peek in elsewhere["peeks"] if peek["player"] == 2)
    looked["places"] = [place for place in range(13) if place not in looked["places"]][:3]
    turned = proved | {"dealer": (proved["dealer"] + 1) % 3}
    turned["hands"] = {str(seat): proved["hands"][str((seat + 2) % 3)] for seat in range(3)}
    turned["hands"]["dummy"] = proved["hands"]["dummy"]
    tenth = proved_record(9, duplicate=True)
    tenth["proof"]["number"] = 10
    return [*records, ordinary, renamed, elsewhere, turned, tenth]


def test_any_change_makes_the_proof_of_a_duplicate_game_a_fault() -> None:
    for record in changed_proofs_of_duplicate_games():
        line = json.dumps(record).encode()
        assert fault(record) == ("proof", "bad_proof"), record["proof"]
        assert reference_result(line) == {"legal": False, "at": "proof", "code": "bad_proof"}


@pytest.mark.parametrize("value", [False, 1, "yes", None])
def test_proof_of_a_duplicate_game_says_true(value: object) -> None:
    record = proved_record(duplicate=True)
    record["proof"]["duplicate"] = value
    assert fault(record) == ("proof", "bad_record")


def test_order_of_the_players_cards_does_not_matter_but_that_of_the_dummy_does() -> None:
    record = proved_record()
    record["hands"]["1"].sort()
    assert check(json.dumps(record).encode())["legal"]
    record["hands"]["dummy"].reverse()
    assert fault(record) == ("proof", "bad_proof")


def changed_proofs() -> list[dict[str, Any]]:
    """Records of which each differs from the proved one in one thing that decides it."""
    proved = proved_record()
    proof = proved["proof"]
    changes: list[dict[str, Any]] = [
        {"commitment": "0" * 64},
        {"secret": "0" * 64},
        {"secret": sha256(bytes.fromhex(proof["secret"])).hexdigest()},
        {"number": 2},
        {"number": 4},
        {"game": "table-2"},
        {"seeds": ["00ff00fe", "", BOT_SEED]},
        {"seeds": ["", "00ff00ff", BOT_SEED]},
        {"seeds": ["00ff00ff", "0", BOT_SEED]},
        {"seeds": ["00ff00ff", "", ""]},
        {"draw": proof["draw"][::-1]},
        {"draw": ["SA", "SK", "SQ"]},
    ]
    records = [proved | {"proof": proof | change} for change in changes]
    records.append(proved | {"dealer": (proved["dealer"] + 1) % 3})
    swapped, elsewhere = deepcopy(proved), deepcopy(proved)
    swapped["hands"]["0"], swapped["hands"]["1"] = swapped["hands"]["1"], swapped["hands"]["0"]
    looked = next(peek for peek in elsewhere["peeks"] if peek["player"] == 2)
    looked["places"] = [place for place in range(13) if place not in looked["places"]][:3]
    return [*records, swapped, elsewhere]


def test_any_change_makes_the_proof_a_fault() -> None:
    for record in changed_proofs():
        assert fault(record) == ("proof", "bad_proof"), record["proof"]
        line = json.dumps(record).encode()
        assert reference_result(line) == {"legal": False, "at": "proof", "code": "bad_proof"}


@pytest.mark.parametrize("peek", [PeekRule.THREE, PeekRule.FLIP4])
def test_a_person_may_look_anywhere(peek: PeekRule) -> None:
    record = proved_record(peek=peek)
    person = next(looked for looked in record["peeks"] if looked["player"] == 0)
    free = set(range(13)) - {place for looked in record["peeks"] for place in looked["places"]}
    person["places"] = [*person["places"][1:], min(free)]
    del record["peeks"][record["peeks"].index(person) + 1 :]
    assert check(json.dumps(record).encode())["legal"]


def test_script_says_which_deals_of_a_file_are_proved(tmp_path: Path) -> None:
    plain = {key: value for key, value in proved_record().items() if key != "proof"}
    records = [proved_record(1), proved_record(2) | {"dealer": 0}, proved_record(2) | {"dealer": 1}, plain]
    answer = offline_check(tmp_path, records)
    first, *dealers, last = answer.stdout.splitlines()
    assert (first, last) == ("deal on line 1: proved", "deal on line 4: it has no proof")
    assert any("the dealer is another" in line for line in dealers)
    assert answer.returncode == 1
    assert offline_check(tmp_path, records[:1]).returncode == 0


def offline_check(folder: Path, records: list[dict[str, Any]]) -> subprocess.CompletedProcess[str]:
    """Run the script by itself, in an empty folder and without the packages of this project."""
    script = folder / "verify.py"
    script.write_bytes((ROOT / "static/verify.py").read_bytes())
    lines = "".join(json.dumps(record) + "\n" for record in records)
    command = [sys.executable, "-I", "-S", str(script)]
    return subprocess.run(command, cwd=folder, input=lines, capture_output=True, text=True, check=False)


def test_script_is_short() -> None:
    assert len((ROOT / "static/verify.py").read_text("utf-8").splitlines()) <= 80
