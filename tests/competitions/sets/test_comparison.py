"""How results are compared, by how many there are: head to head, in a list, by per cents and a distribution."""

import re

import pytest

from accounts.base.names import isolated
from accounts.models import User
from games.competitions.sets.board_figures import Side, head_to_head
from games.models import DealSet
from tests.clients import ClientFor
from tests.competitions.sets.sets import board_of, challenge, stored
from tests.tables import new_player

pytestmark = pytest.mark.django_db

FOLD = "Fairness and files"
TERMS = re.compile(r"\d%|per cent|matchpoints|datum|Butler|fingerprint|CSV|JSON|id=\"chart-", re.IGNORECASE)


def played(of_set: DealSet, *results: tuple[User, int]) -> DealSet:
    """Store a result of each of these people on every board of the set."""
    for number in range(1, of_set.boards.count() + 1):
        for user, points in results:
            stored(board_of(of_set, number), user, points=points)
    return of_set


def main_of(client_for: ClientFor, reader: User, of_set: DealSet) -> tuple[str, str]:
    """Return what the page shows, without marks around names, before the last fold and in it."""
    page = client_for(reader).get(f"/sets/{of_set.code}/").text
    main = page.split("<main", 1)[1].split("</main>")[0]
    before, fold = re.sub("[\u2068\u2069]", "", main).split(FOLD)
    assert re.search(r'<details class="[^"]*">\s*<summary>$', before), "the fold is closed"
    return before, fold


def words_of(html: str) -> str:
    return " ".join(re.sub("<[^>]+>", " ", html).split())


def test_two_are_compared_head_to_head(client_for: ClientFor) -> None:
    nora, otto = new_player(), new_player()
    of_set = played(challenge(boards=1), (nora, 43), (otto, 42))
    shown, fold = main_of(client_for, nora, of_set)
    words = words_of(shown)
    assert f"+43 {nora.username} +42 {otto.username} You are ahead by 1 point." in words
    assert not TERMS.search(shown)
    assert "matchpoints" in fold
    shown, _fold = main_of(client_for, otto, of_set)
    assert f"+42 {otto.username} +43 {nora.username} {nora.username} is ahead by 1 point." in words_of(shown)


def test_two_see_their_deals_side_by_side(client_for: ClientFor) -> None:
    nora, otto, third = new_player(), new_player(), new_player()
    of_set = challenge(boards=2)
    for number, (own, other) in enumerate(((61, 52), (-40, -50)), start=1):
        stored(board_of(of_set, number), nora, points=own)
        stored(board_of(of_set, number), otto, points=other)
    stored(board_of(of_set, 1), third, points=0)
    words = words_of(main_of(client_for, nora, of_set)[0])
    assert "+21 " in words
    assert "You are ahead by 19 points." in words
    assert re.search(r"\+61 .* Deal 1 Total \+61 to \+52 \+52 .*−40 .* Deal 2 Total \+21 to \+2 −50", words)
    assert third.username not in words
    hidden = main_of(client_for, third, of_set)[0]
    assert "two-scores" not in hidden
    assert otto.username not in hidden, "who has not played all deals reads nobody's result"


@pytest.mark.parametrize("count", [3, 7])
def test_a_few_are_a_list_without_per_cents(client_for: ClientFor, count: int) -> None:
    people = [new_player() for _ in range(count)]
    of_set = played(challenge(boards=1), *((user, 10 * number) for number, user in enumerate(people)))
    shown, fold = main_of(client_for, people[0], of_set)
    assert all(user.username in shown for user in people)
    assert "two-scores" not in shown
    assert not TERMS.search(shown)
    assert "matchpoints" in fold


def test_eight_have_a_distribution_and_per_cents(client_for: ClientFor) -> None:
    people = [new_player() for _ in range(8)]
    of_set = played(challenge(boards=1), *((user, 10 * number) for number, user in enumerate(people)))
    shown, fold = main_of(client_for, people[4], of_set)
    assert re.search(r"57\.1% against the field|against the field \(average: 50\) 57\.1%", words_of(shown))
    assert not re.search("matchpoints|datum|Butler|CSV|fingerprint", shown)
    assert "matchpoints" in fold
    assert 'id="chart-field"' in shown
    assert 'id="chart-bids"' in fold


def test_who_has_played_before_the_host_waits_for_the_host(client_for: ClientFor) -> None:
    nora = new_player()
    of_set = played(challenge(boards=1), (nora, 43))
    assert of_set.host
    shown, _fold = main_of(client_for, nora, of_set)
    assert f"Waiting for {isolated(of_set.host.username)}." in shown


def test_who_is_the_only_one_shares_the_link(client_for: ClientFor) -> None:
    nora = new_player()
    DealSet.objects.filter(pk=challenge(boards=1).pk).update(host=nora)
    of_set = played(DealSet.objects.get(), (nora, 43))
    shown, _fold = main_of(client_for, nora, of_set)
    assert "Nobody else has played yet." in shown
    assert shown.count("btn primary") == shown.count('data-copy="link"') == 1


@pytest.mark.parametrize(
    ("own", "other", "sentence"),
    [
        (Side("Nora", 43, is_own=True), Side("Otto", 42, is_own=False), "You are ahead by 1 point."),
        (Side("Nora", 40, is_own=True), Side("Otto", 42, is_own=False), "Otto is ahead by 2 points."),
        (Side("Nora", 42, is_own=True), Side("Otto", 42, is_own=False), "You are level."),
        (Side("Nora", 43, is_own=False), Side("Otto", 42, is_own=False), "Nora is ahead by 1 point."),
        (Side("Nora", 42, is_own=False), Side("Otto", 42, is_own=False), "They are level."),
    ],
)
def test_sentence_says_who_is_ahead(own: Side, other: Side, sentence: str) -> None:
    for pair in (head_to_head([own, other]), head_to_head([other, own])):
        assert pair is not None
        assert pair.sentence == sentence
        assert pair.first.is_own is own.is_own
    assert head_to_head([own]) is None
    assert head_to_head([own, other, own]) is None
