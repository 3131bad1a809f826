"""The first deal: a lesson without an account, with and without htmx."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.components.cards import face_of
from games.engine import DECK, HAND_NAMES, Bid, Claim, Play
from games.learning.first_deal import LAST, STEPS, states, table_at
from games.models import Game
from tests.clients import HTMX
from tests.learning.test_pictures import known_to

pytestmark = pytest.mark.django_db


def address(number: int) -> str:
    return reverse("games:first_deal", args=[number])


def move(number: int) -> tuple[str, dict[str, object]]:
    """Return the URL and the data of this step's form."""
    match STEPS[number].asks:
        case Bid(tricks=tricks, nils=nils):
            sent = {"tricks": tricks, "nils": [HAND_NAMES[hand] for hand in nils]}
            return reverse("games:bid", args=["first-deal"]), {"version": number, **sent}
        case Play(card=card):
            return reverse("games:play", args=["first-deal"]), {"version": number, "card": str(card)}
        case Claim():
            return reverse("games:claim", args=["first-deal"]), {"version": number}
    raise AssertionError("nothing is asked for")


def test_whole_lesson_works_with_plain_forms_and_links(client: Client) -> None:
    page = client.get(reverse("games:first_deal"))
    for number in range(LAST):
        assert str(STEPS[number].title) in page.text
        if STEPS[number].asks is None:
            assert f'href="{address(number + 1)}"' in page.text
            page = client.get(address(number + 1))
        else:
            where, sent = move(number)
            assert f'action="{where}"' in page.text
            page = client.post(where, sent, follow=True)
            assert page.redirect_chain == [(address(number + 1), 302)]
    assert "+92" in page.text
    assert not Game.objects.exists()


@pytest.mark.parametrize("number", [number for number in range(LAST) if STEPS[number].asks])
def test_htmx_gets_the_next_step_as_a_fragment_and_its_url(client: Client, number: int) -> None:
    where, sent = move(number)
    answer = client.post(where, sent, headers=HTMX)
    assert (answer.status_code, answer["HX-Push-Url"]) == (200, address(number + 1))
    assert f'data-version="{number + 1}"' in answer.text
    assert "<html" not in answer.text


def test_illegal_move_gets_the_rule_and_the_task(client: Client) -> None:
    answer = client.post(reverse("games:play", args=["first-deal"]), {"version": 6, "card": "C2"})
    assert answer.status_code == 409
    assert "You have to follow suit." in answer.text
    assert "Play the two of hearts from the dummy." in answer.text
    assert 'data-version="6"' in answer.text


def test_legal_move_outside_the_lesson_is_answered_with_the_reason_for_the_other(client: Client) -> None:
    """It is no error of the request: a browser would write one into its console. The task stands there once."""
    answer = client.post(reverse("games:play", args=["first-deal"]), {"version": 6, "card": "HK"}, headers=HTMX)
    assert answer.status_code == 200
    for words in ("Allowed, but this lesson goes another way.", str(STEPS[6].text), str(STEPS[6].task)):
        assert answer.text.count(words) == 1
    assert 'data-version="6"' in answer.text


def test_bid_without_a_number_is_answered_with_what_is_missing(client: Client) -> None:
    answer = client.post(reverse("games:bid", args=["first-deal"]), {"version": 2, "nils": ["2"]}, headers=HTMX)
    assert answer.status_code == 200
    assert "Choose a number of tricks first." in answer.text


@pytest.mark.parametrize("sent", [{}, {"version": "x"}, {"version": -1}, {"version": 6, "card": "ZZ"}])
def test_invalid_move_is_a_400_with_a_notice(client: Client, sent: dict[str, object]) -> None:
    answer = client.post(reverse("games:play", args=["first-deal"]), sent)
    assert (answer.status_code, "Nothing has changed" in answer.text) == (400, True)


@pytest.mark.parametrize("version", [LAST, LAST + 1, 2**31 - 1])
def test_move_after_the_end_is_refused(client: Client, version: int) -> None:
    assert (
        client.post(reverse("games:play", args=["first-deal"]), {"version": version, "card": "HK"}).status_code == 409
    )


@pytest.mark.parametrize("name", ["bid", "play", "claim"])
def test_get_of_a_move_redirects_to_the_lesson(name: str, client: Client) -> None:
    assert client.get(reverse(f"games:{name}", args=["first-deal"]))["Location"] == reverse("games:first_deal")


def test_step_after_the_last_is_a_404(client: Client) -> None:
    assert client.get(address(LAST)).status_code == 200
    assert client.get(address(LAST + 1)).status_code == 404
    assert client.post(address(0)).status_code == 405


@pytest.mark.parametrize("number", range(LAST + 1))
def test_each_step_has_one_title(client: Client, number: int) -> None:
    assert client.get(address(number)).text.count("<h1") == 1


@pytest.mark.parametrize("number", range(LAST))
def test_no_step_shows_a_hidden_card(client: Client, number: int) -> None:
    view = table_at(number).view
    assert view is not None
    page = re.sub(r'<div id="coach-says".*?</div>', "", client.get(address(number)).text, flags=re.DOTALL)
    shown = {card for card in DECK if f'"{face_of(card).name}"' in page or f'"{card}"' in page}
    assert set(view.hand or ()) <= shown <= known_to(view)
    hidden = {card for hand in (1, 2) for card in states()[number].hands[hand]}
    assert not shown & hidden


def test_each_task_is_about_something_on_the_page() -> None:
    client = Client()
    for number, step in enumerate(STEPS):
        page = client.get(address(number)).text
        cards = re.findall(r"#(card-\w+)", step.asked_elements)
        chosen = re.findall(r"\[name=(\w+)\]\[value='(\w+)'\]", step.asked_elements)
        assert all(page.count(f'id="{card}"') == 1 for card in cards), step.title
        assert all(page.count(f'name="{name}" value="{value}"') == 1 for name, value in chosen), step.title
        assert bool(cards or chosen or "#claim-ask" in step.asked_elements) == bool(step.task)
