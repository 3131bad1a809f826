"""Hidden cards never leave the server (docs/rules.md section 10).

For each viewer, everything sent is the same, byte for byte, when the cards and peeks that the viewer may not know are
exchanged in the database for others. HIDDEN_CARD_ROUNDS=20 in the environment tests twenty times as many games.
"""

import os
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product

import pytest
from django.contrib.auth.models import AnonymousUser, Permission
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import bots
from games.components import frames
from games.components.frames import Sent, Viewer
from games.components.shell import SHELL
from games.engine import (
    DUMMY,
    PLAYERS,
    AnswerClaim,
    BiddingStyle,
    Claim,
    PeekRule,
    Phase,
    Play,
    Player,
    Rules,
    State,
    sort_cards,
    view_for,
    waiting_for,
)
from games.fairness import deal_counts
from games.lobby.featured import featured_table
from games.models import Game
from games.play import loading, presence, proposals, queries as table_queries, queue
from games.play.attendance import Attendance
from games.play.snapshot import FullSnapshot, Snapshot
from games.values import Proposal
from tests.addresses import readable
from tests.clients import HTMX, signed_in
from tests.security.exchange import TOKENS, other_cards, with_other_cards, with_other_places
from tests.tables import Time, begin, deal, here, new_player, open_table, snapshot_for, state_of

pytestmark = pytest.mark.django_db

ALL_RULES = list(product(PeekRule, BiddingStyle))
RULES_WITH_PAGES = {
    (PeekRule.FOUR, BiddingStyle.STANDARD),
    (PeekRule.FLIP2, BiddingStyle.SUICIDE),
    (PeekRule.NONE, BiddingStyle.WHIZ),
}
"""Each kind of peeking: whole pages are compared under these in the first round, and under all in the others."""
*FEWER, PICKED = [rule for rule in PeekRule if rule.places_each and not rule.is_flip]
"""Ways to peek at places of one's own. They differ in how many, so that pages are compared under one in the suite."""
ROUNDS = range(int(os.environ.get("HIDDEN_CARD_ROUNDS", "1")))
STATES = 12
"""So many states of a deal, in every phase, are looked at in each game by each of the readers."""
READERS = 6
"""Three players, a spectator who is signed in, one who is not, and a member of the staff."""

ELSEWHERE = ("/", "/people/", "/play/people/", "/verify/")
"""Pages that show something of running games, besides those of the table."""

Reader = tuple[Player | None, User | AnonymousUser]


def test_there_are_two_thousand_cases() -> None:
    assert len(ALL_RULES) * STATES * READERS >= 2000


@pytest.mark.slow
@pytest.mark.parametrize("rounds", ROUNDS)
@pytest.mark.parametrize(("peek", "bidding"), ALL_RULES)
def test_nothing_sent_depends_on_what_its_reader_may_not_know(
    peek: PeekRule, bidding: BiddingStyle, rounds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every state what all pages, answers and frames are made of, and the frame itself; in one state them all,
    under some of the rules.
    """
    rng = random.Random(f"{peek}{bidding}{rounds}")
    code = table_of_people(Rules(peek, bidding), monkeypatch)
    readers: list[Reader] = [*players_of(code), (None, new_player()), (None, AnonymousUser()), (None, staff())]
    assert len(readers) == READERS
    completely = {rng.randrange(STATES)} if rounds or (peek, bidding) in RULES_WITH_PAGES else set()
    senders = {user: sends(code, user) for _, user in readers} if completely else {}
    for number, where in enumerate(states_of_a_deal(code, rng)):
        state = state_of(code)
        asked = senders if number in completely else {}
        by_viewer = {viewer: [user for player, user in readers if player == viewer] for viewer in (0, 1, 2, None)}
        before = shown(code, by_viewer)
        sent = {user: send() for user, send in asked.items()}
        for viewer, users in by_viewer.items():
            with other_cards(code, viewer, rng, state):
                assert shown(code, {viewer: users}) == {viewer: before[viewer]}, f"viewer {viewer}, {where}"
                now = {user: send() for user, send in asked.items() if user in users}
                assert now == {user: sent[user] for user in now}, f"viewer {viewer}, {where}"


@pytest.mark.slow
@pytest.mark.parametrize("peek", [PICKED, *(pytest.param(rule, marks=pytest.mark.campaign) for rule in FEWER)])
def test_picked_places_stay_hidden_from_others(peek: PeekRule, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a socket may send in every phase, and the pages in the first: they are drawn from the same."""
    rng = random.Random(str(peek))
    code = table_of_people(Rules(peek), monkeypatch)
    (_, picker), *seated = players_of(code)
    others: list[Reader] = [*seated, (None, AnonymousUser()), (None, staff())]
    senders, own = [sends(code, user) for _, user in others], sends(code, picker)
    queue.take_turn(code=code, action=bots.choose(view_for(state_of(code), 0), rng), version=snapshot_for(code).version)
    for asked in (senders, [], [], []):  # while the others still look, in the bidding, in the play
        by_viewer = {viewer: [user for player, user in others if player == viewer] for viewer in (1, 2, None)}
        before, shown_to_picker = shown(code, by_viewer), shown(code, {0: [picker]})
        sent, sent_to_picker = [send() for send in asked], own() if asked else ""
        with_other_places(code, 0, rng)
        assert shown(code, by_viewer) == before
        assert [send() for send in asked] == sent
        assert (shown(code, {0: [picker]}) != shown_to_picker) == (not state_of(code).exposed), "what the picker saw"
        assert not asked or own() != sent_to_picker
        for _ in range(2):
            one_action(code, rng)


def table_of_people(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> str:
    """A table of three people who are all there, its first deal just dealt; time stands still, so clocks do too.

    It is public, so that the home page shows it.
    """
    monkeypatch.setattr("django.utils.timezone.now", Time())
    code = begin(new_player(), new_player(), new_player(), rules=rules, clock="normal", public=True)
    here(code)
    return code


def players_of(code: str) -> list[Reader]:
    seats = Game.objects.get(code=code).seats.order_by("player")
    return [(seat.player, seat.user) for seat in seats if seat.user is not None]


def staff() -> User:
    user = new_player()
    user.is_staff = True
    user.save()
    user.user_permissions.set(Permission.objects.filter(content_type__app_label="games"))
    return user


def states_of_a_deal(code: str, rng: random.Random) -> Iterator[str]:
    """Play a deal and stop STATES times on the way, for a look; says where."""
    done = 0
    for stop in sorted([*rng.sample(range(7), 3), *rng.sample(range(8, 40), 4)]):
        for _ in range(stop - done):
            one_action(code, rng)
        done = stop
        yield f"after {stop} actions"
    one_action(code, rng)
    mover = next(player for player in PLAYERS if snapshot_for(code, player).may_take_back)
    proposals.propose(code=code, player=mover, kind=Proposal.TAKE_BACK)
    yield "a move may be taken back"
    for player in set(PLAYERS) - {mover}:
        proposals.answer(code=code, player=player, version=snapshot_for(code).version, agree=True)
    yield "a move was taken back"
    proposals.give_up(code=code, player=mover)
    yield "a bot sits in"
    proposals.take_seat(code=code, player=mover)
    while (claimer := may_claim(state_of(code))) is None:
        one_action(code, rng)
    claimable = view_for(state_of(code), claimer).claimable
    claim = Claim(claimer, rng.choice(claimable))
    queue.take_turn(code=code, action=claim, version=snapshot_for(code).version)
    yield f"a claim is open: {claim.tricks} of {claimable[-1]}"
    refusal = AnswerClaim(waiting_for(state_of(code))[0], accept=False)
    queue.take_turn(code=code, action=refusal, version=snapshot_for(code).version)
    yield "a claim was refused"


def may_claim(state: State) -> Player | None:
    return next((player for player in PLAYERS if view_for(state, player).may_claim), None)


def one_action(code: str, rng: random.Random) -> None:
    """Let one of those the deal waits for do what a bot would, a claim aside."""
    state = state_of(code)
    player = rng.choice(view_for(state, None).waiting)
    view = view_for(state, player)
    action = bots.choose(view, rng)
    if isinstance(action, Claim):
        action = Play(player, view.playable[0])
    queue.take_turn(code=code, action=action, version=Game.objects.get(code=code).version)


def shown(
    code: str, by_viewer: Mapping[Player | None, Sequence[User | AnonymousUser]]
) -> dict[Player | None, tuple[Snapshot, list[str]]]:
    """Return what the table shows each viewer, and for each of the viewer's users everything a socket may send of it.

    To everybody the home page's socket may send what a spectator sees.
    """
    game = loading.game_by_code(code)
    table, attendance = table_queries.full_snapshot_of(game), presence.attendance(code, game.patience)
    result = {}
    for viewer, users in by_viewer.items():
        viewers = [Viewer(table_queries.player_of(game, user)) for user in users]
        home = [f"{featured_table(code)}"] if viewer is None else []
        result[viewer] = table.of(viewer), [*home, *(live_frame(table, viewer, attendance) for viewer in viewers)]
    return result


def live_frame(table: FullSnapshot, viewer: Viewer, attendance: Attendance) -> str:
    """Return everything a socket may send of the table at this version: the whole of it, and each of its parts."""
    whole, shown_now = frames.frame(table, viewer, attendance, None)
    parts, _ = frames.frame(table, viewer, attendance, Sent({}, {SHELL.name: shown_now.private[SHELL.name]}))
    return TOKENS.sub("", whole + parts)


def sends(code: str, user: User | AnonymousUser) -> Callable[[], str]:
    """The pages, the answer to a refused move and for the staff the admin's page of the game, in one text."""
    client = signed_in(user) if isinstance(user, User) else Client()
    addresses = [*ELSEWHERE, *pages_of_the_table(client, code)]
    if user.is_staff:
        addresses.append(reverse("admin:games_game_change", args=[Game.objects.get(code=code).pk]))

    def everything() -> str:
        deal_counts.count_new()
        pages = [client.get(address).text for address in addresses]
        refused = client.post(reverse("games:claim", args=[code]), {"version": 0}, headers=HTMX)
        latest = client.get(reverse("games:latest", args=[code]), headers=HTMX)
        return TOKENS.sub("", "\n".join([*pages, refused.text, latest.text]))

    return everything


def pages_of_the_table(client: Client, code: str) -> list[str]:
    game = Game.objects.get(code=code)
    return readable(client, {"": game}, "text/html", part=code)


@pytest.mark.slow
@pytest.mark.parametrize("is_player", [True, False])
def test_pages_that_follow_a_running_game_are_compared(is_player: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each page whose main part changes while a deal is played is one of those that `sends` returns."""
    rng, code = random.Random(1), table_of_people(Rules(PeekRule.FLIP2), monkeypatch)
    client = signed_in(players_of(code)[0][1]) if is_player else Client()
    compared = {*ELSEWHERE, *pages_of_the_table(client, code)}
    pages = [address for address in readable(client, {}, "text/html") if address not in compared]
    before = [main_part(client, address) for address in pages]
    for _ in range(10):  # the peeking, the bidding, and some cards
        one_action(code, rng)
    assert state_of(code).trick or state_of(code).tricks
    changed = {address for address, main in zip(pages, before, strict=True) if main_part(client, address) != main}
    assert changed == set(), "ELSEWHERE lacks these"


def main_part(client: Client, address: str) -> str:
    return TOKENS.sub("", client.get(address).text.partition("<main")[2])


def test_exchange_changes_the_hidden_cards() -> None:
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
