"""The pages of the lessons: without an account, with and without htmx."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.components.cards import face_of
from games.engine import DECK, HAND_NAMES, Bid, Claim, Play
from games.lessons.first_deal import FIRST_DEAL
from games.lessons.lesson import Lesson
from games.lessons.nils_and_bags import NILS_AND_BAGS
from games.models import Game
from tests.clients import HTMX
from tests.learning.test_pictures import known_to

pytestmark = pytest.mark.django_db

STEPS, LAST = FIRST_DEAL.steps, FIRST_DEAL.last
EVERY_STEP = [
    pytest.param(lesson, number, id=f"{lesson.code}-{number}")
    for lesson in (FIRST_DEAL, NILS_AND_BAGS)
    for number in range(len(lesson.steps))
]


def address(number: int, lesson: Lesson = FIRST_DEAL) -> str:
    return reverse(f"games:{lesson.page}", args=[number])


def move(number: int, lesson: Lesson = FIRST_DEAL) -> tuple[str, dict[str, object]]:
    """Return the URL and the data of this step's form."""
    match lesson.steps[number].asks:
        case Bid(tricks=tricks, nils=nils):
            sent = {"tricks": tricks, "nils": [HAND_NAMES[hand] for hand in nils]}
            return reverse("games:bid", args=[lesson.code]), {"version": number, **sent}
        case Play(card=card):
            return reverse("games:play", args=[lesson.code]), {"version": number, "card": str(card)}
        case Claim():
            return reverse("games:claim", args=[lesson.code]), {"version": number}
    raise AssertionError("nothing is asked for")


@pytest.mark.parametrize(("lesson", "total"), [(FIRST_DEAL, "+112"), (NILS_AND_BAGS, "−8")])
def test_whole_lesson_works_with_plain_forms_and_links(client: Client, lesson: Lesson, total: str) -> None:
    page = client.get(reverse(f"games:{lesson.page}"))
    for number in range(lesson.last):
        assert str(lesson.steps[number].title) in page.text
        following = address(number + 1, lesson)
        if lesson.steps[number].asks is None:
            assert f'href="{following}"' in page.text
            page = client.get(following)
        else:
            where, sent = move(number, lesson)
            assert f'action="{where}"' in page.text
            page = client.post(where, sent, follow=True)
            assert page.redirect_chain == [(following, 302)]
    assert total in page.text
    assert not Game.objects.exists()


def test_first_lesson_leads_to_the_second(client: Client) -> None:
    assert "Next lesson: Nil and bags" in client.get(address(LAST)).text
    assert "Next lesson" not in client.get(address(NILS_AND_BAGS.last, NILS_AND_BAGS)).text
    assert "Siguiente lección: Nil y bolsas" in client.get(address(LAST), headers={"accept-language": "es"}).text


@pytest.mark.parametrize("number", [number for number in range(LAST) if STEPS[number].asks])
def test_htmx_gets_the_next_step_as_a_fragment_and_its_url(client: Client, number: int) -> None:
    where, sent = move(number)
    answer = client.post(where, sent, headers=HTMX)
    assert (answer.status_code, answer["HX-Push-Url"]) == (200, address(number + 1))
    assert f'data-version="{number + 1}"' in answer.text
    assert "<html" not in answer.text


def test_illegal_move_gets_the_rule_and_the_task(client: Client) -> None:
    answer = client.post(reverse("games:play", args=["first-deal"]), {"version": 2, "card": "H2"})
    assert answer.status_code == 409
    assert "You can’t play the two of hearts. You have to follow suit." in answer.text
    assert "Play the ace of clubs from the dummy." in answer.text
    assert 'data-version="2"' in answer.text


def test_legal_move_outside_the_lesson_is_answered_with_the_reason_for_the_other(client: Client) -> None:
    """It is no error of the request: a browser would write one into its console. The task stands there once."""
    answer = client.post(reverse("games:play", args=["first-deal"]), {"version": 2, "card": "CQ"}, headers=HTMX)
    assert answer.status_code == 200
    for words in (
        "You could play the queen of clubs, but here the lesson asks for another card.",
        str(STEPS[2].text),
        str(STEPS[2].task),
    ):
        assert answer.text.count(words) == 1
    assert 'data-version="2"' in answer.text


def test_bid_without_a_number_is_answered_with_what_is_missing(client: Client) -> None:
    answer = client.post(reverse("games:bid", args=["first-deal"]), {"version": 0, "nils": ["2"]}, headers=HTMX)
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


@pytest.mark.parametrize(("lesson", "number"), EVERY_STEP)
def test_each_step_has_one_title(client: Client, lesson: Lesson, number: int) -> None:
    assert client.get(address(number, lesson)).text.count("<h1") == 1


@pytest.mark.parametrize(("lesson", "number"), EVERY_STEP)
def test_no_step_shows_a_hidden_card(client: Client, lesson: Lesson, number: int) -> None:
    view = lesson.table_at(number).view
    assert view is not None
    if number == lesson.last:
        return  # the deal is over, and all its cards are open
    page = re.sub(r'<div id="coach-says".*?</div>', "", client.get(address(number, lesson)).text, flags=re.DOTALL)
    shown = {card for card in DECK if f'"{face_of(card).name}"' in page or f'"{card}"' in page}
    assert set(view.hand or ()) <= shown <= known_to(view)
    hidden = {card for hand in (1, 2) for card in lesson.states[number].hands[hand]}
    assert not shown & hidden


def test_each_task_is_about_something_on_the_page() -> None:
    client = Client()
    for lesson, number in (each.values for each in EVERY_STEP):
        step, page = lesson.steps[number], client.get(address(number, lesson)).text
        cards = re.findall(r"#(card-\w+)", step.asked_elements)
        chosen = re.findall(r"\[name=(\w+)\]\[value='(\w+)'\]", step.asked_elements)
        assert all(page.count(f'id="{card}"') == 1 for card in cards), step.title
        assert all(page.count(f'name="{name}" value="{value}"') == 1 for name, value in chosen), step.title
        assert bool(cards or chosen or "#claim-ask" in step.asked_elements) == bool(step.task)
