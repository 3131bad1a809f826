"""Hidden cards never leave the server (RULES section 10).

For each viewer, everything sent is the same, byte for byte, when the cards and the peeks that viewer may not know are
exchanged in the database for others.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import chain, product

import pytest
from django.contrib.auth.models import AnonymousUser, Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import bots
from games.consumers import TableConsumer
from games.engine import (
    DUMMY,
    PLAYERS,
    BiddingStyle,
    Card,
    PeekRule,
    Phase,
    Player,
    Rules,
    State,
    sort_cards,
    view_for,
)
from games.models import Event, Game, Seat
from games.services import turns
from tests.tables import deal, look, new_player, open_table, state_of

pytestmark = pytest.mark.django_db

TOKENS = re.compile(r'csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"')
STOPS = (0, 1, 2, 4, 6, 7, 11, 23, 40, 55)
"""After how many actions of a deal to look: in every phase, between tricks and within them."""


@pytest.mark.parametrize(("peek", "bidding"), list(product(PeekRule, BiddingStyle)))
def test_what_is_sent_does_not_depend_on_what_its_reader_may_not_know(peek: PeekRule, bidding: BiddingStyle) -> None:
    rng = random.Random(f"{peek}{bidding}")
    users = {player: new_player() for player in PLAYERS}
    code = table_of_people(users, Rules(peek, bidding))
    everyone = readers(code, users)
    done = 0
    for stop in sorted(rng.sample(STOPS, 3)):
        play_actions(code, stop - done, rng)
        done = stop
        for viewer, send in everyone:
            before = send()
            with_other_cards(code, viewer, rng)
            assert send() == before, f"viewer {viewer} after {stop} actions"


def table_of_people(users: dict[Player, User], rules: Rules) -> str:
    """A table just dealt whose three seats are people's, so that each can be asked for pages."""
    code = open_table(users[0], rules)
    for player in (1, 2):
        Seat.objects.filter(game__code=code, player=player).update(user=users[player], bot_name="", ready=True)
    deal(code)
    return code


def play_actions(code: str, count: int, rng: random.Random) -> None:
    """Let everyone move as a bot would, `count` times or until the last trick."""
    for _ in range(count):
        state = state_of(code)
        if len(state.tricks) == 12:
            return
        view = look(code, next(iter(view_for(state, None).waiting))).view
        assert view is not None
        turns.take_turn(code=code, action=bots.choose(view, rng), version=look(code).version)


def readers(code: str, users: dict[Player, User]) -> list[tuple[Player | None, Callable[[], str]]]:
    """Everyone who may ask, with everything that is sent to them."""
    players = [(player, sends(code, user)) for player, user in users.items()]
    return [*players, (None, sends(code, None)), (None, sends(code, staff()))]


def staff() -> User:
    user = new_player()
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="games"))
    return user


def sends(code: str, user: User | None) -> Callable[[], str]:
    """The page, the score sheet, the answer to a refused move, the admin's page and the live frame, in one text."""
    client = Client()
    if user is not None:
        client.force_login(user)
    addresses = [reverse("games:table", args=[code]), reverse("games:sheet", args=[code]), reverse("games:home")]
    if user is not None and user.is_staff:
        addresses.append(reverse("admin:games_game_change", args=[Game.objects.get(code=code).pk]))

    def everything() -> str:
        pages = [client.get(address).text for address in addresses]
        refused = client.post(reverse("games:claim", args=[code]), {"version": 0}, headers={"HX-Request": "true"})
        return TOKENS.sub("", "\n".join([*pages, refused.text, live_frame(code, user, client)]))

    return everything


def live_frame(code: str, user: User | None, client: Client) -> str:
    consumer = TableConsumer()
    consumer.code, consumer.language = code, "en"
    consumer.scope = {"user": user or AnonymousUser(), "session": client.session}
    return consumer._render()[1]


def with_other_cards(code: str, viewer: Player | None, rng: random.Random) -> None:
    """Exchange in the stored log every card, and every place peeked at, that `viewer` may not know."""
    state = state_of(code)
    for event in Event.objects.filter(game__code=code):
        if event.payload["kind"] == "Dealt":
            event.payload["hands"] = [" ".join(map(str, hand)) for hand in exchanged(state, viewer, rng)]
            event.save()
        elif event.payload["kind"] == "Peeked" and event.payload["player"] != viewer and not state.rules.peek.is_flip:
            event.payload["places"] = sorted(rng.sample(range(13), state.rules.peek.places_each))
            event.save()


def exchanged(state: State, viewer: Player | None, rng: random.Random) -> list[list[Card]]:
    """The four hands as dealt, with the cards `viewer` may not know shuffled among their places."""
    spots = [spot for spot in product(range(4), range(13)) if spot_is_hidden(state, viewer, *spot)]
    cards = [state.dealt[hand][place] for hand, place in spots]
    rng.shuffle(cards)
    hands = [list(hand) for hand in state.dealt]
    for (hand, place), card in zip(spots, cards, strict=True):
        hands[hand][place] = card
    return hands


def spot_is_hidden(state: State, viewer: Player | None, hand: int, place: int) -> bool:
    """RULES section 10 once more, without asking the engine's own view."""
    if hand == viewer or state.dealt[hand][place] not in state.hands[hand]:
        return False
    if hand != DUMMY:
        return True
    opening_lead_is_made = state.trick or state.tricks
    seen = [peek.places for peek in state.peeks if peek.player == viewer or state.rules.peek.is_flip]
    return not opening_lead_is_made and place not in chain.from_iterable(seen)


def test_the_exchange_really_exchanges_cards() -> None:
    code = open_table(new_player())
    deal(code)
    before = state_of(code)
    with_other_cards(code, 0, random.Random(1))
    after = state_of(code)
    assert after.phase is Phase.BIDDING
    assert after.hands[0] == before.hands[0]
    assert all(after.hands[hand] != before.hands[hand] for hand in (1, 2, DUMMY))
    assert sort_cards(card for hand in after.hands for card in hand) == sort_cards(
        card for hand in before.hands for card in hand
    )
