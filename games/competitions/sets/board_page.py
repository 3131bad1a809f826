"""The page of a board that the reader may see: their own result, the field, its bids, and all results by name."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _

from accounts.base.names import isolated
from accounts.base.staff_texts import in_readers_language
from accounts.models import User
from games.competitions.sets import pictures, queries
from games.competitions.sets.archive import winners
from games.competitions.sets.board_figures import (
    HeadToHead,
    Side,
    advice,
    duplicate_figures,
    expert_sentence,
    head_to_head,
    practice_figures,
    shows_per_cents,
)
from games.competitions.sets.kinds import kind_of
from games.competitions.sets.outcome import Outcome, outcome_of
from games.competitions.sets.pictures import BidBar
from games.competitions.sets.practice import NOTHING, Practice, may_practise, practice_step, practices
from games.competitions.sets.set_page import set_page
from games.competitions.sets.steps import Step, is_closing
from games.competitions.sets.streaks import DAY
from games.competitions.sets.words import bid_words, set_title
from games.components.field import Result
from games.components.html import Content
from games.models import Board, BoardPlay, DealSet, SetKind
from games.play import chain
from games.results import fields
from games.results.fields import Field
from games.words.charts import Chart
from games.words.endings import void_sentences
from games.words.names import per_cent
from games.words.options import variant


@dataclass(frozen=True, slots=True)
class BoardPage:
    """What the page shows. `outcome` is the reader's result as the felt shows it at the end, None without a finished
    play, or if staff have taken it out; one `by_expert` is compared with nobody's. `practise` is how the board is
    played for practice, once its set has closed. `winners` are those of the day before. `between_two` compares the only
    two results; `duplicate` has the reader's figures in the terms of duplicate. `text`, `void`, `waiting` and
    `commitment` say of the only board of a set what the page of any other set says: "" for a board of several.
    """

    board: Board
    deal_set: DealSet
    title: str
    rules: str
    boards: int
    outcome: Outcome | None
    advice: str
    expert: str
    chart: Chart
    between_two: HeadToHead | None
    duplicate: list[tuple[str, str]]
    bids: list[BidBar]
    results: int
    rows: list[Result]
    practice: Practice
    practice_figures: list[tuple[str, str]]
    practise: Step | None
    winners: list[tuple[str, str]]
    is_closing: bool
    text: str
    void: str
    waiting: str
    commitment: str

    @property
    def head(self) -> Content:
        """The head of the reader's result, on the felt; for one of only two results it has no points, which are shown
        below.
        """
        assert self.outcome is not None, "there is a result"
        where = self.title if self.is_whole_set else _("Deal %(number)s") % {"number": self.board.number}
        return self.outcome.head(f"{where} · {self.rules}", with_points=self.between_two is None)

    @property
    def is_whole_set(self) -> bool:
        """Whether the set has no other board, so that this page is that of the set."""
        return self.boards == 1

    @property
    def is_public(self) -> bool:
        """Whether search engines may show it."""
        return kind_of(self.deal_set).public

    @property
    def has_files(self) -> bool:
        """Whether the reader may download the results of the set; see `access.may_see_all_results`."""
        return not self.void and (self.deal_set.closed_at is not None or self.deal_set.never_closes)

    @property
    def shows_per_cents(self) -> bool:
        """Whether there are enough results for their distribution and per cents."""
        return shows_per_cents(self.results)

    @property
    def leads_to_practice(self) -> bool:
        """Whether practice is the first thing to do here: the reader has never played the board."""
        return self.outcome is None and self.practice.points is None


def board_page(
    board: Board, boards: Sequence[Board], user: User | AnonymousUser, address: str, now: datetime
) -> BoardPage:
    """Return the page of a board, one of the `boards` of its set, for a reader whom `access.may_see_board` allows it.

    `address` is the address to share.
    """
    plays = queries.own_plays(boards, user)
    (field, bids), own = queries.field_and_bids(board), _finished(plays.get(board.pk))
    counted = own if own and own.counts else None
    yours = counted.points if counted else None
    may_be_practised = may_practise(board.deal_set)
    listed = _listed(board, counted)
    practice = practices([board], user).get(board.pk, NOTHING) if may_be_practised else NOTHING
    return BoardPage(
        board=board,
        deal_set=board.deal_set,
        title=set_title(board.deal_set),
        rules=variant(board.peek, board.bidding),
        boards=len(boards),
        outcome=outcome_of(board, boards, plays, field, address, now) if own else None,
        advice=advice(bids, board.bidding, own),
        expert=expert_sentence(board),
        chart=pictures.distribution_chart(field, yours, board.expert_points, practice.points),
        between_two=head_to_head([_side(play, is_own=play == counted) for play in listed]),
        duplicate=duplicate_figures(field, own),
        bids=pictures.bid_bars(bids, board.bidding, (counted.bid, counted.nils) if counted else None),
        results=fields.results_in(field),
        rows=_rows(listed, board, field, counted),
        practice=practice,
        practice_figures=practice_figures(board, field, own, practice.points),
        practise=practice_step(board, practice) if may_be_practised else None,
        winners=_winners_before(board.deal_set),
        is_closing=is_closing(board.deal_set, now),
        **_of_set(board, boards, user, now),
    )


def _of_set(board: Board, boards: Sequence[Board], user: User | AnonymousUser, now: datetime) -> dict[str, str]:
    """Return what only a page of a whole set shows, if the set has just this board."""
    of_set = board.deal_set
    if len(boards) > 1:
        return dict.fromkeys(("text", "void", "waiting", "commitment"), "")
    return {
        "text": in_readers_language(of_set, "text"),
        "void": void_sentences(of_set.void_reason) if of_set.void_reason else "",
        "waiting": set_page(boards, user, now).waiting if of_set.never_closes else "",
        "commitment": chain.commitment_of(of_set.root),
    }


def _winners_before(deal_set: DealSet) -> list[tuple[str, str]]:
    """Return who won the deal of the day before, with their per cents; none for other sets."""
    if deal_set.kind != SetKind.DAY or deal_set.day is None:
        return []
    return winners(deal_set.day - DAY)


def _finished(play: BoardPlay | None) -> BoardPlay | None:
    return play if play and play.points is not None and not play.removed else None


def _listed(board: Board, own: BoardPlay | None) -> list[BoardPlay]:
    """Return the best results, and always the reader's own."""
    plays = queries.best_plays(board)
    return plays if own is None or own in plays else [*plays, own]


def _side(play: BoardPlay, *, is_own: bool) -> Side:
    assert play.points is not None, "the play is finished"
    return Side(isolated(play.user.get_username()), play.points, is_own)


def _rows(plays: Iterable[BoardPlay], board: Board, field: Field, own: BoardPlay | None) -> list[Result]:
    places, percents = fields.places(field), fields.percents(field)
    with_per_cents = shows_per_cents(fields.results_in(field))
    return [
        Result(
            code=play.game.code,
            place=places[play.points],
            name=isolated(play.user.get_username()),
            avatar=play.user.avatar,
            points=play.points,
            percent=per_cent(percents.get(play.points)) if with_per_cents else None,
            bid=bid_words(play.bid or 0, play.nils or 0, board.bidding),
            tricks=play.tricks or 0,
            contract=play.contract or 0,
            is_own=play == own,
        )
        for play in plays
        if play.points is not None
    ]
