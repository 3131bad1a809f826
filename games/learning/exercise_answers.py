"""Answers to exercises: what each was worth, in words and pictures, in the reader's language."""

from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Final, NamedTuple

from django.utils.translation import gettext as _, ngettext, pgettext

from games import bots
from games.bots import DUMMY_TRICKS
from games.components.cards import Face, face_of
from games.engine import DUMMY, Bid, Card, clockwise_from, sort_cards
from games.play import thinking_pool
from games.play.thinking_pool import Purpose
from games.words import charts
from games.words.charts import Chart
from games.words.names import Names, decimal, percent, plain, signed, the_card

from .answer_reasons import reason
from .exercise_words import OpenHand, label, names_at, open_hand
from .exercises import Exercise, Kind, Option, Origin

LOWEST: Final = -100  # points: the first bar of a bid's picture stands for fewer
STEP: Final = 50  # points


class AnswerLine(NamedTuple):
    """An option: its points on average or its share of deals, what it loses, how much of the most that is (0 to 100),
    and how many players chose it.
    """

    label: str
    value: str
    lost: str
    bar: str
    chosen_by: str
    is_best: bool
    is_chosen: bool


class Pick(NamedTuple):
    """The chosen option or the best one: its code, which of the two it is, in a word, what it is called, and its card,
    if it is one.
    """

    code: str
    word: str
    label: str
    face: Face | None
    is_best: bool


class Answer(NamedTuple):
    """The answer to an exercise: a verdict; the chosen option beside the best one, if they are two, with the `reason`
    for the best; `marks` are one or two of them. Then a table of the options and how they are judged
    (`note`), pictures, and the hands that were hidden.

    Of a deal of the player's own, `in_the_deal` says which card was played there, and `origin` where it is.
    """

    is_right: bool
    verdict: str
    picks: tuple[Pick, ...]
    marks: tuple[Pick, ...]
    reason: str
    note: str
    value_head: str
    lines: tuple[AnswerLine, ...]
    people: str
    charts: tuple[Chart, ...]
    hands: tuple[OpenHand, ...]
    in_the_deal: str
    origin: Origin | None


def answer(exercise: Exercise, chosen: Option, votes: Counter[str]) -> Answer:
    """Return the answer for who has chosen this option; `votes` are the players' choices by code."""
    names, origin = names_at(exercise.player), exercise.origin
    _own, left, right = clockwise_from(exercise.player)
    hidden = (left, right) if exercise.view.dummy is not None else (DUMMY, left, right)
    marks = tuple(_pick(exercise, option, names) for option in dict.fromkeys((chosen, exercise.best)))
    return Answer(
        is_right=exercise.is_right(chosen),
        verdict=_verdict(exercise, chosen, names),
        picks=marks if len(marks) > 1 else (),
        marks=marks,
        reason=reason(exercise),
        note=_note(exercise),
        value_head=_value_head(exercise),
        lines=tuple(_lines(exercise, chosen, votes, names)),
        people=_people(votes),
        charts=tuple(_charts(exercise, chosen, names)),
        hands=tuple(open_hand(hand, sort_cards(exercise.state.dealt[hand]), names) for hand in hidden),
        in_the_deal=_("In the deal you played %(card)s.") % {"card": the_card(origin.played)} if origin else "",
        origin=origin,
    )


def _pick(exercise: Exercise, option: Option, names: Names) -> Pick:
    is_best, face = option is exercise.best, face_of(option.move) if isinstance(option.move, Card) else None
    word = pgettext("a bid", "best") if is_best else pgettext("an answer", "yours")
    return Pick(option.code, word, label(exercise, option, names), face, is_best)


def _verdict(exercise: Exercise, chosen: Option, names: Names) -> str:
    """Return how good the answer is. The best one is named at the end, or stands below: the reason is about it."""
    facts = {
        "best": label(exercise, exercise.best, names),
        "chosen": label(exercise, chosen, names),
        "lost": decimal(exercise.lost(chosen)),
    }
    if chosen is exercise.best:
        return _("Right: %(best)s.") % facts
    if exercise.is_right(chosen):
        return _("Right: %(chosen)s. Just as good: %(best)s.") % facts
    if exercise.kind is Kind.DUMMY:
        return _("You are %(lost)s tricks further off than the best answer.") % facts
    return _("Your answer costs %(lost)s points.") % facts


def _note(exercise: Exercise) -> str:
    """Return what the figures are, and how exact."""
    if exercise.dummy is not None:
        return _("Counted in many deals that fit what you know.")
    text = _(
        "Each answer is tried in many deals that fit what you know, and compared in points with what the others make. "
        "Differences below %(error)s points are chance."
    )
    return text % {"error": decimal(2 * max(option.error for option in exercise.options))}


def _value_head(exercise: Exercise) -> str:
    if exercise.kind is Kind.DUMMY:
        return _("Deals")
    return "" if exercise.kind.asks_for_card else _("Your points")


def _lines(exercise: Exercise, chosen: Option, votes: Counter[str], names: Names) -> Iterator[AnswerLine]:
    most = max(map(exercise.lost, exercise.options))
    options = exercise.options
    if exercise.kind.asks_for_card:
        options = tuple(sorted(options, key=lambda option: (option is not exercise.best, exercise.lost(option))))
    for place, option in enumerate(options):
        lost = exercise.lost(option)
        yield AnswerLine(
            label=label(exercise, option, names),
            value=_value(exercise, place),
            lost=decimal(lost),
            bar=charts.number(100 * lost / most if most else 0),
            chosen_by=percent(votes[option.code], votes.total()),
            is_best=option is exercise.best,
            is_chosen=option is chosen,
        )


def _value(exercise: Exercise, place: int) -> str:
    if exercise.dummy is not None:
        return _share(exercise.dummy.shares[place])
    return "" if exercise.kind.asks_for_card else signed(round(exercise.options[place].points))


def _people(votes: Counter[str]) -> str:
    count = votes.total()
    if not count:
        return ""
    text = ngettext("%(count)d player has answered this.", "%(count)d players have answered this.", count)
    return text % {"count": count}


def _charts(exercise: Exercise, chosen: Option, names: Names) -> Iterator[Chart]:
    """Yield the picture of the best bid's points, and of the chosen one's; or that of the dummy's tricks."""
    if exercise.dummy is not None:
        yield _dummy_chart(exercise.dummy.shares)
    elif not exercise.kind.asks_for_card:
        for option in (exercise.best, chosen) if chosen is not exercise.best else (exercise.best,):
            assert isinstance(option.move, Bid), "these exercises ask for a bid"
            spread = partial(bots.points_spread, exercise.view, option.move)
            shares = thinking_pool.wait_for(Purpose.REVIEW, spread)
            yield _points_chart(option.code, label(exercise, option, names), shares)


def _points_chart(code: str, bid: str, shares: tuple[float, ...]) -> Chart:
    limits = [LOWEST + STEP * place for place in range(len(shares) - 1)]
    names = [_("below %(limit)s") % {"limit": plain(LOWEST)}]
    span = _("%(low)s to %(high)s")
    names += [span % {"low": plain(low), "high": plain(low + STEP - 1)} for low in limits[:-1]]
    names.append(_("%(limit)s or more") % {"limit": plain(limits[-1])})
    loses = sum(share for share, low in zip(shares[1:], limits, strict=True) if low < 0) + shares[0]
    summary = _("It loses points in %(share)s of the deals.") % {"share": _share(loses)}
    title = _("How a bid of %(bid)s scores") % {"bid": bid}
    return _chart(f"points-{code}", title, summary, _("Points"), names, shares)


def _dummy_chart(shares: tuple[float, ...]) -> Chart:
    most = DUMMY_TRICKS[max(range(len(shares)), key=lambda place: shares[place])]
    text = ngettext("Most often it is %(count)d trick.", "Most often it is %(count)d tricks.", most)
    names = [str(count) for count in DUMMY_TRICKS]
    title = _("Tricks of the dummy’s hand")
    return _chart("dummy", title, text % {"count": most}, _("Tricks"), names, shares)


def _chart(name: str, title: str, summary: str, head: str, names: list[str], shares: tuple[float, ...]) -> Chart:
    values, words = [100 * share for share in shares], [_share(share) for share in shares]
    drawing = charts.bars(values, words, names, max(20.0, *values) * 1.15)
    return Chart(name, title, summary, (head, _("Deals")), tuple(zip(names, words, strict=True)), drawing)


def _share(share: float) -> str:
    return percent(round(1000 * share), 1000)
