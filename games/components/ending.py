"""The end of a game: the places, the changed ratings, and the ways to go on."""

from typing import NamedTuple

from django.utils.translation import gettext_noop

from games.components.context import TableContext
from games.components.explained import explained
from games.components.html import NOTHING, Content, Html, Template, join, url
from games.components.parts import TOKEN, Part
from games.components.result import Result, result_of_last_deal
from games.components.score_sheet import who_link
from games.engine import PLAYERS
from games.history.ratings import RatingStep
from games.models.values import Stage, Who
from games.presenters.i18n_cache import gettext as _
from games.presenters.sentences import announcement
from games.presenters.words import plain, signed


class FinalPlace(NamedTuple):
    """A player's place at the end of the game, 1 for the winner; equal totals share a place.

    `rating` is the player's new rating and its change, "" where there is none to show.
    """

    place: int
    who: Who
    points: str
    rating: str
    is_you: bool


class Ending(NamedTuple):
    """The end of a game for one viewer. `result` is None for a game that was closed before a deal was scored."""

    code: str
    is_closed: bool
    deals: int
    headline: str
    void: str
    places: tuple[FinalPlace, ...]
    result: Result | None
    rematch: str
    may_ask_rematch: bool


def ending(context: TableContext) -> Ending | None:
    """Return the end of the game; None before."""
    snapshot = context.snapshot
    if not snapshot.stage.has_ended:
        return None
    is_over = snapshot.stage is Stage.OVER and bool(snapshot.finished)
    return Ending(
        code=context.code,
        is_closed=snapshot.stage is Stage.CLOSED,
        deals=snapshot.deal_number,
        headline=announcement(snapshot, context.names),
        void=snapshot.void,
        places=final_places(context),
        result=result_of_last_deal(context) if is_over else None,
        rematch=snapshot.rematch,
        may_ask_rematch=context.is_player and bool(snapshot.deal_number),
    )


def final_places(context: TableContext) -> tuple[FinalPlace, ...]:
    """Return the final order, highest total first; empty unless the game is over."""
    snapshot, names = context.snapshot, context.names
    if snapshot.stage is not Stage.OVER:
        return ()
    points = snapshot.standing.points
    ratings = {step.player: _rating(step) for step in snapshot.rated}
    return tuple(
        FinalPlace(
            place=1 + sum(other > points[player] for other in points),
            who=names.who(player),
            points=plain(points[player]),
            rating=ratings.get(player, ""),
            is_you=names.is_you(player),
        )
        for player in sorted(PLAYERS, key=lambda player: -points[player])
    )


def _rating(step: RatingStep) -> str:
    rating, change = f"{step.after} ± {step.give_or_take}", signed(step.after - step.before)
    return _("rating %(rating)s (%(change)s)") % {"rating": rating, "change": change}


_CLOSED = Template('<h1 id="sheet-title">{title}</h1><p class="lede">{words}</p>{void}{again}')
_OVER = Template(
    '{eyebrow}<h1 id="sheet-title">{title}</h1>{void}<ol class="standings">{places}</ol>{again}{explained}'
)
_EYEBROW = Template('<p class="eyebrow">{words}</p>')
_VOID = Template('<p class="panel">{words}</p>')
_PLACE = Template(
    '<li class="place-{place}{you}"><span class="place">{place}</span> <span class="name">{who}{rating}</span>'
    " <b>{points}</b></li>"
)
_RATING = Template(' <span class="rating">{words}</span>')
_AGAIN = Template(
    '<div class="actions">{rematch}<form method="post" action="{play}">{token}<button class="btn">{new_game}</button>'
    "</form>"
    '<a class="btn" href="{sheet}">{sheet_word}</a><a class="btn" href="{lobby}">{lobby_word}</a></div>'
)
_TO_REMATCH = Template('<a class="btn turn" href="{address}">{words}</a>')
_REMATCH = Template('<form method="post" action="{address}">{token}<button class="btn primary">{words}</button></form>')

WHY_VOID = gettext_noop("This game was declared void, and counts neither for statistics nor for ratings: %(reason)s")


def draw_ending(shown: Ending) -> Content:
    """Draw the end of a game."""
    again = _draw_again(shown)
    void = _VOID(words=_(WHY_VOID) % {"reason": shown.void}) if shown.void else NOTHING
    if shown.is_closed:
        left = _("The game ended without a winner. Its score sheet stays.")
        never = _("Everybody left before the game began.")
        return _CLOSED.around(title=shown.headline, words=left if shown.deals else never, void=void, again=again)
    return _OVER.around(
        eyebrow=_EYEBROW(words=shown.result.headline) if shown.result else NOTHING,
        title=shown.headline,
        void=void,
        places=join(map(_draw_place, shown.places)),
        again=again,
        explained=explained(shown.result.explained) if shown.result else NOTHING,
    )


def _draw_place(shown: FinalPlace) -> Html:
    return _PLACE(
        place=shown.place,
        you=" you" if shown.is_you else "",
        who=who_link(shown.who),
        rating=_RATING(words=shown.rating) if shown.rating else NOTHING,
        points=shown.points,
    )


def _draw_again(shown: Ending) -> Content:
    return _AGAIN.around(
        rematch=_draw_rematch(shown),
        play=url("play_now"),
        token=TOKEN,
        new_game=_("New game"),
        sheet=url("sheet", shown.code),
        sheet_word=_("Score sheet"),
        lobby=url("lobby"),
        lobby_word=_("Lobby"),
    )


def _draw_rematch(shown: Ending) -> Content:
    if shown.rematch:
        return _TO_REMATCH(address=url("table", shown.rematch), words=_("To the rematch"))
    if not shown.may_ask_rematch:
        return NOTHING
    return _REMATCH.around(address=url("rematch", shown.code), token=TOKEN, words=_("Rematch"))


ENDING = Part("ending", ending, draw_ending)
