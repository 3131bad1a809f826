"""The end of a game: the podium, the way to go on, the rating explained, the curve of the scores, deals to look at."""

from urllib.parse import urlencode

from django.template.loader import render_to_string
from django.urls import reverse

from accounts.base.names import isolated
from games.components.board_sheet import board_sheet, board_table
from games.components.context import TableContext
from games.components.deal_end import result_of_deal, why
from games.components.html import NOTHING, Content, Html, Template, join, url
from games.components.parts import TOKEN, drawn
from games.components.scores import who_link
from games.components.seat import draw_avatar
from games.engine import PLAYERS, Player
from games.models import Stage
from games.play.boards import BoardFacts
from games.play.snapshot import FinishedDeal
from games.results.ratings import RatingStep, places
from games.words.charts import points_over_game
from games.words.endings import about_one_deal, best_and_worst, not_rated, rating_sentences, void_sentences, whose_deals
from games.words.language_cache import gettext as _
from games.words.names import plain, signed, tone
from games.words.options import bots_strength
from games.words.sentences import happened, table_name, where

_CLOSED = Template('<h1 id="sheet-title" tabindex="-1">{title}</h1><p class="lede">{words}</p>{void}{again}{rest}')
_ONE_DEAL = Template('{result}{void}{again}<p class="small">{words}</p>{why}')
_HEADING = Template("<h2>{words}</h2>")
_AFTER_BOARD = Template(
    '<div class="after-board" id="after-board" hx-get="{address}" hx-trigger="load" hx-target="this"'
    ' data-keep><a class="btn turn" href="{board}">{words}</a></div>'
)
_OVER = Template(
    '<header class="game-end"><h1 id="sheet-title" tabindex="-1">{title}</h1>{void}<ol class="standings">{places}</ol>'
    "</header>{again}{guest}{rating}{boards}{deals}{curve}{last}"
)
_VOID = Template('<p class="panel">{words}</p>')
_PLACE = Template(
    '<li class="place-{place}{you}">{avatar}<span class="place">{place}</span> '
    '<span class="name" translate="no">{who}</span> {about}<b>{points}</b></li>'
)
_ABOUT = Template('<span class="rating">{words}</span> ')
_RATING = Template('<p class="why-rating" id="why-rating">{words}</p>')
_FOLDED = Template('<details class="why-rating" id="why-rating"><summary>{title}</summary><p>{words}</p></details>')
_GUEST = Template(
    '<section class="panel keep-name" id="keep-name" aria-labelledby="keep-title"><h2 id="keep-title">{title}</h2>'
    '<form method="post" action="{register}">{token}<label for="keep-password">{label}</label>'
    '<div class="in-a-row"><input id="keep-password" name="password" type="password" autocomplete="new-password"'
    ' minlength="8" required><button class="btn">{keep}</button></div><small>{help}</small></form>'
    '<form method="post" action="{play}">{token}<button class="btn" name="players" value="friends">{friends}</button>'
    '<a class="btn" href="{day}">{the_day}</a></form><form method="post" action="{remind}" data-asks-push>{token}'
    '<p>{come_back}</p><button class="btn">{tomorrow}</button></form></section>'
)
_BOARDS = Template('<section class="panel" id="boards"><h2>{title}</h2>{table}</section>')
_DEALS = Template('<p class="extremes">{links}</p>')
_DEAL = Template('<a class="btn" href="{address}">{words} <b class="{tone}">{points}</b></a> ')
_CURVE = Template('<div class="curve">{chart}</div>')
_LAST = Template('<details class="panel folded" id="last-deal"><summary>{title}</summary>{felt}</details>{why}')
_AGAIN = Template(
    '<div class="actions">{rematch}{keep}<form method="post" action="{play}">{token}<button class="btn">{new_game}'
    '</button></form><a class="btn" href="{challenge}">{challenge_word}</a><a class="btn" href="{sheet}">{sheet_word}'
    '</a><a class="btn" href="{home}">{home_word}</a></div>'
)
_ONWARDS = Template('<div class="actions">{onwards}<a class="btn" href="{sheet}">{sheet_word}</a></div>')
_TO_REMATCH = Template('<a class="btn turn" href="{address}">{words}</a>')
_KEEP = Template('<form method="post" action="{address}">{token}<button class="btn">{words}</button></form>')
_REMATCH = Template('<form method="post" action="{address}">{token}<button class="btn turn">{words}</button></form>')


def _draw_ending(context: TableContext) -> Content:
    """Draw the end of a game. A game may be closed before a deal is scored."""
    snapshot = context.snapshot
    headline, again = happened(snapshot, context.names), _draw_again(context)
    void = _VOID(words=void_sentences(snapshot.void)) if snapshot.void else NOTHING
    if snapshot.has_one_deal and snapshot.finished:
        return _draw_one_deal(context, snapshot.finished[-1], void)
    if snapshot.has_one_deal:
        return _CLOSED.around(title=headline, words=about_one_deal(snapshot), void=void, again=again, rest=NOTHING)
    if snapshot.stage is Stage.CLOSED and snapshot.round is not None:
        words = _("Deals that you have finished count. What the others have done is on the page of the tournament.")
        return _CLOSED.around(title=headline, words=words, void=void, again=again, rest=NOTHING)
    if snapshot.stage is Stage.CLOSED:
        left = _("The game ended without a winner. Its score sheet stays.")
        never = _("Everybody left before the game began.")
        words = left if snapshot.deal_number else never
        rest = join([_draw_rating(context), _draw_boards(context)])
        return _CLOSED.around(title=headline, words=words, void=void, again=again, rest=rest)
    points, deal = snapshot.standing.points, snapshot.finished[-1] if snapshot.finished else None
    return _OVER.around(
        title=headline,
        void=void,
        places=join([_draw_place(context, player) for player in sorted(PLAYERS, key=lambda player: -points[player])]),
        again=again,
        guest=_draw_guest(context) if context.is_guest and context.is_player else NOTHING,
        rating=_draw_rating(context),
        boards=_draw_boards(context),
        deals=_draw_deals(context),
        curve=_draw_curve(context),
        last=_draw_last(context, deal) if deal else NOTHING,
    )


def _draw_one_deal(context: TableContext, deal: FinishedDeal, void: Html) -> Content:
    """Draw the end of a board or of a deal played again, on the felt as after a deal of a game.

    The player of a board reads there how the others did: that is no part of the table, so the page asks for it.
    """
    snapshot, board, below = context.snapshot, context.snapshot.board, NOTHING
    counts = board is not None and not snapshot.is_replay and context.is_player and not snapshot.void
    if board is not None and counts:
        below = _AFTER_BOARD(
            address=url("board_outcome", board.code, board.number),
            board=_address_of(board),
            words=_("Compare with the others"),
        )
    return _ONE_DEAL.around(
        result=result_of_deal(context, deal, table_name(snapshot) or where(snapshot), below),
        void=void,
        again=NOTHING if counts else _draw_again(context),
        words=about_one_deal(snapshot),
        why=why(context, deal),
    )


def _address_of(board: BoardFacts) -> str:
    """Return where a board is compared: at the address of its set, which a deal of the day fills alone."""
    number = "" if board.kind == "day" else f"?board={board.number}"
    return url("deal_set", board.code) + number


def _draw_place(context: TableContext, player: Player) -> Html:
    """Draw a player's place, 1 for the winner, and changed rating, or a bot's strength; equal totals share a place."""
    names, snapshot = context.names, context.snapshot
    rated = _step_of(context, player)
    about = ""
    if rated:
        rating, change = f"{rated.after} ± {rated.give_or_take}", signed(rated.after - rated.before)
        about = _("rating %(rating)s (%(change)s)") % {"rating": rating, "change": change}
    if snapshot.seats[player].is_bot:
        about = _("bot: %(strength)s") % {"strength": bots_strength(snapshot.options.bot_level).lower()}
    return _PLACE(
        avatar=draw_avatar(snapshot.seats[player].avatar),
        place=places(snapshot.standing.points)[player],
        you=" you" if names.is_you(player) else "",
        who=who_link(names.who(player)),
        about=_ABOUT(words=about) if about else NOTHING,
        points=plain(snapshot.standing.points[player]),
    )


def _step_of(context: TableContext, player: Player | None) -> RatingStep | None:
    return next((step for step in context.snapshot.rated if step.player == player), None)


def _draw_rating(context: TableContext) -> Html:
    if context.snapshot.hinted:
        return _RATING(words=_("A hint was asked for in this game, so it changes no rating."))
    step = _step_of(context, context.viewer)
    if step is None and context.is_player and context.snapshot.stage is Stage.OVER and not context.snapshot.void:
        return _RATING(words=not_rated())
    if step is None:
        return NOTHING
    return _FOLDED(title=_("What this game did to your rating"), words=rating_sentences(step, context.snapshot))


def _draw_boards(context: TableContext) -> Html:
    sheet = board_sheet(context.snapshot)
    return _BOARDS(title=_("The same hands"), table=board_table(sheet)) if sheet else NOTHING


def _draw_guest(context: TableContext) -> Content:
    """Draw what a guest may do now: keep name and results with a password, play with friends, come back for a deal."""
    seat = context.snapshot.seats[context.viewer or 0]
    return _GUEST.around(
        title=_("Keep your name and your results, %(name)s?") % {"name": isolated(seat.name)},
        register=reverse("register_guest"),
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


def _draw_deals(context: TableContext) -> Html:
    """Draw links to the reviews of the best and the worst deal."""
    deals = None if context.snapshot.deals_are_closed else best_and_worst(context.snapshot)
    if deals is None:
        return NOTHING
    titles = (_("Most points: deal %(number)s"), _("Fewest points: deal %(number)s"))
    if not context.is_player:
        titles = (_("%(name)s’s most points: deal %(number)s"), _("%(name)s’s fewest points: deal %(number)s"))
    return _DEALS(links=join([_draw_deal(context, *pair) for pair in zip(titles, deals, strict=True)]))


def _draw_deal(context: TableContext, title: str, deal: FinishedDeal) -> Html:
    player = whose_deals(context.snapshot)
    total = deal.scores[player].total
    return _DEAL(
        address=url("review", context.code, deal.number),
        words=title % {"name": context.names.label(player), "number": deal.number},
        tone=tone(total),
        points=signed(total),
    )


def _draw_curve(context: TableContext) -> Html:
    chart = points_over_game(context.snapshot)
    if chart is None:
        return NOTHING
    return _CURVE(chart=Html(render_to_string("_chart.html", {"chart": chart, "heading": "h2"})))


def _draw_last(context: TableContext, deal: FinishedDeal) -> Content:
    number = _("Deal %(number)s") % {"number": deal.number}
    felt = result_of_deal(context, deal, number, heading=_HEADING)
    return _LAST.around(title=_("The last deal"), felt=felt, why=why(context, deal))


def _draw_again(context: TableContext) -> Content:
    rematch: Content = NOTHING
    board, of_round, rules = context.snapshot.board, context.snapshot.round, context.snapshot.rules
    if of_round is not None:
        onwards = _TO_REMATCH(address=url("tournament", of_round.code), words=_("To the tournament"))
        return _ONWARDS(onwards=onwards, sheet=url("sheet", context.code), sheet_word=_("Score sheet"))
    if board is not None:
        rematch = _TO_REMATCH(address=_address_of(board), words=_("Compare with the others"))
    elif context.snapshot.is_replay and context.snapshot.finished:
        rematch = _TO_REMATCH(address=url("comparison", context.code), words=_("Compare with what happened"))
    elif context.snapshot.rematch:
        rematch = _TO_REMATCH(address=url("table", context.snapshot.rematch), words=_("To the rematch"))
    elif context.is_player and context.snapshot.deal_number and not context.snapshot.has_one_deal:
        rematch = _REMATCH.around(address=url("rematch", context.code), token=TOKEN, words=_("Rematch"))
    return _AGAIN.around(
        rematch=rematch,
        keep=_draw_keep(context),
        play=url("play_now"),
        token=TOKEN,
        new_game=_("New game"),
        challenge=f"{url('new_challenge')}?{urlencode({'peek': rules.peek, 'bidding': rules.bidding})}",
        challenge_word=_("Challenge a friend"),
        sheet=url("sheet", context.code),
        sheet_word=_("Score sheet"),
        home=url("home"),
        home_word=_("Back to the start"),
    )


def _draw_keep(context: TableContext) -> Content:
    """Draw the way to a page of the three who have played, if they are people."""
    seats = context.snapshot.seats
    if not context.is_player or not all(seat.is_person and not seat.by_api for seat in seats):
        return NOTHING
    return _KEEP.around(address=url("keep_trio", context.code), token=TOKEN, words=_("Keep this trio"))


ENDING = drawn("ending", _draw_ending)
