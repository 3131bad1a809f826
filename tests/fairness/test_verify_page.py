"""The proof of a deal in its exports and on its pages, and the page to verify it (docs/fairness.md)."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from games.engine import PeekRule, Rules
from games.engine.records import check
from games.lobby import tables
from games.models import Deal
from games.play import proposals
from tests.tables import (
    begin,
    close_table,
    deal,
    finish_deals,
    gather,
    new_player,
    play_on,
    scored,
    snapshot_for,
    start,
)

pytestmark = pytest.mark.django_db

SEED = "5eed" * 16


def played(peek: PeekRule = PeekRule.FLIP3, deals: int = 3) -> str:
    """A table of a player with a seed and two bots, at which so many deals are finished."""
    host = new_player()
    code = gather(host, rules=Rules(peek))
    tables.give_seed(code=code, user=host, seed=SEED)
    start(code, host)
    deal(code)
    finish_deals(code, deals)
    return code


def text_of(client: Client, name: str, *args: Any) -> str:
    answer = client.get(reverse(f"games:{name}", args=args), follow=True)
    assert answer.status_code == 200
    return str(answer.text)


def test_downloaded_records_hold_their_proofs(client: Client) -> None:
    code = played()
    lines = text_of(client, "game_json", code).splitlines()
    assert len(lines) == 3
    for number, line in enumerate(lines, start=1):
        proof = json.loads(line)["proof"]
        assert (proof["number"], proof["seeds"]) == (number, [SEED, "bot", "bot"])
        assert proof["commitment"] == snapshot_for(code).commitment
        assert check(line.encode())["legal"]
    assert text_of(client, "deal_json", code, 3) == lines[2] + "\n"


def test_script_of_the_page_verifies_the_export_in_a_python_without_anything(client: Client, tmp_path: Path) -> None:
    code = played()
    address = finders.find("verify.py")
    assert address is not None
    script = Path(address).read_text("utf-8")
    assert verify_offline(script, text_of(client, "game_json", code), tmp_path) == (
        0,
        ["deal on line 1: proved", "deal on line 2: proved", "deal on line 3: proved"],
    )
    exchanged = text_of(client, "deal_json", code, 2).replace(SEED, "5eed" * 15)
    status, (line,) = verify_offline(script, exchanged, tmp_path)
    assert status == 1
    assert "the cards are others" in line


def test_script_verifies_the_export_of_a_duplicate_game_with_a_bot_and_a_stand_in(
    client: Client, tmp_path: Path
) -> None:
    code = begin(new_player(), new_player(), rules=Rules(PeekRule.FLIP2), duplicate=True, clock="3days")
    proposals.give_up(code=code, player=1, leaves_others=True)
    finish_deals(code, 5)
    close_table(code)
    address, records = finders.find("verify.py"), text_of(client, "game_json", code)
    assert address is not None
    script = Path(address).read_text("utf-8")
    expected = [f"deal on line {number}: proved" for number in range(1, 6)]
    assert verify_offline(script, records, tmp_path) == (0, expected)
    assert [check(line.encode())["legal"] for line in records.splitlines()] == [True] * 5
    assert 'DummyHandProofDuplicate "yes"' in text_of(client, "deal_pbn", code, 5)


def verify_offline(script: str, records: str, folder: Path) -> tuple[int, list[str]]:
    """Return the exit status and the output of the script, run alone in a folder of its own."""
    (folder / "verify.py").write_text(script, "utf-8")
    command = [sys.executable, "-I", "-S", "verify.py"]
    done = subprocess.run(command, cwd=folder, input=records, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines()


def test_pbn_holds_the_proof(client: Client) -> None:
    code = played()
    record = json.loads(text_of(client, "deal_json", code, 1))
    tags = dict(
        line[1:-2].split(' "', 1) for line in text_of(client, "deal_pbn", code, 1).splitlines() if "Proof" in line
    )
    assert tags["DummyHandProofCommitment"] == record["proof"]["commitment"]
    assert tags["DummyHandProofSecret"] == record["proof"]["secret"]
    assert (tags["DummyHandProofGame"], tags["DummyHandProofNumber"]) == (code, "1")
    assert sorted(seed.split()[1] for seed in tags["DummyHandProofSeeds"].split(";")) == [SEED, "bot", "bot"]
    drawn = {card.split()[1] for card in tags["DummyHandProofDraw"].split(";")}
    assert drawn == set(record["proof"]["draw"])


def test_review_and_verify_page_show_the_proof(client: Client) -> None:
    code = played()
    proof = json.loads(text_of(client, "deal_json", code, 2))["proof"]
    review = text_of(client, "review", code, 2)
    assert all(value in review for value in (proof["commitment"], proof["secret"], SEED))
    assert f"{reverse('games:verify')}?table={code}&amp;deal=2" in review
    assert proof["secret"] in text_of(client, "verify_deal", code, 2)


def test_person_without_a_seed_is_said_to_have_given_none(client: Client) -> None:
    code = begin(new_player())
    finish_deals(code)
    assert "none given" in text_of(client, "review", code, 1)


def test_verify_page_shows_the_script(client: Client) -> None:
    page = text_of(client, "verify")
    assert "def faults(record):" in page
    assert "verify.py" in page


def test_deal_under_way_cannot_be_verified(client: Client) -> None:
    code = played(deals=1)
    deal(code)
    assert client.get(reverse("games:verify_deal", args=[code, 2]), follow=True).status_code == 404


def test_verify_page_is_closed_to_spectators_where_the_table_is(client: Client) -> None:
    code = begin(new_player(), spectators=False)
    finish_deals(code)
    assert client.get(reverse("games:verify_deal", args=[code, 1]), follow=True).status_code == 403


def test_deal_from_before_the_proofs_is_said_to_have_none(client: Client) -> None:
    code = played(deals=1)
    Deal.objects.update(secret="")
    assert "This deal has no proof" in text_of(client, "review", code, 1)
    assert "proof" not in json.loads(text_of(client, "deal_json", code, 1))
    assert "DummyHandProof" not in text_of(client, "deal_pbn", code, 1)
    assert client.get(reverse("games:verify_deal", args=[code, 1]), follow=True).status_code == 404


def test_record_with_a_proof_can_be_reviewed_and_one_with_a_false_proof_not(client: Client) -> None:
    record = json.loads(text_of(client, "deal_json", played(deals=1), 1))
    address = reverse("games:import_record")
    assert client.post(address, {"record": json.dumps(record)}).status_code == 302
    record["proof"]["seeds"][0] = ""
    refused = client.post(address, {"record": json.dumps(record)})
    assert refused.status_code == 400
    assert "don’t give this deal" in refused.text


def test_table_shows_the_proof_after_the_deal_only(client: Client) -> None:
    code = begin(new_player())
    table = reverse("games:table", args=[code])
    running = client.get(table).text
    proof = play_on(code, scored).proof
    assert proof is not None
    assert proof.commitment in running
    assert proof.secret not in running
    assert proof.secret in client.get(table).text
