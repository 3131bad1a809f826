"""What statistics teach: every number of a sentence is in the table below it, and the table is what the scores say."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.bots.bidding import hand_tricks
from games.history.lessons import ENOUGH, GROUP, HEIGHTS, STRENGTHS, Lesson
from games.models import DealResult, JudgedDeal, Mistake, MistakeKind
from games.play.event_log import load_state
from tests.clients import ClientFor
from tests.finished_games import NOON, judge, played_game
from tests.history.players_pages import page
from tests.tables import begin, finish_deals, new_player

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def pia(rows_of_the_module: None) -> User:  # noqa: ARG001  # in which they stay
    """A player of some thirty deals with bots, and another player of whom the field is made too."""
    pia, ana = new_player(), new_player()
    for number in range(12):
        played_game(pia, None, None, seed=number, at=NOON + timedelta(days=number), cards=True)
    played_game(ana, None, None, seed=50)
    judge(pia)
    return pia


@pytest.fixture
def taught(pia: User, client: Client) -> dict[str, Lesson]:
    lessons = client.get(page(pia, "statistics/")).context["lessons"]
    return {lesson.name: lesson for lesson in lessons}


def scores(user: User, **conditions: Any) -> list[DealResult]:
    rows = DealResult.objects.filter(user=user, **conditions).select_related("score", "score__deal")
    return list(rows.order_by("-at", "-pk"))


def numbers(text: str) -> set[str]:
    return set(re.findall(r"[+−]?\d+(?:\.\d+)?", text))


def row(lesson: Lesson, name: str) -> tuple[str, ...]:
    (matching,) = [row for row in lesson.rows if row[0].lower() == name.lower()]
    return matching


def test_all_lessons_are_taught(taught: dict[str, Lesson]) -> None:
    assert list(taught) == ["heights", "strength", "risks", "thrown", "defence", "mistakes", "trend"]
    assert all(len(lesson.head) == len(row) for lesson in taught.values() for row in lesson.rows)
    assert all(len(lesson.examples) <= 3 for lesson in taught.values())


def test_sentence_on_contracts_is_of_the_worst_row_of_its_table(pia: User, taught: dict[str, Lesson]) -> None:
    lesson = taught["heights"]
    for (low, high), cells in zip(
        [height for height in HEIGHTS if scores(pia, score__contract__range=height)], lesson.rows, strict=True
    ):
        of = scores(pia, score__contract__range=(low, high))
        made = sum(one.score.contract_points >= 0 for one in of)
        points = sum(one.points for one in of) / len(of)
        assert cells[1:3] == (str(len(of)), f"{round(100 * made / len(of))}%")
        assert signed(cells[3]) == round(points)
    worst = min((cells for cells in lesson.rows if int(cells[1]) >= 10), key=lambda cells: signed(cells[3]))
    assert numbers(lesson.sentence) == numbers(" ".join(worst))
    low, high = next(height for height in HEIGHTS if worst[0].startswith(str(height[0])))
    for example in lesson.examples:
        assert low <= example.deal.result.score.contract <= high
        assert example.deal.result.score.contract_points < 0


def test_sentence_on_strength_is_of_the_worst_row_of_its_table(pia: User, taught: dict[str, Lesson]) -> None:
    lesson = taught["strength"]
    grouped = {span: scores(pia, strength__gte=span[0], strength__lt=span[1]) for span in STRENGTHS}
    grouped = {span: of for span, of in grouped.items() if of}
    assert sum(map(len, grouped.values())) == len(scores(pia))
    for of, cells in zip(grouped.values(), lesson.rows, strict=True):
        made = sum(one.score.contract_points >= 0 for one in of)
        bid = sum(one.score.bid for one in of) / len(of)
        assert cells[1:4] == (str(len(of)), f"{bid:.1f}", f"{round(100 * made / len(of))}%")
        assert signed(cells[4]) == round(sum(one.points for one in of) / len(of))
    worst = min((cells for cells in lesson.rows if int(cells[1]) >= ENOUGH), key=lambda cells: signed(cells[4]))
    assert numbers(lesson.sentence) == numbers(" ".join(worst))
    (of_worst,) = [of for of, cells in zip(grouped.values(), lesson.rows, strict=True) if cells == worst]
    for example in lesson.examples:
        assert example.deal.result in of_worst
        assert example.deal.result.score.contract_points < 0


def test_hand_is_worth_what_bots_say() -> None:
    code = begin(user := new_player())
    finish_deals(code)
    result = DealResult.objects.get(user=user)
    state = load_state(result.score.deal)
    assert result.strength == pytest.approx(hand_tricks(state.dealt[result.score.player]))


def test_sentence_on_mistakes_names_the_costliest_row_and_both_halves(pia: User, taught: dict[str, Lesson]) -> None:
    lesson, judged = taught["mistakes"], list(JudgedDeal.objects.filter(user=pia).order_by("-at", "-pk"))
    half = len(judged) // 2
    spans = judged, judged[:half], judged[half : 2 * half]
    for kinds, cells in zip(([MistakeKind.HIGH], [MistakeKind.DEFENDER], list(MistakeKind)), lesson.rows, strict=True):
        of = [mistakes_of(span, kinds) for span in spans]
        assert cells[1] == str(len(of[0]))
        assert cells[2:] == tuple(f"{sum(lost) / len(span):.1f}" for lost, span in zip(of, spans, strict=True))
    *kinds_, whole = lesson.rows
    worst = max(kinds_, key=lambda cells: float(cells[2]))
    assert worst[0].lower() in lesson.sentence
    wanted = [str(len(judged)), whole[2], worst[2], str(half), whole[3], str(half), whole[4]]
    assert re.findall(r"\d+(?:\.\d+)?", lesson.sentence) == wanted
    assert lesson.head[3:] == (f"Latest {half}", f"{half} before")
    costliest = Mistake.objects.filter(judged__user=pia, kind=MistakeKind.DEFENDER).order_by("-lost")[:3]
    assert [example.deal.result.pk for example in lesson.examples] == [mistake.judged_id for mistake in costliest]


def mistakes_of(judged: list[JudgedDeal], kinds: list[MistakeKind]) -> list[float]:
    return list(Mistake.objects.filter(judged__in=judged, kind__in=kinds).values_list("lost", flat=True))


def test_chart_of_mistakes_has_the_average_of_each_ten_deals(pia: User, client: Client) -> None:
    *_others, chart = client.get(page(pia, "statistics/")).context["charts"]
    judged = list(JudgedDeal.objects.filter(user=pia).order_by("at", "pk"))
    judged = judged[len(judged) % GROUP :]
    groups = [judged[start : start + GROUP] for start in range(0, len(judged), GROUP)]
    assert [words for _name, words in chart.rows] == [
        f"{sum(mistakes_of(of, [*MistakeKind])) / 10:.1f}" for of in groups
    ]
    assert re.findall(r"\d+(?:\.\d+)?", chart.summary) == [chart.rows[0][1], "10", chart.rows[-1][1], "10"]


def test_sentence_on_nils_is_of_the_worst_row_of_its_table(pia: User, taught: dict[str, Lesson]) -> None:
    lesson = taught["risks"]
    nils = [nil for one in scores(pia) for nil in one.score.nils]
    assert sum(int(cells[1]) for cells in lesson.rows) == len(nils)
    assert sum(int(cells[2]) for cells in lesson.rows) == sum(nil["made"] for nil in nils)
    assert sum(signed(cells[3]) for cells in lesson.rows) == sum(nil["points"] for nil in nils)
    worst = min(lesson.rows, key=lambda cells: signed(cells[3]))
    assert numbers(lesson.sentence) == numbers(" ".join(worst))
    assert worst[0].lower() in lesson.sentence
    assert all(not all(held for _hand, held in example.deal.nils) for example in lesson.examples)


def test_sentence_on_bags_has_the_sum_and_the_role_with_most(pia: User, taught: dict[str, Lesson]) -> None:
    lesson = taught["thrown"]
    for name, declares in (("declarer", True), ("defender", False)):
        of = scores(pia, declarer=declares)
        bags = sum(one.score.bags for one in of) / len(of)
        penalties = sum(one.score.bag_penalty for one in of)
        assert row(lesson, name)[1:3] == (str(len(of)), f"{bags:.1f}")
        assert signed(row(lesson, name)[3]) == penalties
    most = max(lesson.rows, key=lambda cells: float(cells[2]))
    assert most[0].lower() in lesson.sentence
    assert signed(re.findall(r"[+−]?\d+", lesson.sentence)[0]) == sum(signed(cells[3]) for cells in lesson.rows)
    assert most[2] in numbers(lesson.sentence)


def test_sentence_on_the_defence_compares_with_all_players(pia: User, taught: dict[str, Lesson]) -> None:
    lesson = taught["defence"]
    everybody = DealResult.objects.filter(declarer=False)
    assert everybody.exclude(user=pia).exists()
    for name, of in (("You", everybody.filter(user=pia)), ("All players", everybody)):
        points = list(of.values_list("points", flat=True))
        assert row(lesson, name)[1] == str(len(points))
        assert signed(row(lesson, name)[3]) == round(sum(points) / len(points))
    assert re.findall(r"[+−]?\d+", lesson.sentence) == [row(lesson, "You")[3], row(lesson, "All players")[3]]
    worst = min(one.points for one in scores(pia, declarer=False))
    assert lesson.examples[0].deal.result.points == worst


def test_sentence_on_the_trend_compares_two_halves(pia: User, taught: dict[str, Lesson]) -> None:
    lesson, points = taught["trend"], [one.points for one in scores(pia)][:100]
    half = len(points) // 2
    now, then = sum(points[:half]) / half, sum(points[half : 2 * half]) / half
    assert [signed(cells[3]) for cells in lesson.rows] == [round(now), round(then)]
    wanted = [str(half), lesson.rows[0][3], str(half), lesson.rows[1][3]]
    assert re.findall(r"[+−]?\d+", lesson.sentence) == wanted


def test_few_deals_teach_nothing(client: Client) -> None:
    newcomer = new_player()
    played_game(newcomer, None, None)
    shown = client.get(page(newcomer, "statistics/"))
    assert shown.context["lessons"] == ()
    assert "What they teach" not in shown.text


def test_examples_of_hidden_tables_are_for_their_player_only(client: Client, client_for: ClientFor) -> None:
    user = new_player()
    for number in range(12):
        played_game(user, None, None, seed=number, at=NOON + timedelta(days=number), finished=False)
    own, others = (who.get(page(user, "statistics/")).context["lessons"] for who in (client_for(user), client))
    assert any(lesson.examples for lesson in own)
    assert not any(lesson.examples for lesson in others)
    assert [lesson.sentence for lesson in own] == [lesson.sentence for lesson in others]


def test_lessons_are_in_spanish(pia: User, client: Client) -> None:
    text = client.get(page(pia, "statistics/"), headers={"Accept-Language": "es"}).text
    assert "Lo que enseñan" in text
    assert "Tus últimos" in text


def signed(text: str) -> int:
    return int(text.replace("−", "-"))
