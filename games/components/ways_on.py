"""The ways on from the end of a game: the one that comes next, and the rest behind "More"."""

from collections.abc import Iterator
from urllib.parse import urlencode

from accounts.base.addresses import address
from accounts.base.names import isolated
from games.components.context import TableContext
from games.components.html import IN_SAME_PAGE, NOTHING, Content, Template, merge, posts_to, url
from games.components.outcome import draw_ways_on, way
from games.components.parts import TOKEN
from games.values import BoardFacts, Stage
from games.values.modes import REPLAY
from games.words.endings import lines_to_share
from games.words.language_cache import gettext as _
from games.words.sentences import rematch_asked

_NEXT = Template('<a class="btn turn" href="{address}">{words}</a>')
_TO_REMATCH = Template('<a class="btn turn" href="{address}" hx-get="{address}"{same_page}>{words}</a>')
_REMATCH = Template('<form {action}{same_page}>{token}<button class="btn turn">{words}</button></form>')
_ASKED = Template('<p class="small rematch-asked">{words}</p>')
_NEXT_FORM = Template('<form method="post" action="{address}">{token}<button class="btn turn">{words}</button></form>')
_FORM = Template('<form method="post" action="{address}">{token}<button class="btn">{words}</button></form>')
_SHARE = Template(
    '<span class="sr" id="share-lines">{lines}{table}</span><button class="btn scripted" type="button"'
    ' data-send="share-lines" data-done="{done}">{words}</button>'
)
_ADDRESS = Template("\n<span data-address>{address}</span>")
_GUEST = Template(
    '<section class="keep-name" id="keep-name" aria-labelledby="keep-title"><h2 id="keep-title">{title}</h2>'
    '<form method="post" action="{register}">{token}<label for="keep-password">{label}</label>'
    '<div class="in-a-row"><input id="keep-password" name="password" type="password" autocomplete="new-password"'
    ' minlength="8" required><button class="btn">{keep}</button></div><small>{help}</small></form>'
    '<form method="post" action="{play}">{token}<button class="btn" name="players" value="friends">{friends}</button>'
    '<a class="btn" href="{day}">{the_day}</a></form><form method="post" action="{remind}" data-asks-push>{token}'
    '<p>{come_back}</p><button class="btn">{tomorrow}</button></form></section>'
)


def draw_ways_on_from(context: TableContext) -> Content:
    """Draw the ways on from the end of the game, at most one of them in amber, and who asks for a rematch."""
    asked = rematch_asked(context.snapshot, context.names)
    ways = draw_ways_on(_draw_next(context), _others(context))
    return merge((_ASKED(words=asked), ways)) if asked else ways


def _draw_next(context: TableContext) -> Content:
    """Draw what comes next: the tournament, the comparison, the rematch, or another game."""
    snapshot = context.snapshot
    if snapshot.round is not None:
        return _NEXT(address=url("tournament", snapshot.round.code), words=_("Go to tournament"))
    if snapshot.board is not None:
        return _NEXT(address=address_of(snapshot.board), words=_("Compare with the others"))
    if snapshot.mode is REPLAY and snapshot.finished:
        return _NEXT(address=url("comparison", context.code), words=_("Compare with what happened"))
    if snapshot.rematch:
        address = url("table", snapshot.rematch)
        return _TO_REMATCH(address=address, same_page=IN_SAME_PAGE, words=_("Go to rematch"))
    if _may_have_rematch(context):
        action = posts_to("rematch", context.code)
        return _REMATCH.around(action=action, same_page=IN_SAME_PAGE, token=TOKEN, words=_("Rematch"))
    return NOTHING if not snapshot.mode.on_site else _draw_new_game(_NEXT_FORM)


def _draw_new_game(form: Template) -> Content:
    return form.around(address=url("play_now"), token=TOKEN, words=_("New game"))


def address_of(board: BoardFacts) -> str:
    """Return where a board is compared: at the address of its set."""
    return f"{url('deal_set', board.code)}?board={board.number}"


def _may_have_rematch(context: TableContext) -> bool:
    return context.is_player and bool(context.snapshot.deal_number) and not context.snapshot.mode.single_deal


def _others(context: TableContext) -> Iterator[Content]:
    """Yield the other ways on, those that wait for nobody first."""
    snapshot, rules = context.snapshot, context.snapshot.rules
    if not snapshot.mode.on_site:
        yield way(url("new_table"), _("Other rules"))
        yield way(url("home"), _("Back to the start"))
        return
    is_over = snapshot.stage is Stage.OVER and not snapshot.mode.single_deal
    if context.is_guest and context.is_player and is_over:
        yield _draw_guest(context)
    if snapshot.finished and not snapshot.deals_are_closed:
        yield way(url("review", context.code, snapshot.finished[-1].number), _review_words(context))
    if is_over and not snapshot.void:
        yield _draw_share(context)
    yield way(url("sheet", context.code), _("Score sheet"))
    if snapshot.round is not None:
        return
    yield _draw_keep(context)
    if _may_have_rematch(context) or snapshot.rematch:
        yield _draw_new_game(_FORM)
    yield way(url("new_table"), _("Other rules"))
    challenge = urlencode({"peek": rules.peek, "bidding": rules.bidding})
    yield way(f"{url('new_challenge')}?{challenge}", _("Challenge a friend"))
    yield way(url("home"), _("Back to the start"))


def _review_words(context: TableContext) -> str:
    return _("Review this deal") if context.snapshot.mode.single_deal else _("Review the last deal")


def _draw_share(context: TableContext) -> Content:
    """Draw the button that shares the result, with the address of a table that everybody may look at."""
    snapshot, address = context.snapshot, url("table", context.code)
    return _SHARE(
        lines=lines_to_share(snapshot, context.voices.everyone),
        table=_ADDRESS(address=address) if snapshot.options.spectators else NOTHING,
        done=_("Copied"),
        words=_("Share"),
    )


def _draw_keep(context: TableContext) -> Content:
    """Draw the way to a page of the three who have played, if they are people."""
    seats = context.snapshot.seats
    if not context.is_player or not all(seat.is_person and not seat.by_api for seat in seats):
        return NOTHING
    return _FORM.around(address=url("keep_trio", context.code), token=TOKEN, words=_("Keep this trio"))


def _draw_guest(context: TableContext) -> Content:
    """Draw what a guest may do now: keep name and results with a password, play with friends, come back for a deal."""
    seat = context.snapshot.seats[context.viewer or 0]
    return _GUEST.around(
        title=_("Keep your name and your results, %(name)s?") % {"name": isolated(seat.name)},
        register=address("register_guest"),
        token=TOKEN,
        label=_("Choose a password"),
        keep=_("Keep them"),
        help=_("At least 8 characters. Otherwise only this browser knows you, for 30 days."),
        play=url("play_now"),
        friends=_("Play this with two friends"),
        day=url("day"),
        the_day=_("The deal of the day"),
        remind=url("remind"),
        come_back=_("Tomorrow there is a new deal, the same cards for everybody."),
        tomorrow=_("Remind me tomorrow"),
    )
