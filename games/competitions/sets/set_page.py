"""The page of a set of deals: its boards as the reader may know them, the reader's result, the ladder when it is
open.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.base.names import isolated
from accounts.base.staff_texts import in_readers_language
from accounts.models import User
from games.competitions.sets import ladders, queries, scoring
from games.competitions.sets.board_figures import HeadToHead, against_field, shows_per_cents
from games.competitions.sets.kinds import kind_of
from games.competitions.sets.ladders import Ladder
from games.competitions.sets.outcome import contract_made, set_lines
from games.competitions.sets.practice import NOTHING, Practice, may_practise, practice_step, practices
from games.competitions.sets.queries import BoardLine
from games.competitions.sets.scoring import SetScore
from games.competitions.sets.services import is_open
from games.competitions.sets.steps import Step, is_closing, next_step, step_of
from games.competitions.sets.words import mean_per_cent, set_title
from games.models import Board, BoardPlay, DealSet, SetResult
from games.play import chain
from games.results.fields import Field
from games.words.endings import void_sentences
from games.words.names import listing, per_cent, signed
from games.words.options import variant


class BoardRow(NamedTuple):
    """A board in the list: `points` and `percent` are the reader's, None and "" before the end; `step` is how to play
    it, and `practise` how to play it for practice.
    """

    number: int
    rules: str
    finished: int
    may_be_seen: bool
    points: int | None
    percent: str
    step: Step | None
    practise: Step | None


class DealOfTwo(NamedTuple):
    """A deal as the reader and the other have played it, and their sums so far in words."""

    own: BoardPlay
    other: BoardPlay
    standing: str


@dataclass(frozen=True, slots=True)
class SetPage:
    """What the page shows. `rules` are those of all boards, "" if they differ, and `alike` is
    one of the boards if they don't. While the reader `is_practising` a board
    of a closed set for the first time, its results are hidden. `between_two` compares the only two who have a result on
    every board, and `deals` are theirs if the reader is one of them. `waiting` says whom a reader waits for who is the
    only one so far. `duplicate` has the figures in the terms of duplicate. `share` are the lines that a reader who has
    finished all boards may publish, without the address; "" for others.
    """

    deal_set: DealSet
    title: str
    text: str
    void: str
    rules: str
    alike: Board | None
    is_open: bool
    has_begun: bool
    is_closing: bool
    finished: int
    rows: list[BoardRow]
    step: Step | None
    practise: Step | None
    figures: list[tuple[str, str]]
    duplicate: list[tuple[str, str]]
    best_and_worst: str
    share: str
    results: int
    between_two: HeadToHead | None
    deals: list[DealOfTwo]
    waiting: str
    is_practising: bool
    ladder: Ladder
    commitment: str

    @property
    def is_public(self) -> bool:
        """Whether search engines may show it."""
        return kind_of(self.deal_set).public

    @property
    def shows_per_cents(self) -> bool:
        """Whether there are enough results for per cents."""
        return shows_per_cents(self.results)


def set_page(boards: Sequence[Board], user: User | AnonymousUser, now: datetime) -> SetPage:
    """Return the page of a set that has opened, given its boards."""
    deal_set, fields = boards[0].deal_set, queries.fields_of(boards)
    lines = queries.lines_of(boards, fields, user)
    score = _own_score(fields, lines)
    complete = score if score and score.boards == len(lines) else None
    own = queries.stored_result(deal_set, user) if deal_set.closed_at else None
    practised = practices(boards, user) if may_practise(deal_set) else None
    kinds = {variant(line.board.peek, line.board.bidding) for line in lines}
    playable = is_open(deal_set, now)
    rows = [_row(line, score, at, practised, playable=playable) for at, line in enumerate(lines)]
    is_practising = deal_set.closed_at is not None and not all(row.may_be_seen for row in rows)
    ladder = [] if is_practising else _ladder(deal_set, user, own, lines if complete else [])
    ranked = ladders.ranked_in(ladder)
    finished = min((line.finished for line in lines), default=0)
    results = len(ranked) if ladder else finished
    between_two = ladders.between_two(ranked)
    is_shown = score is not None and (complete is not None or deal_set.closed_at is not None)
    return SetPage(
        deal_set=deal_set,
        title=set_title(deal_set),
        text=in_readers_language(deal_set, "text"),
        void=void_sentences(deal_set.void_reason) if deal_set.void_reason else "",
        rules=kinds.pop() if len(kinds) == 1 else "",
        alike=boards[0] if len({(board.peek, board.bidding) for board in boards}) == 1 else None,
        is_open=playable,
        has_begun=any(line.own for line in lines),
        is_closing=is_closing(deal_set, now),
        finished=finished,
        rows=rows,
        step=next_step(deal_set, [(line.board, line.own) for line in lines], now),
        practise=rows[0].practise if len(rows) == 1 else None,
        figures=_figures(lines, score, own, results) if score and is_shown else [],
        duplicate=[(mean_per_cent(score.percent, score.error), _whose(lines))] if score and is_shown else [],
        best_and_worst=_best_and_worst(complete) if complete and shows_per_cents(results) else "",
        share=_share(deal_set, complete, lines) if complete else "",
        results=results,
        between_two=between_two,
        deals=_deals_of_two(deal_set, ranked) if between_two and between_two.first.is_own else [],
        waiting=waiting_words(deal_set, ladder, ranked) if deal_set.never_closes else "",
        is_practising=is_practising,
        ladder=ladder,
        commitment=chain.commitment_of(deal_set.root),
    )


def _own_score(fields: Sequence[Field], lines: Sequence[BoardLine]) -> SetScore | None:
    """Return the reader's score; None without a result that counts."""
    points = [line.own.points if line.own and line.own.counts else None for line in lines]
    if points.count(None) == len(points):
        return None
    return scoring.set_score(fields, points)


def _row(
    line: BoardLine, score: SetScore | None, at: int, practised: dict[int, Practice] | None, *, playable: bool
) -> BoardRow:
    """Return the line of a board; `practised` is None for a set whose boards can't be practised."""
    points = line.own.points if line.own else None
    practice = NOTHING if practised is None else practised.get(line.board.pk, NOTHING)
    return BoardRow(
        number=line.board.number,
        rules=variant(line.board.peek, line.board.bidding),
        finished=line.finished,
        may_be_seen=line.may_be_seen and (points is not None or not practice.hides_board),
        points=points,
        percent=_percent(line.own, score, at, line.finished),
        step=step_of(line.board, line.own) if playable and points is None else None,
        practise=None if practised is None else practice_step(line.board, practice),
    )


def _percent(own: BoardPlay | None, score: SetScore | None, at: int, finished: int) -> str:
    """Return the reader's per cent on a board that this many have finished, or a note that an Expert has played it."""
    if own is not None and own.by_expert:
        return _("by an Expert")
    if score is None or own is None or own.points is None or not shows_per_cents(finished):
        return ""
    return per_cent(score.percents[at])


def _share(deal_set: DealSet, score: SetScore, lines: Sequence[BoardLine]) -> str:
    made = [line.own is not None and contract_made(line.own) for line in lines]
    return "\n".join(set_lines(set_title(deal_set), signed(score.total), made))


def _whose(lines: Sequence[BoardLine]) -> str:
    return _("mean of the matchpoints") if len(lines) > 1 else _("of the matchpoints")


def waiting_words(deal_set: DealSet, ladder: Ladder, ranked: Ladder) -> str:
    """Return whom the reader waits for, if only the reader has finished all boards; "" otherwise. The host of a
    challenge is one of them, also before the first board.
    """
    if [row.is_own for row in ranked] != [True]:
        return ""
    awaited = [row.account for row in ladder if not row.line.place]
    if deal_set.host and deal_set.host not in [row.account for row in ladder]:
        awaited.insert(0, deal_set.host)
    others = [isolated(account.username) for account in awaited]
    if others:
        return _("Waiting for %(names)s.") % {"names": listing(others)}
    return _("Nobody else has played yet. Send the link to anyone you want to compare with.")


def _figures(lines: Sequence[BoardLine], score: SetScore, own: SetResult | None, results: int) -> list[tuple[str, str]]:
    figures = [(signed(score.total), _("points"))]
    if shows_per_cents(results):
        figures.append(against_field(score.percent))
    if own and own.place is not None:
        figures.append((str(own.place), _("place")))
    against = scoring.against_expert(score.points, [line.board.expert_points for line in lines])
    if against is not None:
        figures.append((signed(against), _("against the Expert")))
    return figures


def _best_and_worst(score: SetScore) -> str:
    """Return which board went best and which worst, of three or more with different per cents."""
    numbered = [(percent, number) for number, percent in enumerate(score.percents, start=1) if percent is not None]
    if len(numbered) < 3 or len({percent for percent, _number in numbered}) == 1:
        return ""
    (most, best), (least, worst) = max(numbered), min(numbered)
    facts = {"best": best, "most": per_cent(most), "worst": worst, "least": per_cent(least)}
    return _("Your best deal is %(best)d with %(most)s, your worst %(worst)d with %(least)s.") % facts


def _ladder(
    deal_set: DealSet, user: User | AnonymousUser, own: SetResult | None, played: Sequence[BoardLine]
) -> Ladder:
    """Return the ladder when it is open: after the set has closed, or, for a challenge, to readers who have played all
    its boards, for whom `played` has them.
    """
    if deal_set.closed_at:
        return ladders.closed_ladder(deal_set, user, own)
    if deal_set.never_closes and played:
        return ladders.ladder_by_now(deal_set, sum(line.finished for line in played), user)
    return []


def _deals_of_two(deal_set: DealSet, ranked: Ladder) -> list[DealOfTwo]:
    """Return the deals of the two who are `ranked`, one of whom is the reader. Show them only to that reader."""
    own, other = sorted(ranked, key=lambda row: not row.is_own)
    plays = queries.finished_plays(deal_set).filter(user__in=[own.account, other.account]).select_related("board")
    by = {(play.user_id, play.board.number): play for play in plays}
    deals, sums = [], [0, 0]
    for number in sorted({number for _user, number in by}):
        keys = (own.account.pk, number), (other.account.pk, number)
        if not all(key in by for key in keys):
            continue  # taken out by staff since the ladder was computed
        pair = by[keys[0]], by[keys[1]]
        sums = [so_far + (play.points or 0) for so_far, play in zip(sums, pair, strict=True)]
        standing = _("Total %(own)s to %(other)s") % {"own": signed(sums[0]), "other": signed(sums[1])}
        deals.append(DealOfTwo(*pair, standing))
    return deals
