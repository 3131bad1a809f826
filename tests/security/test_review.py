"""Pages and files of finished deals do not depend on the cards of the deal in progress."""

import random
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.engine import PeekRule, Rules
from tests.security.exchange import with_other_cards
from tests.tables import begin, deal, finish_deals, my_turn, new_player, play_on, state_of

TOKENS = re.compile(r'csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"')


pytestmark = pytest.mark.django_db


@pytest.mark.slow
def test_reviews_records_and_histories_do_not_depend_on_the_running_deal(client: Client) -> None:
    host = new_player()
    code = begin(host, rules=Rules(peek=PeekRule.FOUR))
    finish_deals(code)
    deal(code)
    play_on(code, my_turn)
    client.get(reverse("games:review", args=[code, 1]))  # which asks for the analysis
    before = everything(client, code, host)
    dealt = state_of(code).dealt
    with_other_cards(code, None, random.Random(1))
    assert state_of(code).dealt != dealt
    assert everything(client, code, host) == before


def everything(client: Client, code: str, player: User) -> str:
    """All positions of some interest, all files and the player's pages, in one text; whatever is asked of the running
    deal is not there."""
    review = reverse("games:review", args=[code, 1])
    pages = [client.get(review, {"at": at, "as": eyes}) for at in (0, 4, 30, 99) for eyes in ("", 0, 1, 2)]
    files = [client.get(reverse(f"games:{name}", args=[code])) for name in ("game_json", "game_pbn")]
    for name in ("review", "deal_json", "deal_pbn"):
        assert client.get(reverse(f"games:{name}", args=[code, 2])).status_code == 404
    tabs = ["", "games/", "deals/", "statistics/", "games.csv", "games.json", "deals.csv", "deals.json"]
    results = [client.get(reverse("games:player", args=[player.username]) + tab) for tab in tabs]
    shared = [client.get(reverse("games:sheet", args=[code])), client.get(reverse("games:ranks") + "?company=people")]
    return TOKENS.sub("", "\n".join(map(text_of, [*pages, *files, *results, *shared])))


def text_of(answer: Any) -> str:
    assert answer.status_code == 200
    return b"".join(answer).decode()
