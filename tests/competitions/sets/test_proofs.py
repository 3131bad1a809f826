"""The proof of a board's cards: in the records of finished boards once it may be published, and nowhere before."""

import json
import subprocess
import sys
from datetime import timedelta

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games import engine
from games.competitions.sets import closing
from games.engine import PeekRule, Rules
from games.models import DealSet, Game
from games.play import chain
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge, play
from tests.tables import new_player

pytestmark = pytest.mark.django_db


def record_of(client: Client, game: Game) -> dict[str, object]:
    answer = client.get(reverse("games:deal_json", args=[game.code, 1]))
    assert answer.status_code == 200
    return dict(json.loads(answer.text))


def pages_of(client: Client, game: Game) -> str:
    """Return all that a visitor gets of a finished board at its table."""
    names = ("deal_json", "deal_pbn", "game_json", "review", "table", "sheet")
    addresses = [
        reverse(f"games:{name}", args=[game.code, 1] if name in ("deal_json", "deal_pbn", "review") else [game.code])
        for name in names
    ]
    return "\n".join(client.get(address).text for address in addresses)


def secrets_of(of_set: DealSet) -> list[str]:
    root = bytes.fromhex(of_set.root)
    return [of_set.root, *(engine.chain_secret(root, number).hex() for number in range(5))]


def test_secret_of_a_challenge_is_for_who_has_finished_all_boards(client_for: ClientFor) -> None:
    of_set, ana, ben = challenge(boards=3, rules=Rules(peek=PeekRule.THREE)), new_player(), new_player()
    games = [play(board_of(of_set, number), ana) for number in (1, 2)]
    before = pages_of(client_for(ana), games[0])
    assert not [secret for secret in secrets_of(of_set) if secret in before]
    assert client_for(ana).get(reverse("games:verify_deal", args=[games[0].code, 1]), follow=True).status_code == 404
    games.append(play(board_of(of_set, 3), ana))
    play(board_of(of_set, 1), ben)
    proof = record_of(client_for(ana), games[0])["proof"]
    assert isinstance(proof, dict)
    assert (proof["game"], proof["number"], proof["draw"]) == (of_set.code, 1, None)
    assert proof["commitment"] == chain.commitment_of(of_set.root)
    others = pages_of(client_for(ben), games[0])
    assert not [secret for secret in secrets_of(of_set) if secret in others], "one board is not all boards"
    assert of_set.root not in pages_of(client_for(ana), games[2])


def test_published_records_are_proved_by_both_programs(client_for: ClientFor) -> None:
    of_set, ana = challenge(boards=3, rules=Rules(peek=PeekRule.FLIP2)), new_player()
    games = [play(board_of(of_set, number), ana) for number in (1, 2, 3)]
    client = client_for(ana)
    lines = "".join(client.get(reverse("games:deal_json", args=[game.code, 1])).text for game in games)
    script = finders.find("verify.py")
    assert script is not None
    for command in ([script], ["-m", "games.engine"]):
        done = subprocess.run([sys.executable, *command], input=lines, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert len(done.stdout.splitlines()) == 3
    spoilt = lines.replace(f'"game": "{of_set.code}"', '"game": "another"')
    done = subprocess.run([sys.executable, script], input=spoilt, capture_output=True, text=True, check=False)
    assert done.returncode == 1


def test_secret_of_a_set_is_for_everybody_when_it_is_closed(client: Client) -> None:
    of_set = challenge(boards=3)
    game = play(board_of(of_set, 2), new_player())
    DealSet.objects.filter(pk=of_set.pk).update(kind="special", closes_at=timezone.now() + timedelta(hours=1))
    review = reverse("games:deal_json", args=[game.code, 1])
    assert client.get(review).status_code == 403
    assert "proof" not in record_of(signed_in_as(game), game)
    closing.store_results(of_set, timezone.now())
    assert record_of(client, game)["proof"]
    assert engine.chain_secret(bytes.fromhex(of_set.root), 2).hex() in client.get(review).text


def signed_in_as(game: Game) -> Client:
    """Return a client of the person who has played this board."""
    client = Client()
    client.force_login(User.objects.get(board_plays__game=game))
    return client
