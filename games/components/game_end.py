"""The end of a game on the felt: the verdict, the podium and the ways on; also of one board, or a deal played again."""

from games.components.board_sheet import board_sheet, board_table
from games.components.celebration import of_game
from games.components.chart import draw_chart
from games.components.context import TableContext
from games.components.deal_end import draw_records, result_of_deal, why
from games.components.html import NOTHING, Content, Html, Template, join, merge, url
from games.components.outcome import draw_outcome
from games.components.parts import drawn
from games.components.scores import who_link
from games.components.seat import draw_avatar
from games.components.ways_on import address_of, draw_ways_on_from
from games.engine import Player
from games.play.snapshot import FinishedDeal
from games.results.skills import RatingStep, places
from games.values import Stage
from games.words.charts import points_over_game
from games.words.endings import (
    about_game,
    about_one_deal,
    best_and_worst,
    game_verdict,
    nils_made,
    not_rated,
    place,
    place_chip,
    ranking,
    rating_chip,
    rating_sentences,
    void_sentences,
    whose_deals,
)
from games.words.language_cache import gettext as _
from games.words.names import plain, signed, tone
from games.words.options import bots_strength
from games.words.sentences import table_name, where

_AFTER_BOARD = Template(
    '<div class="after-board" id="after-board" hx-get="{address}" hx-trigger="load" hx-target="this"'
    ' data-keep><a class="btn turn" href="{board}">{words}</a></div>'
)
_PODIUM = Template('<ol class="standings">{places}</ol>')
_PLACE = Template(
    '<li class="place-{number}{you}">{avatar}<span class="name" translate="no">{who}</span> '
    '<span class="step"><b>{points}</b> <span class="place">{place}</span>{about}</span></li>'
)
_ABOUT = Template(' <span class="rating">{words}</span>')
_RATING = Template('<p class="why-rating" id="why-rating">{words}</p>')
_FOLDED = Template('<details class="panel folded" id="why-rating"><summary>{title}</summary><p>{words}</p></details>')
_BOARDS = Template('<section class="panel" id="boards"><h2>{title}</h2>{table}</section>')
_DEALS = Template('<p class="extremes">{links}</p>')
_DEAL = Template('<a class="btn" href="{address}">{words} <b class="{tone}">{points}</b></a> ')
_CURVE = Template('<div class="curve">{chart}</div>')
_SMALL = Template('<p class="small">{words}</p>')


def _draw_ending(context: TableContext) -> Content:
    """Draw the end of a game. A game may be closed before a deal is scored."""
    snapshot = context.snapshot
    if snapshot.mode.single_deal and snapshot.finished:
        return _draw_one_deal(context, snapshot.finished[-1])
    has_places = snapshot.stage is Stage.OVER and not snapshot.mode.single_deal
    outcome = draw_outcome(
        about_game(snapshot),
        game_verdict(snapshot, context.names),
        sentence=_sentence(context),
        chips=_chips(context),
        signs=of_game(context),
    )
    places = join([_draw_place(context, player) for player in ranking(context.snapshot)]) if has_places else NOTHING
    return merge((outcome, _PODIUM(places=places) if has_places else NOTHING, draw_ways_on_from(context)))


def _sentence(context: TableContext) -> str:
    """Return what it means that the game was declared void, or closed without a winner; "" for one that is over."""
    snapshot = context.snapshot
    if snapshot.void:
        return void_sentences(snapshot.void)
    if snapshot.mode.single_deal:
        return about_one_deal(snapshot)
    if snapshot.stage is not Stage.CLOSED:
        return ""
    if snapshot.round is not None:
        return _("Deals that you have finished count. What the others have done is on the page of the tournament.")
    left = _("The game ended without a winner. Its score sheet stays.")
    return left if snapshot.deal_number else _("Everybody left before the game began.")


def _chips(context: TableContext) -> list[str]:
    """Return what the game brought the viewer: the place behind the winner, the rating, and nils made."""
    viewer, step = context.viewer, _step_of(context, context.viewer)
    if viewer is None:
        return []
    rating, made = rating_chip(step) if step else "", nils_made(context.snapshot, viewer)
    return [words for words in (place_chip(context.snapshot, viewer), rating, made) if words]


def _draw_one_deal(context: TableContext, deal: FinishedDeal) -> Content:
    """Draw the end of a board or of a deal played again, on the felt as after a deal of a game.

    The player of a board reads there how the others did: that is no part of the table, so the page asks for it.
    """
    snapshot, board, below = context.snapshot, context.snapshot.board, NOTHING
    counts = snapshot.mode.one_try and context.is_player and not snapshot.void
    if board is not None and counts:
        below = _AFTER_BOARD(
            address=url("board_outcome", board.code, board.number),
            board=address_of(board),
            words=_("Compare with the others"),
        )
    result = result_of_deal(context, deal, table_name(snapshot) or where(snapshot), below)
    void = _SMALL(words=void_sentences(snapshot.void)) if snapshot.void else NOTHING
    return merge((result, void, NOTHING if counts else draw_ways_on_from(context)))


def _draw_place(context: TableContext, player: Player) -> Html:
    """Draw a player's place, points, and another's rating or a bot's strength; equal totals share a place."""
    names, snapshot = context.names, context.snapshot
    seat, rated, number = snapshot.seats[player], _step_of(context, player), places(snapshot.standing.points)[player]
    about = ""
    if rated and not names.is_you(player):  # that one is above
        facts = {"rating": rated.after, "change": signed(rated.after - rated.before)}
        about = _("rating %(rating)s (%(change)s)") % facts
    if seat.is_bot:
        about = _("bot: %(strength)s") % {"strength": bots_strength(snapshot.options.bot_level).lower()}
    return _PLACE(
        number=number,
        you=" you" if names.is_you(player) else "",
        avatar=draw_avatar(seat.avatar),
        who=who_link(names.who(player)),
        points=plain(snapshot.standing.points[player]),
        place=place(number),
        about=_ABOUT(words=about) if about else NOTHING,
    )


def _step_of(context: TableContext, player: Player | None) -> RatingStep | None:
    return next((step for step in context.snapshot.rated if step.player == player), None)


ENDING = drawn("ending", _draw_ending)


def _draw_records(context: TableContext) -> Content:
    """Draw what one may look up below the felt: what the game did to the rating, its course, its deals."""
    snapshot = context.snapshot
    if snapshot.mode.single_deal:
        about = _SMALL(words=about_one_deal(snapshot)) if snapshot.finished else NOTHING
        points = why(context, snapshot.finished[-1]) if snapshot.finished else NOTHING
        return merge((about, draw_records(context), points))
    about_players = (_draw_rating(context), _draw_boards(context))
    if snapshot.stage is Stage.CLOSED:
        return merge(about_players)
    return merge((*about_players, _draw_deals(context), _draw_curve(context), draw_records(context)))


def _draw_rating(context: TableContext) -> Html:
    step = _step_of(context, context.viewer)
    if not context.snapshot.mode.counts:
        return NOTHING
    if step is None and context.snapshot.hinted:
        return _RATING(words=_("A hint was asked for in this game, so it changes no rating."))
    if step is None and context.is_player and context.snapshot.stage is Stage.OVER and not context.snapshot.void:
        return _RATING(words=not_rated())
    if step is None:
        return NOTHING
    return _FOLDED(title=_("What this game did to your rating"), words=rating_sentences(step, context.snapshot))


def _draw_boards(context: TableContext) -> Html:
    sheet = board_sheet(context.snapshot)
    return _BOARDS(title=_("The same hands"), table=board_table(sheet)) if sheet else NOTHING


def _draw_deals(context: TableContext) -> Html:
    """Draw links to the reviews of the best and the worst deal."""
    may_see = context.snapshot.mode.on_site and not context.snapshot.deals_are_closed
    deals = best_and_worst(context.snapshot) if may_see else None
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
    return _CURVE(chart=draw_chart(chart, "h2"))


RECORDS_OF_GAME = drawn("records", _draw_records)
