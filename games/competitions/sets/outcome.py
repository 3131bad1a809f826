"""The result of a board, as shown on the felt and on the page that compares it: the verdict, the place, the streak, the
lines to share, and what to do next.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.utils.translation import gettext as _

from accounts.base.statements import Statement
from accounts.models import User
from games.competitions.sets import front, queries
from games.competitions.sets.board_figures import against_others
from games.competitions.sets.ladders import between_two, ladder_by_now, ranked_in
from games.competitions.sets.steps import Step, next_step
from games.competitions.sets.words import set_title
from games.components.html import Content
from games.components.outcome import draw_outcome
from games.engine import Player, State, is_made, partner
from games.models import Board, BoardPlay, DealScore, DealSet, SetKind
from games.play.modes import access
from games.results import fields
from games.results.fields import Field
from games.words.endings import verdict_on
from games.words.names import signed


@dataclass(frozen=True, slots=True)
class SetSoFar:
    """What a player has made of a set of several boards: the sum, and of each finished board whether the contract was
    made.

    `standing` says who leads a challenge, once the player has finished it: only then may they know.
    """

    points: int
    made: tuple[bool, ...]
    boards: int
    standing: str

    @property
    def is_complete(self) -> bool:
        return len(self.made) == self.boards

    @property
    def words(self) -> str:
        """The sum after so many boards: "+45 after 2 of 8"."""
        facts = {"points": signed(self.points), "finished": len(self.made), "deals": self.boards}
        if self.is_complete:
            return _("%(points)s in all %(deals)s deals") % facts
        return _("%(points)s after %(finished)s of %(deals)s") % facts


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a board among those who have finished it. `place` is None for a play that no longer counts.

    `compared` says in words what it is worth against the field and the Expert. `tricks` says of each trick whether the
    player's side took it; [] if the deal's log is not stored. `streak` is the row of days of a deal of the day, else 0.
    `step` is the next deal of the set, None after the last; `eight` that of the eight of today. `is_best` says whether
    it is the player's best deal of the day so far. `set_so_far` is None for the only board of a set.
    """

    board: Board
    deal_set: DealSet
    own: BoardPlay
    place: int | None
    finished: int
    compared: list[str]
    streak: int
    tricks: list[bool]
    share: str
    step: Step | None
    eight: Step | None
    is_best: bool = False
    set_so_far: SetSoFar | None = None

    def head(self, where: str, *, with_points: bool) -> Content:
        """Draw what was made, in words and in large, as on the felt: there the table draws it itself."""
        return draw_outcome(
            where, _verdict(self.own, self.board.player), points=self.own.points if with_points else None
        )


def outcome(board: Board, boards: Sequence[Board], user: User, address: str, now: datetime) -> Outcome | None:
    """Return the outcome of a board, one of the `boards` of its set; None if the player has not finished it.

    `address` is the address to share.
    """
    plays = queries.own_plays(boards, user)
    own = plays.get(board.pk)
    if own is None or own.points is None:
        return None
    return outcome_of(board, boards, plays, queries.field_of(board), address, now)


def outcome_of(
    board: Board, boards: Sequence[Board], plays: Mapping[int, BoardPlay], field: Field, address: str, now: datetime
) -> Outcome:
    """Return the outcome of a board that its player has finished: `plays` are their tries, by the key of the board."""
    own, is_of_day = plays[board.pk], board.deal_set.kind == SetKind.DAY
    assert own.points is not None, "the play is finished"
    state = queries.final_state(own)
    today = now.astimezone(UTC).date()
    is_of_today = is_of_day and board.deal_set.day == today
    so_far = _set_so_far(boards, plays, own.user)
    return Outcome(
        board=board,
        deal_set=board.deal_set,
        own=own,
        place=fields.place(field, own.points) if own.counts else None,
        finished=fields.results_in(field),
        compared=against_others(board, field, own),
        streak=front.streak(own.user, today) if is_of_today else 0,
        tricks=own_tricks(state, board.player) if state else [],
        share=_lines_of_set(board.deal_set, so_far, address)
        if so_far
        else _lines_to_share(board, field, own, state, address),
        step=next_step(board.deal_set, [(each, plays.get(each.pk)) for each in boards], now),
        eight=front.step_of_eight(own.user, now) if is_of_today else None,
        is_best=is_of_day and own.counts and queries.is_best_of_day(own),
        set_so_far=so_far,
    )


def _set_so_far(boards: Sequence[Board], plays: Mapping[int, BoardPlay], user: User) -> SetSoFar | None:
    """Return what the user's plays of a set that count come to; None for a set of one board, or without any."""
    counted = [play for board in boards if (play := plays.get(board.pk)) and play.counts and play.points is not None]
    if len(boards) == 1 or not counted:
        return None
    standing = _standing(boards, user) if len(counted) == len(boards) else ""
    return SetSoFar(
        points=sum(play.points or 0 for play in counted),
        made=tuple([contract_made(play) for play in counted]),
        boards=len(boards),
        standing=standing,
    )


def contract_made(play: BoardPlay) -> bool:
    """Return whether the contract of a finished play was made."""
    return is_made(play.contract or 0, play.tricks or 0)


def _standing(boards: Sequence[Board], user: User) -> str:
    """Return how a player who has finished a challenge stands among the others who have, or that none has."""
    deal_set = boards[0].deal_set
    if not access.may_see_all_results(deal_set, user):
        return ""
    finished = sum(fields.results_in(field) for field in queries.fields_of(boards))
    ranked = ranked_in(ladder_by_now(deal_set, finished, user))
    two = between_two(ranked)
    if two is not None:
        return two.sentence
    own = next((row.line.place for row in ranked if row.is_own), None)
    if own is None:
        return ""
    if len(ranked) == 1:
        return _("You are the first to finish, so nobody is ahead of you.")
    return _("Place %(place)s of %(all)s.") % {"place": own, "all": len(ranked)}


_SCORE: Final = Statement(lambda game, player: DealScore.objects.filter(deal__game=game, deal__number=1, player=player))


def _verdict(own: BoardPlay, player: Player) -> str:
    """Return the verdict on the contract and nils; on nils only if the deal is stored."""
    score = _SCORE.first(own.game_id, player)
    nils = [nil["made"] for nil in score.nils] if score else []
    return verdict_on(own.contract or 0, own.tricks or 0, nils)


def _lines_to_share(board: Board, field: Field, own: BoardPlay, state: State | None, address: str) -> str:
    """Return the lines to share of a deal of the day that counts, with the address; "" for other plays."""
    if own.points is None or not own.counts or state is None or board.deal_set.kind != SetKind.DAY:
        return ""
    facts = {"place": fields.place(field, own.points), "all": fields.results_in(field)}
    place = _("place %(place)s of %(all)s") % facts if facts["all"] > 1 else ""
    lines = share_lines(
        set_title(board.deal_set), signed(own.points), place, own_tricks(state, board.player), made=contract_made(own)
    )
    return "\n".join([*lines, address])


def _lines_of_set(deal_set: DealSet, so_far: SetSoFar, address: str) -> str:
    """Return the lines to share of a set of several boards, with the address; "" before the last of them."""
    if not so_far.is_complete:
        return ""
    return "\n".join([*set_lines(set_title(deal_set), signed(so_far.points), so_far.made), address])


def own_tricks(state: State, player: Player) -> list[bool]:
    """Return for each trick of a finished deal whether the side of the player took it."""
    assert state.declarer is not None, "the deal is finished"
    side = {player, partner(player, state.declarer)}
    return [winner in side for winner in state.trick_winners]


OWN_TRICK: Final = "🟩"
OTHER_TRICK: Final = "⬜"
MADE: Final = "✅"
SET: Final = "❌"
GROUPS: Final = (slice(0, 5), slice(5, 10), slice(10, 13))


def share_lines(title: str, points: str, place: str, tricks: Sequence[bool], *, made: bool) -> tuple[str, ...]:
    """Return three lines: the title; whether the contract was made, the points, and the place, "" for the only one who
    has finished; the tricks.

    Title, points and place come in the words and notation of the reader. The address comes after these lines.
    """
    figures = [MADE if made else SET, points, *([f"· {place}"] if place else [])]
    return title, " ".join(figures), trick_signs(tricks)


def set_lines(title: str, points: str, made: Sequence[bool]) -> tuple[str, ...]:
    """Return two lines: the title; the points, and for each board whether the contract was made."""
    return title, f"{points} {''.join(MADE if each else SET for each in made)}"


def trick_signs(own: Sequence[bool]) -> str:
    """Return a sign for each of the 13 tricks in their order, in groups that are quick to count.

    `own` says of each trick whether the player's side took it, those given by a claim included.
    """
    if len(own) != 13:
        raise ValueError(f"a deal has 13 tricks, not {len(own)}")
    return " ".join("".join(OWN_TRICK if trick else OTHER_TRICK for trick in own[group]) for group in GROUPS)
