"""Claims of some of the remaining tricks by forms, and what is shown and stored of them."""

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.engine import PLAYERS, Bid, Claim, Phase, Player, State, legal_actions, waiting_for
from games.models import Event
from games.play import queue
from games.play.snapshot import Snapshot
from games.values import Stage
from tests.clients import HTMX, ClientFor
from tests.tables import here, play_on, snapshot_for, state_of, three_people, user_at

pytestmark = pytest.mark.django_db


def may_claim_some(code: str) -> bool:
    return any(isinstance(action, Claim) and action.tricks is not None for action in legal_actions(state_of(code)))


@pytest.fixture
def code() -> str:
    """A table of three people, one of whom may claim some of the remaining tricks."""
    code = three_people()

    def until(shown: Snapshot) -> bool:
        return shown.view is not None and shown.view.phase is Phase.PLAYING and may_claim_some(code)

    play_on(code, until)
    here(code)
    return code


@pytest.fixture
def clients(code: str, client_for: ClientFor) -> list[Client]:
    return [client_for(user_at(code, player)) for player in PLAYERS]


def claimer_of(code: str) -> Player:
    player = state_of(code).player_to_play
    assert player is not None, "a claim is made by the player with the lead"
    return player


def post(client: Client, code: str, name: str, **fields: object) -> int:
    """Post a form of the table as it is now, and return the status of the page that follows."""
    version = snapshot_for(code).version
    return client.post(reverse(f"games:{name}", args=[code]), fields | {"version": version}, follow=True).status_code


def claim_some(code: str, clients: list[Client], tricks: int) -> State:
    """Claim so many tricks by form; return the deal before."""
    before, claimer = state_of(code), claimer_of(code)
    assert post(clients[claimer], code, "claim", tricks=tricks) == 200
    return before


@pytest.mark.django_db(transaction=True)  # `check_games` begins one of its own
def test_claim_of_some_tricks_is_asked_accepted_scored_and_reviewed(code: str, clients: list[Client]) -> None:
    before = claim_some(code, clients, 2)
    assert state_of(code).claim is not None
    for _ in range(2):
        player = waiting_for(state_of(code))[0]
        page = clients[player].get(reverse("games:table", args=[code])).content.decode()
        assert f"2 of the {before.tricks_left} tricks left" in page
        assert post(clients[player], code, "answer", accept="yes") == 200
    assert snapshot_for(code).stage is Stage.SCORED
    hand = before.hand_on_lead or 0
    assert state_of(code).taken[hand] == before.taken[hand] + 2
    assert sum(state_of(code).taken) == 13
    review = clients[0].get(reverse("games:review", args=[code, 1])).content.decode()
    assert f"2 of the {before.tricks_left} tricks left" in review
    call_command("check_games")


def test_claim_without_a_number_is_of_all_and_stored_as_ever(code: str, clients: list[Client]) -> None:
    claimer = claimer_of(code)
    post(clients[claimer], code, "claim")
    stored = Event.objects.filter(game__code=code).latest("sequence").payload
    assert stored == {"kind": "ClaimMade", "player": claimer}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "While a nil of the other side can still succeed, only all tricks can be claimed."),
        ("es", "solo se pueden reclamar todas las bazas."),
    ],
)
def test_number_is_refused_with_a_reason_while_a_nil_of_the_other_side_stands(
    client_for: ClientFor, language: str, sentence: str
) -> None:
    """Everybody has declared nil on the own hand, and only one of them has won the first trick."""
    code = three_people()
    for _ in PLAYERS:
        bidder = waiting_for(state_of(code))[0]
        bid = Bid(bidder, 4, frozenset({bidder}))
        queue.take_turn(code=code, action=bid, version=snapshot_for(code).version)
    before = play_on(code, lambda shown: shown.view is not None and len(shown.view.tricks) == 1)
    client = client_for(user_at(code, claimer_of(code)))
    answer = client.post(
        reverse("games:claim", args=[code]),
        {"version": before.version, "tricks": 2},
        headers=HTMX | {"Accept-Language": language},
    )
    assert answer.status_code == 409
    assert sentence in answer.text
    assert snapshot_for(code).version == before.version


@pytest.mark.parametrize("tricks", ["13", "14", "-1", "", "x", "1.5"])
def test_number_that_is_not_left_is_refused_and_changes_nothing(code: str, clients: list[Client], tricks: str) -> None:
    before, claimer = state_of(code), claimer_of(code)
    assert post(clients[claimer], code, "claim", tricks=tricks) in (400, 409)
    assert state_of(code) == before
