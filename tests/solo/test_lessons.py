"""The lessons without a database: the same steps as on the site, and nothing of them is stored."""

import json
import re
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from games.components.cards import face_of
from games.engine import DECK, HAND_NAMES, Bid, Claim, Play
from games.lessons import LESSONS, Lesson
from games.solo import browser
from games.solo.browser import GameSession, Session
from tests.learning.test_pictures import known_to

of_each = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.code)

TOKEN = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken" value="\w+">')
WAY_ON = re.compile(
    r'<a class="btn turn" id="go-on".*?</a>|<form[^>]*/read/">.*?</form>|<div class="actions">.*?</div>', re.DOTALL
)


def begun(lesson: Lesson, folder: Path) -> Session:
    session = browser.begin(str(folder), stored="of a game", asked=f"lesson={lesson.code}")
    assert not isinstance(session, GameSession)
    return session


def send(session: Session, kind: str, **fields: object) -> str:
    return session.receive(json.dumps({"move": kind, "form": urlencode(fields, doseq=True)}))


def do_step(session: Session, lesson: Lesson, number: int) -> str:
    """Do what a step asks for, or go on; return what the page shows then."""
    match lesson.steps[number].asks:
        case Bid(tricks=tricks, nils=nils):
            return send(session, "bid", version=number, tricks=tricks, nils=[HAND_NAMES[hand] for hand in nils])
        case Play(card=card):
            return send(session, "play", version=number, card=card)
        case Claim():
            return send(session, "claim", version=number)
        case _:
            return send(session, "read", version=number)


def compared(page: str) -> str:
    """Return a step without tokens, without the way on, and without spaces between tags."""
    return re.sub(r"\s+", " ", WAY_ON.sub("", TOKEN.sub("", page))).replace("> <", "><")


@pytest.mark.django_db
@of_each
def test_steps_are_those_of_the_site(lesson: Lesson, client: Client, tmp_path: Path) -> None:
    session = begun(lesson, tmp_path)
    shown = session.table()
    for number in range(len(lesson.steps)):
        page = client.get(reverse(f"games:{lesson.page}", args=[number]), headers={"HX-Request": "true"})
        assert compared(shown) == compared(page.text)
        if number < lesson.last:
            shown = do_step(session, lesson, number)


@of_each
def test_lesson_leads_on_to_the_other_pages_of_the_bundle(lesson: Lesson, tmp_path: Path) -> None:
    session = begun(lesson, tmp_path)
    for number in range(lesson.last):
        shown = do_step(session, lesson, number)
    assert 'href="index.html"' in shown
    assert f'href="{lesson.code}.html"' in shown
    assert ("Next lesson: Nil and bags" in shown) == (lesson is LESSONS[0])


def test_refused_move_says_why_and_stays_at_its_step(tmp_path: Path) -> None:
    session = begun(LESSONS[0], tmp_path)
    assert "here the lesson asks for another bid." in send(session, "bid", version=0, tricks=5)
    assert "Choose a number of tricks first." in send(session, "bid", version=0)
    assert 'data-version="0"' in send(session, "play", card="ZZ")
    assert 'data-version="0"' in send(session, "nothing")


def test_second_click_on_go_on_skips_no_step(tmp_path: Path) -> None:
    lesson = LESSONS[1]
    session = begun(lesson, tmp_path)
    do_step(session, lesson, 0)
    assert 'data-version="2"' in send(session, "read", version=1)
    assert 'data-version="2"' in send(session, "read", version=1)
    assert 'data-version="2"' in send(session, "read", version=2), "this step asks for a card"


def test_nothing_of_a_lesson_is_stored_or_goes_on_by_itself(tmp_path: Path) -> None:
    session = begun(LESSONS[0], tmp_path)
    session.prepare()
    assert (session.stored(), session.seconds_to_step()) == ("", -1)


@of_each
def test_no_step_shows_a_hidden_card(lesson: Lesson, tmp_path: Path) -> None:
    """RULES.md section 10. What the coach says names cards that others have played or will play."""
    session = begun(lesson, tmp_path)
    shown = session.table()
    for number in range(lesson.last):
        view = lesson.table_at(number).view
        assert view is not None
        page = re.sub(r'<div id="coach-says".*?</div>', "", shown, flags=re.DOTALL)
        cards = {card for card in DECK if f'"{face_of(card).name}"' in page or f'"{card}"' in page}
        assert set(view.hand or ()) <= cards <= known_to(view)
        assert not cards & {card for hand in (1, 2) for card in lesson.states[number].hands[hand]}
        shown = do_step(session, lesson, number)
