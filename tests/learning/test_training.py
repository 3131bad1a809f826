"""The trainer's pages: one tap answers, the first answer counts, and other hands are shown only after it."""

import re
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.personal_data import deletion, export, merging
from accounts.signing_in.guests import create_guest
from games.bots import Cause, judge
from games.engine import Card, Play
from games.learning import training
from games.learning.exercise_answers import answer
from games.learning.exercises import GENERATED, Exercise, Kind, exercise
from games.learning.hints import reason
from games.models import Attempt
from games.words.names import decimal
from tests.clients import ClientFor
from tests.learning.test_exercises import with_other_cards
from tests.security.exchange import TOKENS
from tests.tables import Time, begin, new_player

pytestmark = pytest.mark.django_db

EACH = pytest.mark.parametrize("kind", GENERATED)
OTHER_HANDS = "The other hands, as they were dealt"


def address(kind: str, number: int = 1) -> str:
    return reverse("games:exercise", args=[kind, number])


@EACH
def test_visitor_answers_and_nothing_is_stored(client: Client, kind: Kind) -> None:
    asked = client.get(address(kind)).text
    question = exercise(kind, 1)
    assert all(f'name="choice" value="{option.code}"' in asked for option in question.options)
    assert OTHER_HANDS not in asked
    response = client.post(address(kind), {"choice": question.best.code})
    assert response.status_code == 200
    assert OTHER_HANDS in response.text
    assert f'href="{address(kind, 2)}"' in response.text
    assert not Attempt.objects.exists()


@EACH
def test_page_is_the_same_with_other_hidden_cards_until_it_is_answered(
    client: Client, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    question, texts = exercise(kind, 1), []
    for state in (question.state, with_other_cards(question)):
        monkeypatch.setattr("games.learning.views.exercise", lambda *_, state=state: replace(question, state=state))
        asked = client.get(address(kind)).text
        answered = client.post(address(kind), {"choice": question.best.code}).text
        texts.append((TOKENS.sub("", asked), TOKENS.sub("", answered)))
    (asked, answered), (asked_of_other, answered_of_other) = texts
    assert asked == asked_of_other
    assert answered != answered_of_other


@EACH
def test_only_the_first_answer_of_a_player_counts(client_for: ClientFor, kind: Kind) -> None:
    user, question = new_player(), exercise(kind, 1)
    client, (first, second) = client_for(user), (question.options[0].code, question.options[-1].code)
    client.post(address(kind), {"choice": first})
    again = client.post(address(kind), {"choice": second})
    assert Attempt.objects.get().choice == first
    assert "your answer" in again.text
    assert client.get(address(kind)).context["answer"].lines == again.context["answer"].lines
    assert client.get(reverse("games:train_kind", args=[kind])).url == address(kind, 2)  # type: ignore[attr-defined]


@pytest.mark.parametrize("choice", ["", "99", "\0", "SA" * 500])
def test_answer_that_was_not_offered_changes_nothing(client_for: ClientFor, choice: str) -> None:
    refused = client_for(new_player()).post(address("bid"), {"choice": choice})
    assert refused.status_code == 400
    assert "Choose one of the answers offered." in refused.text
    assert OTHER_HANDS not in refused.text
    assert not Attempt.objects.exists()


@pytest.mark.parametrize(("kind", "number"), [("chess", 1), ("bid", 0), ("bid", 100_000), ("bid", 10**30)])
def test_there_is_no_other_exercise(client: Client, kind: str, number: int) -> None:
    assert client.get(address(kind, number)).status_code == 404


def test_puzzle_of_the_day_is_the_same_for_all_and_not_open_before_its_day(client: Client) -> None:
    today = timezone.now().date()
    kind, number = training.puzzle_of(today)
    assert client.get(address(kind, number))["Location"] == reverse("games:puzzle"), "it has one address"
    page = client.get(reverse("games:puzzle"))
    assert "Puzzle of the day" in page.text
    assert page.context["number"] == number
    assert re.search(r'href="/today/"\s+class="to-today"\s+aria-current="true"', page.text), "it belongs to Today"
    tomorrow = training.puzzle_of(today + timedelta(days=1))
    assert client.get(address(*tomorrow)).status_code == 404
    assert client.get(address(tomorrow[0], number)).status_code == 404


def test_guest_sees_progress_and_how_others_answered(client_for: ClientFor) -> None:
    question = exercise(Kind.BID, 1)
    wrong = max(question.options, key=question.lost)
    client_for(new_player()).post(address("bid"), {"choice": wrong.code})
    guest = client_for(create_guest("Robin"))
    response = guest.post(address("bid"), {"choice": question.best.code})
    assert "2 players have answered this." in response.text
    lines = {line.label: line.chosen_by for line in response.context["answer"].lines if line.chosen_by != "0%"}
    assert list(lines.values()) == ["50%", "50%"]
    assert "1 answered, 1 right, 0.0 points lost on average" in guest.get(reverse("games:learn")).text


def test_progress_is_counted_by_kind() -> None:
    user, question = new_player(), exercise(Kind.CARD, 1)
    worst = max(question.options, key=question.lost)
    training.answer(user, question, worst)
    training.answer(user, exercise(Kind.CARD, 2), exercise(Kind.CARD, 2).best)
    figures = training.progress(user)
    assert list(figures) == [Kind.CARD]
    assert figures[Kind.CARD].answered == 2
    assert figures[Kind.CARD].right == 1 + question.is_right(worst)
    assert figures[Kind.CARD].lost == pytest.approx(question.lost(worst) / 2)


@EACH
def test_page_is_in_spanish(client: Client, kind: Kind) -> None:
    response = client.post(address(kind), {"choice": exercise(kind, 1).best.code}, headers={"Accept-Language": "es"})
    assert "Bien: " in response.text
    assert "Siguiente" in response.text


def test_answers_go_along_with_a_guest_and_only_the_first_one_counts() -> None:
    guest, user = create_guest("Robin"), User.objects.create_user("Rob")
    begin(guest)
    for number in (1, 2):
        training.answer(guest, exercise(Kind.DUMMY, number), exercise(Kind.DUMMY, number).options[0])
    training.answer(user, exercise(Kind.DUMMY, 1), exercise(Kind.DUMMY, 1).options[1])
    assert merging.merge(guest, user)
    assert list(Attempt.objects.order_by("number").values_list("user", "number", "choice")) == [
        (user.pk, 1, "2"),
        (user.pk, 2, "1"),
    ]


def test_answers_are_exported_and_deleted_with_the_account() -> None:
    user, question = new_player(), exercise(Kind.DUMMY, 1)
    training.answer(user, question, question.best)
    (exported,) = export.export(user)["exercises"]
    assert (exported["kind"], exported["number"], exported["choice"]) == ("dummy", 1, question.best.code)
    deletion.delete_account(user)
    assert not Attempt.objects.exists()


@pytest.mark.parametrize(
    ("zone", "comes"),
    [("", "29 Mar, 00:00"), ("Europe/Madrid", "29 Mar, 01:00"), ("Pacific/Kiritimati", "29 Mar, 14:00")],
)
def test_page_says_when_the_next_puzzle_comes_in_the_reader_s_zone(
    client: Client, time: Time, zone: str, comes: str
) -> None:
    """The puzzle is the same for everybody, so the day that counts is that of UTC."""
    client.cookies["timezone"] = zone
    numbers = set()
    for at in (datetime(2026, 3, 28, 0, 0, tzinfo=UTC), datetime(2026, 3, 28, 23, 59, tzinfo=UTC)):
        time.now = at
        assert f">{comes}</time>" in client.get("/learn/").text
        numbers.add(client.get(reverse("games:puzzle")).context["number"])
    assert len(numbers) == 1
    time.passes(60)
    assert client.get(reverse("games:puzzle")).context["number"] not in numbers


def test_puzzle_open_at_midnight_answers_the_one_that_it_shows(client_for: ClientFor, time: Time) -> None:
    time.now = datetime(2026, 3, 28, 23, 59, tzinfo=UTC)
    player = client_for(new_player())
    kind, number = training.puzzle_of(time.now.date())
    shown = player.get(reverse("games:puzzle"))
    assert f'name="number" value="{number}"' in shown.text
    time.passes(120)
    player.post(reverse("games:puzzle"), {"choice": exercise(kind, number).best.code, "number": str(number)})
    assert [(attempt.kind, attempt.number) for attempt in Attempt.objects.all()] == [(kind, number)]
    assert player.get(reverse("games:puzzle")).context["number"] == number + 1
    assert OTHER_HANDS in player.get(address(kind, number)).text


@pytest.mark.parametrize("number", ["", "x", "1", "99999999999", str(training.HIGHEST), "²"])
def test_number_of_no_puzzle_answers_todays(client: Client, number: str) -> None:
    page = client.post(reverse("games:puzzle"), {"choice": "none", "number": number})
    assert page.status_code == 400
    assert page.context["number"] == training.puzzle_of(timezone.now().date())[1]


@EACH
def test_answer_gives_a_reason_in_words_and_the_method_only_in_a_fold(client: Client, kind: Kind) -> None:
    question = exercise(kind, 1)
    page = client.post(address(kind), {"choice": question.best.code})
    reason, note = page.context["answer"].reason, page.context["answer"].note
    assert reason
    shown, fold = page.text.split("All answers</summary>")
    assert note not in shown
    assert note in fold


def test_reason_for_the_best_card_speaks_for_no_worse_one() -> None:
    question = exercise(Kind.CARD, 1)
    given = answer(question, question.best, Counter()).reason
    wrong = [option.move for option in question.options if not question.is_right(option)]
    assert wrong
    assert given not in ["", *(reason(question.view, card) for card in wrong if isinstance(card, Card))]


@pytest.mark.parametrize("number", range(1, 7))
def test_reason_whether_a_hand_is_nil_speaks_of_the_nil(number: int) -> None:
    question = exercise(Kind.NIL, number)
    for chosen in question.options:
        assert "The nil on your hand fails in " in answer(question, chosen, Counter()).reason


def test_reason_for_a_card_speaks_of_the_nil_that_it_decides() -> None:
    questions = (exercise(Kind.CARD, number) for number in count(1))
    question = next(each for each in questions if _cause(each) is Cause.NIL)
    assert re.match(r"The nil on .+ is made (more|less) often: in", answer(question, question.best, Counter()).reason)


def _cause(question: Exercise) -> Cause:
    """Return what decides between the best card and the others, by the search."""
    assert isinstance(question.best.move, Card)
    return judge(question.view, Play(question.player, question.best.move)).reason.cause


def test_puzzle_answered_on_its_day_adds_to_a_row_and_can_be_shared(client_for: ClientFor, time: Time) -> None:
    player, first = new_player(), datetime(2026, 11, 27, 12, tzinfo=UTC)
    client, rows = client_for(player), []
    for day in (0, 1, 3, 4):
        time.now = first + timedelta(days=day)
        kind, number = training.puzzle_of(time.now.date())
        page = client.post(address(kind, number), {"choice": exercise(kind, number).best.code})
        assert "Puzzle of the day: ✅ right." in page.text
        rows.append(page.context["streak"])
        assert ">solved<" in client.get(reverse("games:today")).text
        assert f'<a class="btn primary" href="{reverse("games:today")}">' in page.text
    assert rows == [1, 2, 1, 2]
    time.now = first + timedelta(days=10)
    assert training.puzzle_streak(player, time.now) == 0
    kind, number = training.puzzle_of((first + timedelta(days=9)).date())
    client.post(address(kind, number), {"choice": exercise(kind, number).best.code})
    assert training.puzzle_streak(player, time.now) == 0, "a puzzle of the past counts for no row"


def test_wrong_answer_to_the_puzzle_lights_no_flame_and_its_lines_say_so(client_for: ClientFor, time: Time) -> None:
    time.now = datetime(2026, 11, 27, 12, tzinfo=UTC)
    kind, number = training.puzzle_of(time.now.date())
    puzzle = exercise(kind, number)
    wrong = next(option for option in puzzle.options if not puzzle.is_right(option))
    client = client_for(new_player())
    page = client.post(address(kind, number), {"choice": wrong.code}).text
    assert "Puzzle of the day: ❌ not this time." in page
    unit = "tricks" if kind is Kind.DUMMY else "points"
    for place in ("today", "learn"):
        assert re.search(
            rf"missed[^<]* {decimal(puzzle.lost(wrong))} {unit}", client.get(reverse(f"games:{place}")).text
        )
    assert 'class="flame"' not in page
