"""A table shown one deal behind: nothing that a spectator gets depends on the deal that is played."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.chat import services as chat
from games.models import Game
from games.play import queries as table_queries
from games.play.spectators import NotForSpectators
from tests.clients import HTMX, ClientFor
from tests.security.exchange import TOKENS
from tests.security.test_hidden_cards import staff
from tests.tables import act, deal, finish_deals, here, new_player, play_on, snapshot_for, three_people, to_play

pytestmark = pytest.mark.django_db

ADDRESSES = ("table", "latest", "sheet", "game_json", "game_pbn", "report_at_table", "rematch", "link_as_qr_code")
OF_A_DEAL = ("review", "verify_deal", "deal_json", "deal_pbn")
REFUSED = ("claim", "propose", "sit", "send_message", "hint", "call_bot")


@pytest.fixture(params=["visitor", "player", "staff"])
def spectator(request: pytest.FixtureRequest) -> Client:
    """A client of somebody without a seat."""
    client, user = Client(), {"visitor": lambda: None, "player": new_player, "staff": staff}[request.param]()
    if isinstance(user, User):
        client.force_login(user)
    return client


def running(deals: int) -> str:
    """Return a table one deal behind whose players have finished so many deals, and bid in the next one."""
    code = three_people(delayed=True, public=True)
    for _ in range(deals):
        finish_deals(code)
        deal(code)
    here(code)
    return code


def everything(client: Client, code: str) -> Iterator[str]:
    """Yield all that the site answers about the table, and whether it redirects.

    Visitors without an account ask for each page through htmx as well, everybody for the latest table.
    """
    table = [reverse(f"games:{name}", args=[code]) for name in ADDRESSES]
    of_deals = [reverse(f"games:{name}", args=[code, number]) for name in OF_A_DEAL for number in (1, 2)]
    for address in (*table, *of_deals, reverse("games:home")):
        both = "sessionid" not in client.cookies or address == reverse("games:latest", args=[code])
        for headers in ({}, HTMX) if both else ({},):
            answer = client.get(address, headers=headers, follow=True)
            body = b"".join(answer) if answer.streaming else answer.content
            yield f"{address} {answer.status_code} {answer.get('Location')} {TOKENS.sub('', body.decode())}"
    for name in REFUSED:
        answer = client.post(reverse(f"games:{name}", args=[code]), {"text": "Hello"}, headers=HTMX)
        yield f"{name} {answer.status_code} {TOKENS.sub('', answer.text)}"


@pytest.mark.slow
@pytest.mark.parametrize("deals", [0, 1])
def test_nothing_a_spectator_gets_depends_on_the_running_deal(deals: int, spectator: Client) -> None:
    code = running(deals)
    before = list(everything(spectator, code))
    act(code)
    player = Game.objects.get(code=code).host
    chat.send_message(code=code, author=player, text="I have the ace of spades")
    assert list(everything(spectator, code)) == before
    play_on(code, to_play)
    act(code)
    assert list(everything(spectator, code)) == before
    finish_deals(code)
    assert any(now not in before for now in everything(spectator, code)), "the deal has ended"


def test_spectator_is_led_to_the_last_finished_deal(client: Client) -> None:
    code = running(1)
    table = reverse("games:table", args=[code])
    assert client.get(table)["Location"] == reverse("games:review", args=[code, 1])
    assert "one deal behind" in client.get(table, follow=True).text
    finish_deals(code)
    assert client.get(table)["Location"] == reverse("games:review", args=[code, 2])


def test_before_a_deal_has_ended_the_page_waits_for_it(client: Client) -> None:
    answer = client.get(reverse("games:table", args=[running(0)]))
    assert (answer.status_code, "Deal 1 is shown here when it has ended" in answer.text) == (200, True)


def test_players_see_their_running_deal(client_for: ClientFor) -> None:
    code = running(1)
    page = client_for(Game.objects.get(code=code).host).get(reverse("games:table", args=[code]))
    assert (page.status_code, 'id="felt"' in page.text) == (200, True)


def test_ended_game_and_table_that_gathers_are_open_to_all(client: Client) -> None:
    code = running(1)
    assert table_queries.player_of(Game.objects.get(code=code), AnonymousUser()) is None
    with pytest.raises(NotForSpectators):
        snapshot_for(code, None)
    Game.objects.filter(code=code).update(stage="closed", version=10_000)
    assert client.get(reverse("games:table", args=[code])).status_code == 200
