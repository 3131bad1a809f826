"""Deal records: downloads and imports."""

import base64
import json
import re
import zlib
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from endplay.parsers import pbn

from games.engine import proof_to_json, record_of, replay
from games.engine.records import check
from games.models import Analysis, Game
from games.review import analysis_jobs
from games.review.queries import reviewed_deals
from tests.builders import bid, new_deal, play_out
from tests.known_deals import DEALS
from tests.tables import Time, begin, deal, finish_deals, new_player

pytestmark = pytest.mark.django_db

BRING = "/review/"


@pytest.fixture(scope="module")
def code(rows_of_the_module: None) -> str:  # noqa: ARG001  # in which it stays
    """Return a table with two finished deals and a third under way."""
    code = begin(new_player())
    finish_deals(code, 2)
    deal(code)
    return code


def get(client: Client, name: str, *arguments: object) -> bytes:
    answer = client.get(reverse(f"games:{name}", args=arguments))
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment")
    return answer.content


def record() -> dict[str, Any]:
    return record_of(play_out(bid(new_deal(), 4, 5, 3)))


def test_downloaded_deal_is_a_valid_record(code: str, client: Client) -> None:
    line = get(client, "deal_json", code, 2)
    assert check(line)["phase"] == "finished"
    deal = reviewed_deals(code, new_player())[1]
    assert deal.proof is not None
    assert json.loads(line) == record_of(replay(deal.log)) | {"proof": proof_to_json(deal.proof)}


def test_downloaded_game_excludes_the_running_deal(code: str, client: Client) -> None:
    lines = get(client, "game_json", code).splitlines()
    assert [check(line)["phase"] for line in lines] == ["finished"] * 2
    assert get(client, "game_pbn", code).count(b"[Deal ") == 2
    for name in ("deal_json", "deal_pbn"):
        assert client.get(reverse(f"games:{name}", args=[code, 3])).status_code == 404


def test_game_without_a_finished_deal_is_a_404(client: Client) -> None:
    code = begin(new_player())
    assert client.get(reverse("games:game_json", args=[code])).status_code == 404


def test_spectator_cannot_download_from_a_table_without_spectators(code: str, client: Client) -> None:
    Game.objects.update(spectators=False)
    for name, *arguments in (("deal_json", code, 1), ("deal_pbn", code, 1), ("game_json", code), ("game_pbn", code)):
        assert client.get(reverse(f"games:{name}", args=arguments)).status_code == 403


def test_downloads_of_whole_games_are_rate_limited(
    code: str, client: Client, limit: Callable[[str, str], None]
) -> None:
    limit("download", "1/m/ip")
    addresses = [reverse(f"games:{name}", args=[code]) for name in ("game_json", "game_pbn")]
    assert [client.get(address).status_code for address in addresses] == [200, 429]
    get(client, "deal_json", code, 1)


def test_pbn_file_opens_in_endplay_with_the_players_names(code: str, client: Client) -> None:
    boards = pbn.loads(get(client, "game_pbn", code).decode("latin-1"))
    names = {seat.name for seat in reviewed_deals(code, new_player())[0].seats}
    for board in boards:
        assert {board.info[seat] for seat in ("North", "East", "South", "West")} == names | {"Dummy"}


def test_pasted_record_gets_a_review_url(client: Client) -> None:
    answer = client.post(BRING, {"record": json.dumps(record(), indent=2)})
    assert answer.status_code == 302
    assert len(answer["Location"]) < 1500
    assert "sessionid" not in client.cookies
    page = Client().get(answer["Location"])
    assert page.status_code == 200
    assert "Player 2" in page.text


def test_uploaded_record_gets_a_review_url(client: Client) -> None:
    file = SimpleUploadedFile("deal.json", json.dumps(record()).encode())
    assert client.post(BRING, {"file": file}).status_code == 302


def test_file_of_several_records_lists_them(code: str, client: Client) -> None:
    lines = [*get(client, "game_json", code).splitlines(), b"{}"]
    answer = client.post(BRING, {"file": SimpleUploadedFile("game.jsonl", b"\n".join(lines))})
    assert answer.status_code == 200
    assert answer.text.count("/review/?deal=") == 2
    assert "Line 3" in answer.text


def test_unfinished_record_is_analysed_once_the_bidding_is_over(client: Client) -> None:
    unfinished = record() | {"plays": [], "bids": []}
    answer = client.post(BRING, {"record": json.dumps(unfinished)}, follow=True)
    assert answer.status_code == 200
    assert not Analysis.objects.exists()
    client.post(BRING, {"record": json.dumps(record())}, follow=True)
    assert Analysis.objects.count() == 1


def test_analysis_of_an_imported_record_expires_and_that_of_a_table_does_not(
    code: str, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    brought = client.post(BRING, {"record": json.dumps(record())}, follow=True)
    played = client.get(reverse("games:review", args=[code, 1]))
    assert "every 2s" in brought.text
    assert "every 2s" in played.text
    time = Time()
    monkeypatch.setattr("games.review.analysis_jobs.timezone.now", time)
    for days, left in [(29, 2), (2, 1), (3650, 1)]:
        time.passes(days * 86400)
        analysis_jobs.delete_expired()
        assert Analysis.objects.count() == left
    assert json.loads(Analysis.objects.get().record) == record_of(replay(reviewed_deals(code, new_player())[0].log))


def test_fault_is_explained_with_its_place_in_the_reader_s_language(client: Client) -> None:
    wrong = record()
    wrong["plays"][7], wrong["plays"][30] = wrong["plays"][30], wrong["plays"][7]
    answer = client.post(BRING, {"record": json.dumps(wrong)})
    assert answer.status_code == 400
    assert "Card 8 (plays[7])" in answer.text
    spanish = client.post(BRING, {"record": json.dumps(wrong)}, headers={"Accept-Language": "es"})
    assert "Carta 8 (plays[7])" in spanish.text


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "other"}, "record: A record is"),
        ({"rules": {}}, "rules: The rules are"),
        ({"dealer": 3}, "dealer: The dealer is"),
        ({"before": {}}, "before: Before the deal"),
        ({"hands": {}}, "hands: The hands are"),
        ({"hands": {"0": ["SA"], "1": [], "2": [], "dummy": []}}, "hands: The hands are not four times"),
        ({"peeks": [{}]}, "Look 1 (peeks[0]): A look is"),
        ({"peeks": [{"player": 0, "places": [1]}]}, "Look 1 (peeks[0]): The rules don’t allow"),
        ({"bids": [{}]}, "Bid 1 (bids[0]): A bid is"),
        ({"bids": []}, "Card 1 (plays[0]): Something that comes first"),
        ({"plays": ["ZZ"]}, "Card 1 (plays[0]): A play is"),
        ({"claim": {}}, "claim: A claim is"),
        ({"claim": {"player": 0}}, "claim: Only the player with the lead"),
    ],
)
def test_every_kind_of_fault_is_explained(client: Client, change: dict[str, Any], words: str) -> None:
    answer = client.post(BRING, {"record": json.dumps(record() | change)})
    assert answer.status_code == 400
    assert words in answer.text


def test_empty_and_too_long_uploads_are_refused(client: Client) -> None:
    assert client.post(BRING).status_code == 400
    assert "choose a file" in client.post(BRING, {"record": " \n"}).text
    long = SimpleUploadedFile("deals.jsonl", b" " * 200_001)
    for data in ({"file": long}, {"record": "x" * 200_001}, {"record": "{}\n" * 101}):
        answer = client.post(BRING, data)
        assert answer.status_code == 400
        assert "too long" in answer.text


@pytest.mark.parametrize("deal", ["", "x", "é", "%00", "eJwDAAAAAAE", "A" * 3000])
def test_url_without_a_valid_record_is_refused(client: Client, deal: str) -> None:
    assert client.get(BRING, {"deal": deal}).status_code == 400


def test_unpacked_record_has_a_maximum_size(client: Client) -> None:
    bomb = base64.urlsafe_b64encode(zlib.compress(b"[" * 10_000_000)).decode()
    assert client.get(BRING, {"deal": bomb}).status_code == 400


def test_packed_record_unpacks_to_the_same_record(client: Client) -> None:
    location = client.post(BRING, {"record": json.dumps(record())})["Location"]
    packed = parse_qs(urlsplit(location).query)["deal"][0]
    again = client.get(BRING, {"deal": packed, "at": "12", "as": "2"})
    assert again.status_code == 200
    assert f"deal={packed}&amp;at=13&amp;as=2" in again.text


def test_imports_are_rate_limited(client: Client, limit: Callable[[str, str], None]) -> None:
    limit("import", "1/m/ip")
    address = reverse("games:import_record")
    assert [client.post(address, {"record": "x"}).status_code for _ in range(2)] == [400, 429]
    assert client.get(address).status_code == 200


def test_import_page_explains_what_to_do(client: Client) -> None:
    assert "Paste the record" in client.get(BRING).text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
@pytest.mark.parametrize("lines", [1, 2])
def test_record_that_an_editor_saved_in_another_encoding_is_read(client: Client, encoding: str, lines: int) -> None:
    text = "\r\n".join([json.dumps(record())] * lines)
    answer = client.post(BRING, {"file": SimpleUploadedFile("deals.jsonl", text.encode(encoding))})
    assert answer.status_code == 302 if lines == 1 else answer.content.count(b"?deal=") == lines


def test_pasted_record_may_begin_with_a_byte_order_mark(client: Client) -> None:
    assert client.post(BRING, {"record": f"\ufeff{json.dumps(record())}"}).status_code == 302


@pytest.mark.parametrize(
    "data", [b"\xff\xfe{", b"\xff\xfe\x00\xd8", b"\xef\xbb\xbf\xff", b"{\x00", b"\x00\x00\xfe\xff\xff"]
)
def test_broken_encoding_is_refused(client: Client, data: bytes) -> None:
    answer = client.post(BRING, {"file": SimpleUploadedFile("deals.jsonl", data)})
    assert answer.status_code == 400


def test_downloaded_pbn_is_listed_board_by_board_and_reviewed(code: str, client: Client) -> None:
    file = get(client, "game_pbn", code)
    answer = client.post(BRING, {"file": SimpleUploadedFile("game.pbn", file)})
    assert answer.status_code == 200
    links = re.findall(r'href="(/review/\?deal=[^"]+)">Review board (\d)', answer.text)
    assert [number for _link, number in links] == ["1", "2"]
    page = client.get(links[0][0])
    first = reviewed_deals(code, new_player())[0]
    assert f"{page.context['deal'].end.taken}" == f"{first.end.taken}"


def test_pbn_that_is_cut_short_in_its_first_tag_is_refused_with_the_reason(client: Client) -> None:
    answer = client.post(BRING, {"record": '[Event "Friday'})
    assert (answer.status_code, "Line 1: a deal needs the tag Deal" in answer.text) == (400, True)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "latin-1"])
def test_pbn_of_a_bridge_program_is_reviewed_before_its_bidding(client: Client, encoding: str) -> None:
    text = f'[Event "Círculo"]\r\n[Dealer "N"]\r\n[Deal "N:{DEALS[0]}"]\r\n[Contract "4H"]\r\n'
    file = SimpleUploadedFile("bridge.pbn", text.encode(encoding))
    page = client.post(BRING, {"file": file}, follow=True)
    assert page.status_code == 200
    assert page.context["deal"].end.bids == ()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[Dealer "N"]\n[Board "1"]\n', "Line 1: a deal needs the tag Deal"),
        (f'[Deal "N:{DEALS[0]}"]\n[Dealer "?"]\n', "Line 2: the tag Dealer"),
        ('[Deal "N:AK.. .AK. ..AK. ...AK"]\n[Dealer "N"]\n', "hands"),
    ],
)
def test_refused_pbn_says_the_line_and_why(client: Client, text: str, sentence: str) -> None:
    answer = client.post(BRING, {"record": text})
    assert answer.status_code == 400
    assert sentence in answer.text


def test_pbn_file_lists_the_faults_of_its_deals_beside_the_others(client: Client) -> None:
    text = f'[Board "7"]\n[Dealer "N"]\n[Deal "N:{DEALS[0]}"]\n\n[Board "8"]\n[Dealer "N"]\n'
    answer = client.post(BRING, {"record": text})
    assert answer.status_code == 200
    assert "Review board 7" in answer.text
    assert "Line 5: a deal needs" in answer.text
    many = "".join(text.replace("7", str(number)) for number in range(60))
    assert client.post(BRING, {"record": many}).status_code == 400
