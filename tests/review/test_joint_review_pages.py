"""Looking at a deal together by forms: the button, the page that follows, who may lead, and what nobody may see."""

import re

import pytest
from django.test import Client

from games.engine import DUMMY, Rules
from games.models import JointReview
from games.play import joint_reviews
from games.play.joint_reviews import Shown
from games.values import Stage
from tests.clients import HTMX, ClientFor
from tests.tables import (
    begin,
    deal,
    finish_deals,
    here,
    new_player,
    play_on,
    snapshot_for,
    state_of,
    three_people,
    user_at,
)

pytestmark = pytest.mark.django_db

NEXT = "Deal 2 has begun"


def scored_table(**options: object) -> str:
    code = three_people(**options)
    finish_deals(code)
    return code


def together(code: str, form: str = "", number: int = 1) -> str:
    return f"/tables/{code}/deals/{number}/together/{form}"


def at(page: str) -> int:
    match = re.search(r'class="count"><b>(\d+)</b>', page)
    assert match
    return int(match[1])


@pytest.fixture(scope="module")
def of_three(rows_of_the_module: None) -> str:  # noqa: ARG001  # in which it stays
    return scored_table()


@pytest.fixture
def code(of_three: str) -> str:
    """That table, with all three at it."""
    here(of_three)
    return of_three


@pytest.fixture
def players(code: str, client_for: ClientFor) -> list[Client]:
    return [client_for(user_at(code, player)) for player in range(3)]


def test_friends_look_together_without_a_script(code: str, players: list[Client]) -> None:
    ana, ben, _ = players
    assert together(code, "lead/") in ana.get(f"/tables/{code}/").text
    answer = ana.post(together(code, "lead/"))
    assert answer["Location"] == together(code)
    led = ana.get(together(code)).text
    assert "You lead" in led
    assert '<noscript><button class="btn">Show the others this step</button></noscript>' in led
    page = ben.get(f"/tables/{code}/").text
    assert f'href="{together(code)}"' in page
    assert "is looking at this deal with the table" in page
    assert ana.post(together(code, "show/"), {"at": 20, "as": 1})["Location"] == f"{together(code)}?at=20&as=1"
    followed = ben.get(together(code)).text
    assert at(followed) == 20
    assert 'data-step="?at=20&amp;as=1"' in followed
    assert at(ben.get(together(code), {"at": 9}).text) == 9
    ben.post(together(code, "lead/"), {"at": 9})
    assert "You lead" in ben.get(together(code)).text
    assert "leads: this page follows" in ana.get(together(code)).text
    assert ben.post(together(code, "stop/"))["Location"] == f"/tables/{code}/"
    assert "Nobody leads now" in ana.get(together(code)).text


def test_step_of_who_does_not_lead_any_more_is_a_409_and_changes_nothing(code: str, players: list[Client]) -> None:
    ana, ben, _ = players
    ana.post(together(code, "lead/"))
    ben.post(together(code, "lead/"), {"at": 9})
    refused = ana.post(together(code, "show/"), {"at": 30}, headers=HTMX)
    assert (refused.status_code, JointReview.objects.get().at) == (409, 9)
    assert "can’t be done" in refused.text
    assert "can’t be done" in ana.post(together(code, "show/"), {"at": 30}, follow=True).text
    assert ben.post(together(code, "show/"), {"at": 30}, headers=HTMX).status_code == 204
    assert JointReview.objects.get().at == 30


@pytest.mark.parametrize("fields", [{}, {"at": "x"}, {"at": "-1", "as": "7", "of": "dummy", "costly": "?"}])
def test_what_is_no_step_is_the_one_before_the_play(code: str, players: list[Client], fields: dict[str, str]) -> None:
    players[0].post(together(code, "lead/"), fields)
    review = JointReview.objects.get()
    assert (review.at, review.seen_by, review.mistakes_of, review.costly) == (3, None, None, False)
    players[0].post(together(code, "show/"), {"at": "9999"})
    assert JointReview.objects.get().at == 55


def test_page_says_that_the_next_deal_has_begun_and_offers_the_table(code: str, players: list[Client]) -> None:
    players[0].post(together(code, "lead/"))
    deal(code)
    page = players[1].get(together(code)).text
    assert NEXT in page
    assert f'<a class="btn turn" href="/tables/{code}/">Go to table</a>' in page
    assert "shown-step" not in page.split('id="review"')[0]
    assert 'id="together"' not in players[1].get(f"/tables/{code}/").text
    assert "can’t be done" in players[1].post(together(code, "lead/"), follow=True).text


def test_spectators_look_along_where_the_review_is_open_to_them_and_never_lead(
    code: str, players: list[Client], client: Client, client_for: ClientFor
) -> None:
    players[0].post(together(code, "lead/"), {"at": 9})
    for reader in (client, client_for(new_player())):
        assert "Join in" in reader.get(f"/tables/{code}/").text
        page = reader.get(together(code)).text
        assert at(page) == 9
        assert "Take the lead" not in page
        for form in ("lead/", "show/", "stop/"):
            assert reader.post(together(code, form)).status_code == 403
    closed = scored_table(spectators=False)
    joint_reviews.lead(code=closed, player=0, number=1, shown=Shown(9))
    assert client.get(together(closed)).status_code == 403


def test_it_is_not_offered_alone_by_turns_or_of_closed_deals(client_for: ClientFor) -> None:
    alone = begin(new_player())
    finish_deals(alone)
    for code in (alone, scored_table(clock="1day"), scored_table(duplicate=True)):
        reader = client_for(user_at(code))
        assert "together/" not in reader.get(f"/tables/{code}/").text
        assert reader.get(together(code)).status_code in (200, 403)
        reader.post(together(code, "lead/"))
        assert not JointReview.objects.exists()


def test_closed_deals_of_a_duplicate_table_stay_closed(client_for: ClientFor) -> None:
    code = scored_table(duplicate=True)
    reader = client_for(user_at(code))
    for answer in (
        reader.get(together(code)),
        reader.post(together(code, "lead/")),
        reader.post(together(code, "show/")),
    ):
        assert answer.status_code == 403


def test_nothing_of_the_running_deal_is_there(code: str, players: list[Client]) -> None:
    players[0].post(together(code, "lead/"))
    deal(code)
    assert snapshot_for(code).stage is Stage.DEAL
    assert players[1].get(together(code, number=2)).status_code == 404
    assert players[1].post(together(code, "lead/", number=2)).status_code == 404
    page, hands = players[1].get(together(code)).text, state_of(code).dealt
    assert str(hands[DUMMY]) not in page
    assert at(page) == 3


def test_end_of_a_game_is_looked_at_together_too(client_for: ClientFor) -> None:
    code = three_people(Rules(target=100, floor=-50))
    last = play_on(code, lambda shown: shown.stage is Stage.OVER).deal_number
    reader = client_for(user_at(code))
    assert together(code, "lead/", last) in reader.get(f"/tables/{code}/").text
    reader.post(together(code, "lead/", last))
    assert "You lead" in reader.get(together(code, number=last)).text
