"""Duplicate tables: nothing that anybody gets after a deal depends on its cards, until the game has ended."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games import engine
from games.components import frames
from games.components.frames import Viewer
from games.engine import (
    PLAYERS,
    AnswerClaim,
    Arrangement,
    Claim,
    Player,
    Suit,
    View,
    from_json,
    to_json,
    view_for,
    waiting_for,
)
from games.engine.records import check
from games.fairness import deal_counts
from games.learning import training
from games.models import Deal, Event, Game, Report
from games.play import loading, presence, proofs, queries as table_queries, queue
from games.play.snapshot import Snapshot
from games.values import Stage
from tests.addresses import readable
from tests.clients import HTMX, ClientFor, signed_in
from tests.security.exchange import TOKENS, clear_caches
from tests.security.test_hidden_cards import staff
from tests.tables import (
    Time,
    close_table,
    deal,
    finish_deals,
    here,
    play_on,
    snapshot_for,
    state_of,
    three_people,
    user_at,
)

VERSIONS = re.compile(r'(?<=data-version=")\d+|(?<=name="version" value=")\d+|(?<="version": )\d+|(?<=version=)\d+')

pytestmark = pytest.mark.django_db

OTHER_SUITS = Arrangement(0, (Suit.CLUBS, Suit.HEARTS, Suit.DIAMONDS))
OF_A_DEAL = ("review", "verify_deal", "deal_json", "deal_pbn", "deal_picture")
OF_THE_GAME = ("game_json", "game_pbn")


def scored_deals(count: int) -> str:
    """Return a duplicate table at which so many deals are finished and none is dealt."""
    code = three_people(duplicate=True, public=True)
    finish_deals(code, count)
    here(code)
    return code


def rename_suits(code: str) -> None:
    """Give the side suits of all stored deals other names: nothing but the cards themselves is another."""
    for row in Event.objects.filter(game__code=code):
        event = from_json(row.payload)
        if isinstance(event, engine.Dealt):
            hands = tuple(tuple(map(OTHER_SUITS.card, hand)) for hand in event.hands)
            event = engine.Dealt(event.rules, event.dealer, event.before, hands)
        elif isinstance(event, engine.CardPlayed):
            event = engine.CardPlayed(event.hand, OTHER_SUITS.card(event.card))
        row.payload = to_json(event)
        row.save()
    clear_caches()


def reader(kind: str, code: str) -> Client:
    """A client of a player of the table, of a visitor, or of staff who have to judge a player there."""
    if kind == "visitor":
        return Client()
    if kind == "player":
        return signed_in(user_at(code, 1))
    judge = staff()
    Report.objects.create(game=Game.objects.get(code=code), reporter=user_at(code, 2), subject=user_at(code, 1))
    return signed_in(judge)


def everything(client: Client, code: str) -> Iterator[str]:
    """Yield all that the site answers about the table and its players, and what it sends to their sockets."""
    cache.clear()  # signs of life, and how often somebody has downloaded something
    game, user = Game.objects.get(code=code), user_at(code, 1)
    deal_counts.count_new()
    about_player = [reverse("games:player", args=[user.username])]
    about_player += [reverse("games:player_list", args=[user.username, "statistics"])]
    addresses = [
        *readable(client, {"": game}, "text/html"),
        *about_player,
        *(reverse("games:player_download", args=[user.username, "deals", form]) for form in ("csv", "json")),
        *(reverse(f"games:{name}", args=[code, number]) for name in OF_A_DEAL for number in (1, 2)),
        *(reverse(f"games:{name}", args=[code]) for name in OF_THE_GAME),
        reverse("export_account"),
        reverse("admin:games_game_change", args=[game.pk]),
    ]
    for address in addresses:
        answer = client.get(address, follow=True)
        body = b"".join(async_to_sync(chunks)(answer)) if answer.streaming else answer.content
        yield f"{address} {answer.status_code} {TOKENS.sub('', body.decode(errors='replace'))}"
    for name in ("play_again", "analyse_again"):
        answer = client.post(reverse(f"games:{name}", args=[code, 1]), {"player": 1}, headers=HTMX)
        yield f"{name} {answer.status_code}"
    table = table_queries.full_snapshot_of(loading.game_by_code(code))
    for viewer in (None, 0, 1, 2):
        yield frames.frame(table, Viewer(viewer), presence.attendance(code, 120), None)[0]
        yield str(table.of(viewer).view)


def without_versions(text: str) -> str:
    """Return a text without the number of the table's version, which rises when a player looks at the last deal."""
    return VERSIONS.sub("", TOKENS.sub("", text))


async def chunks(answer: Any) -> list[bytes]:
    return [chunk async for chunk in answer]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["visitor", "player", "staff"])
def test_nothing_after_a_deal_depends_on_its_cards(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After four deals a board has come twice; the clock stands still, as pages count down to the next deal."""
    code = scored_deals(4)
    monkeypatch.setattr(timezone, "now", Time())
    client = reader(kind, code)
    before = [without_versions(text) for text in everything(client, code)]
    rename_suits(code)
    assert [without_versions(text) for text in everything(client, code)] == before
    game = Game.objects.get(code=code)
    for number in range(1, 10):
        assert proofs.secret_of_deal(game, number) not in "".join(before)


def test_deals_are_closed_until_the_end_with_a_sentence_that_says_so(client_for: ClientFor) -> None:
    code = scored_deals(1)
    client = client_for(user_at(code))
    assert "every deal is played three times" in client.get(reverse("games:table", args=[code])).text
    assert "every deal is played three times" in client.get(reverse("games:sheet", args=[code])).text
    for name in OF_A_DEAL:
        answer = client.get(reverse(f"games:{name}", args=[code, 1]), follow=True)
        assert answer.status_code == 403
        assert "every deal is played three times" in answer.text
    deal(code)
    assert client.get(reverse("games:review", args=[code, 1])).status_code == 403
    close_table(code)
    for name in OF_A_DEAL:
        assert client.get(reverse(f"games:{name}", args=[code, 1]), follow=True).status_code == 200


def test_secret_of_an_ended_game_proves_its_deals(client: Client) -> None:
    code = scored_deals(4)
    close_table(code)
    records = client.get(reverse("games:game_json", args=[code])).text.splitlines()
    assert len(records) == 4
    assert [check(line.encode())["legal"] for line in records] == [True] * 4


def test_cards_that_were_not_played_after_a_claim_stay_hidden() -> None:
    code = three_people(duplicate=True)
    play_on(code, may_claim)
    claimer = next(player for player in PLAYERS if view_of(code, player).may_claim)
    queue.take_turn(code=code, action=Claim(claimer), version=snapshot_for(code).version)
    while asked := waiting_for(state_of(code)):  # the claimer's partner last
        queue.take_turn(code=code, action=AnswerClaim(min(asked), True), version=snapshot_for(code).version)
    assert snapshot_for(code).stage is Stage.SCORED
    assert [snapshot_for(code, viewer).view for viewer in (None, *PLAYERS)] == [None] * 4


def may_claim(table: Snapshot) -> bool:
    return table.stage is Stage.DEAL and any(view_of(table.code, player).may_claim for player in PLAYERS)


def view_of(code: str, player: Player) -> View:
    return view_for(state_of(code), player)


def test_trainer_asks_nothing_about_them_before_the_end() -> None:
    code = scored_deals(1)
    number = Deal.objects.get(game__code=code).pk
    assert training.played(number) is None
