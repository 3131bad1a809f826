"""Goals: which ends of a deal are good enough for declarer, seen from a position with some tricks already won.

A search asks one question only: can declarer's side reach an end of at least this rank? The answer depends on the
tricks won so far only through the ends that are still possible and good enough: the goal. Positions with the same cards
and the same goal have the same answer, and so has a position with a wider goal if declarer reaches a narrower one.
"""

from typing import Final

from ...bots.search.compiling import Ints, compiled, count, entry, uncounted

DECLARERS: Final = 0b0101  # the seats of declarer's side
DEFENDERS: Final = 0b1010

# Columns of a goal: the good ends, and all that are possible. Each end has a bit: bit `t` of a lane of 16 bits for `t`
# more tricks of declarer's side, and a lane for each set of hands that will take a trick, of those alive: hands with a
# nil that have not taken one yet. Two words have eight lanes, enough for three hands: of four, one takes the first
# trick.
GOOD, POSSIBLE, STATUS, TAKERS, COLUMNS = 0, 2, 4, 5, 6

LOST, WON, OPEN = range(3)
"""The status of a goal: no end that is still possible is good enough, every one is, or some are."""


@uncounted
def is_possible(hands: int, alive: int, more: int, left: int) -> bool:
    """Whether exactly these of the hands without a trick take one, if declarer's side takes `more` of `left` tricks."""
    ours, theirs = count(hands & DECLARERS), count(hands & DEFENDERS)
    if ours > more or theirs > left - more:
        return False
    if more and not ours and alive & DECLARERS == DECLARERS:
        return False
    return not (left - more and not theirs and alive & DEFENDERS == DEFENDERS)


@uncounted
def lane_of(hands: int, alive: int) -> int:
    """Return the lane for a set of hands: its bits, moved together where hands are not alive."""
    lane, bit = 0, 1
    for seat in range(4):
        if alive >> seat & 1:
            lane |= bit if hands >> seat & 1 else 0
            bit <<= 1
    return lane


@entry("I2 i i I4", is_brief=True)
@compiled
def fill_goals(ranks: Ints, nils: int, threshold: int, goals: Ints) -> None:
    """Fill in the goals by tricks left, tricks of declarer's side, and hands with a nil that have taken a trick.

    `ranks` has the rank of each end by tricks of declarer's side and set of seats with tricks, `nils` is the set of
    hands on which a nil applies.
    """
    for left in range(14):
        for taken in range(14 - left):
            for failed in range(16):
                if not failed & ~nils:
                    _fill_goal(ranks, nils & ~failed, failed, threshold, left, taken, goals[left, taken, failed])


@compiled
def _fill_goal(ranks: Ints, alive: int, failed: int, threshold: int, left: int, taken: int, goal: Ints) -> None:
    goal[:] = 0
    good, bad, slope = 0, 0, 0
    for hands in range(16):
        if hands & ~alive:
            continue
        lane = lane_of(hands, alive)
        for more in range(left + 1):
            if not is_possible(hands, alive, more, left):
                continue
            is_good = ranks[taken + more, failed | hands] >= threshold
            if lane < 8:
                end = 1 << (16 * (lane & 3) + more)
                goal[POSSIBLE + (lane >> 2)] |= end
                goal[GOOD + (lane >> 2)] |= end if is_good else 0
            if is_good:
                good += 1
                slope += 2 * more - left
            else:
                bad += 1
                slope -= 2 * more - left
    goal[STATUS] = OPEN if good and bad else WON if good else LOST
    goal[TAKERS] = _takers(alive, slope)


@uncounted
def ends_before(low: int, high: int, alive: int, winner: int) -> tuple[int, int]:
    """Return ends after a trick as seen from before it, when these hands were alive."""
    if not winner & 1:
        low, high = low << 1, high << 1
    if not alive >> winner & 1:
        return low, high
    # Each lane moves to the one in which the winner takes a trick as well. After the trick at most two hands are alive,
    # so the first word has all lanes.
    match count(alive & (1 << winner) - 1):
        case 0:
            return _odd_lanes(low & 0xFFFFFFFF), _odd_lanes(low >> 32)
        case 1:
            return (low & 0xFFFFFFFF) << 32, low >> 32 << 32
        case _:
            return 0, low


@uncounted
def _odd_lanes(two: int) -> int:
    return (two & 0xFFFF) << 16 | two >> 16 << 48


@uncounted
def _takers(alive: int, slope: int) -> int:
    """Return a bit for each seat that rather takes tricks than not. It only decides which cards are tried first."""
    takers = 15 if slope > 0 else 0
    for seat in range(4):
        if alive >> seat & 1:
            takers &= ~(1 << seat)
        elif alive >> (seat ^ 2) & 1:
            takers |= 1 << seat
        elif alive & (DEFENDERS >> (seat & 1)):
            takers &= ~(1 << seat)
    return takers
