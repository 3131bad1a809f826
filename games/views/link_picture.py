"""The picture that messengers show for the link to a table: the result of a game that is over."""

from dataclasses import replace

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext as _, override

from accounts.base.rate_limits import check_limit
from games.play import queries as table_queries
from games.play.snapshot import SeatInfo, Snapshot
from games.results.skills import places
from games.values import Stage
from games.web.link_pictures import ResultPicture, can_draw, draw_result
from games.web.pages import png
from games.web.shortcuts import find
from games.words.endings import about_game, game_verdict, place, ranking
from games.words.names import Names, plain


def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Return the picture of a game that is over, in `?language=`, as everybody may see it."""
    check_limit(request, "picture", "")
    snapshot = table_queries.sheet(find(code), None)
    if not has_picture(snapshot):
        raise Http404(_("This game has no result to show."))
    asked = request.GET.get("language")
    with override(asked if asked in dict(settings.LANGUAGES) else get_language()):
        return png(draw_result(_result(snapshot)))


def has_picture(snapshot: Snapshot) -> bool:
    """Return whether the table has a picture of its own: that of a game with a winner, which everybody may look at."""
    is_over = snapshot.stage is Stage.OVER and not snapshot.mode.single_deal
    return is_over and not snapshot.void and snapshot.options.spectators


def _result(snapshot: Snapshot) -> ResultPicture:
    seats = (_legible(snapshot.seats[0]), _legible(snapshot.seats[1]), _legible(snapshot.seats[2]))
    shown, names = replace(snapshot, seats=seats), Names(seats, None)
    points = snapshot.standing.points
    numbers = places(points)
    podium = [(names.label(who), plain(points[who]), place(numbers[who]), numbers[who]) for who in ranking(snapshot)]
    return ResultPicture(game_verdict(shown, names), about_game(replace(shown, name="", host=None)), tuple(podium))


def _legible(seat: SeatInfo) -> SeatInfo:
    """Return the seat, named by its number if its player's name has letters that the font lacks."""
    return seat if can_draw(seat.name) else replace(seat, name=_("Player %(number)d") % {"number": seat.player + 1})
