"""The sheet after a deal, with its result and records; at the end of a game, with the places and the ways to go on."""

from games.components.cards import laid_open
from games.components.context import TableContext
from games.components.html import NOTHING, Content, Html, Template, join, url
from games.components.parts import TOKEN, drawn
from games.components.scores import explain, explained, score_sheet, score_table, who_link
from games.components.trick import last_trick
from games.engine import HANDS, PLAYERS, Player, Rules
from games.history.ratings import RatingStep, places
from games.models import Stage
from games.play.snapshot import FinishedDeal
from games.presenters.i18n_cache import cached_per_language, gettext as _
from games.presenters.sentences import announcement, deal_headline, where
from games.presenters.words import Names, capital, plain, signed

_RESULT = Template('<p class="eyebrow">{where}</p><h1 id="sheet-title">{headline}</h1>{explained}')
_LAST = Template('<section class="panel last-of-deal" id="last-of-deal"><h2>{title}</h2>{trick}</section>')
_REVIEW = Template('<p><a class="btn" href="{address}">{words}</a></p>')
_HANDS = Template(
    '<details class="panel hands" id="hands"><summary>{title}</summary><div class="four">{hands}</div>{proof}</details>'
)
_HAND = Template("<section><h3>{label}</h3>{cards}</section>")
_PROOF = Template(
    '<div class="proof"><h3>{title}</h3><p>{words}</p><dl><dt>{fingerprint}</dt><dd><code>{commitment}</code></dd>'
    "<dt>{name}</dt><dd><code>{secret}</code></dd></dl>"
    "<p><code>echo -n {secret} | xxd -r -p | sha256sum</code></p></div>"
)
_SCORES = Template('<section class="panel"><h2>{title}</h2>{table}</section>')
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
    '</form><a class="btn" href="{sheet}">{sheet_word}</a><a class="btn" href="{lobby}">{lobby_word}</a></div>'
)
_TO_REMATCH = Template('<a class="btn turn" href="{address}">{words}</a>')
_REMATCH = Template('<form method="post" action="{address}">{token}<button class="btn primary">{words}</button></form>')


def _result(context: TableContext) -> Html | None:
    snapshot = context.snapshot
    if not snapshot.finished:
        return None
    return _draw_result(capital(where(snapshot)), snapshot.finished[-1], snapshot.rules, context.names)


@cached_per_language
def _draw_result(eyebrow: str, deal: FinishedDeal, rules: Rules, names: Names) -> Html:
    explanation = explained(explain(deal, rules, names))
    return _RESULT(where=eyebrow, headline=deal_headline(deal, names), explained=explanation)


def _draw_records(context: TableContext) -> Html:
    """Draw what can be looked up after a deal: its last trick, the review and the hands; and the score sheet."""
    snapshot = context.snapshot
    last = last_trick(context) if snapshot.stage is Stage.SCORED else None
    records = [_LAST(title=_("Last trick"), trick=last) if last else NOTHING]
    if snapshot.finished and snapshot.stage is not Stage.CLOSED:
        review = url("review", context.code, snapshot.deal_number)
        records += [_REVIEW(address=review, words=_("Review this deal")), _draw_hands(context)]
    sheet = score_sheet(snapshot)
    return join([*records, _SCORES(title=_("Score sheet"), table=score_table(sheet)) if sheet else NOTHING])


def _draw_hands(context: TableContext) -> Html:
    """Draw the four hands of a finished deal, and the proof of its pack (docs/rules.md section 10)."""
    snapshot, view = context.snapshot, context.view
    if view is None or view.dealt is None:
        return NOTHING
    hands = [_HAND(label=context.names.label(hand), cards=laid_open(view.dealt[hand])) for hand in HANDS]
    proof = _PROOF(
        title=_("The pack was fixed beforehand"),
        words=_("The fingerprint is the SHA-256 of the secret, and the secret alone decides the pack."),
        fingerprint=_("Fingerprint"),
        commitment=snapshot.commitment,
        name=_("Secret"),
        secret=snapshot.secret,
    )
    return _HANDS(title=_("The hands"), hands=join(hands), proof=proof if snapshot.secret else NOTHING)


def _draw_ending(context: TableContext) -> Content:
    """Draw the end of a game. A game may be closed before a deal is scored."""
    snapshot, names = context.snapshot, context.names
    headline, again = announcement(snapshot, names), _draw_again(context)
    why = _("This game was declared void, and counts neither for statistics nor for ratings: %(reason)s")
    void = _VOID(words=why % {"reason": snapshot.void}) if snapshot.void else NOTHING
    if snapshot.stage is Stage.CLOSED:
        left = _("The game ended without a winner. Its score sheet stays.")
        never = _("Everybody left before the game began.")
        return _CLOSED.around(title=headline, words=left if snapshot.deal_number else never, void=void, again=again)
    deal, points = snapshot.finished[-1] if snapshot.finished else None, snapshot.standing.points
    return _OVER.around(
        eyebrow=_EYEBROW(words=deal_headline(deal, names)) if deal else NOTHING,
        title=headline,
        void=void,
        places=join([_draw_place(context, player) for player in sorted(PLAYERS, key=lambda player: -points[player])]),
        again=again,
        explained=explained(explain(deal, snapshot.rules, names)) if deal else NOTHING,
    )


def _draw_place(context: TableContext, player: Player) -> Html:
    """Draw a player's place, 1 for the winner, and changed rating; equal totals share a place."""
    names, points = context.names, context.snapshot.standing.points
    rated = next((step for step in context.snapshot.rated if step.player == player), None)
    return _PLACE(
        place=places(points)[player],
        you=" you" if names.is_you(player) else "",
        who=who_link(names.who(player)),
        rating=_draw_rating(rated) if rated else NOTHING,
        points=plain(points[player]),
    )


def _draw_rating(step: RatingStep) -> Html:
    rating, change = f"{step.after} ± {step.give_or_take}", signed(step.after - step.before)
    return _RATING(words=_("rating %(rating)s (%(change)s)") % {"rating": rating, "change": change})


def _draw_again(context: TableContext) -> Content:
    rematch: Content = NOTHING
    if context.snapshot.rematch:
        rematch = _TO_REMATCH(address=url("table", context.snapshot.rematch), words=_("To the rematch"))
    elif context.is_player and context.snapshot.deal_number:
        rematch = _REMATCH.around(address=url("rematch", context.code), token=TOKEN, words=_("Rematch"))
    return _AGAIN.around(
        rematch=rematch,
        play=url("play_now"),
        token=TOKEN,
        new_game=_("New game"),
        sheet=url("sheet", context.code),
        sheet_word=_("Score sheet"),
        lobby=url("lobby"),
        lobby_word=_("Lobby"),
    )


RESULT = drawn("result", _result)
RECORDS = drawn("records", _draw_records)
ENDING = drawn("ending", _draw_ending)
