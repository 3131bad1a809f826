"""Tables that are hard to fit on a screen, besides those in `tests.pages.scenes`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import cache, partial, reduce
from itertools import chain
from typing import Any

from django.utils import timezone, translation

from games.components.picture import picture
from games.engine import (
    DUMMY,
    PLAYERS,
    AnswerClaim,
    Bid,
    BiddingStyle,
    Claim,
    HandId,
    Peek,
    PeekRule,
    Player,
    State,
    act,
    legal_cards,
    view_for,
    waiting_for,
)
from games.lobby.featured import Featured
from games.play.snapshot import OpenPause, OpenProposal
from games.values import BoardFacts, RoundFacts, Stage
from tests.builders import bid, claim, hands, new_deal
from tests.layout.scripted import hinted, offline, unread, with_opened_chat, with_reason, with_scores
from tests.pages.pages import CHAT, home, sheet, table, usual_tables_in
from tests.pages.phases import scenes
from tests.pages.scenes import (
    BEFORE,
    SEATS,
    Scene,
    clock,
    dealt,
    on_lead,
    playing,
    seated,
    snapshot,
    to_play,
    twelve_left,
    walk,
    with_declarer,
)
from tests.pages.visited import unfolded

ALONE = tuple(replace(seat, is_bot=seat.player > 0) for seat in SEATS)
LONG_NAMES = ("Bartholomew Elde", "Alexandra-Marie", "Wilhelmina Ilse")
WIDE_NAME = "W" * 16
OUTDATED = "The table has moved on since then. Look again, and play the card that you want to play."
WITH_NAMES = re.compile("long-(play|home-signed-in|home-watching|player|leaders|review|sheet)")
TIMED = (
    "bid-standard", "bid-wait", "lead", "follow", "dummy-left", "declarer-dummy", "declarer-lead", "claim", "clock-low",
    "clock-bid", "clock-theirs",
)  # fmt: skip
"""Scenes that are checked with clocks and three people as well."""
ASKED_BEFORE_THE_PLAY = (
    "peek-four", "peek-flip2", "bid-four", "bid-flip2", *[f"bid-{style}" for style in BiddingStyle],
)  # fmt: skip


@cache
def tables_in(language: str) -> dict[str, str]:
    """Every page of a table by name: the usual ones, then those that are hard to fit."""
    with translation.override(language):
        hard = chain(hard_scenes(), _whole_hands() if language == "en" else ())  # cards are the same in any language
        return usual_tables_in(language) | {name: table(scene) for name, scene in hard} | dict(_changed_pages())


def with_long_texts(pages: dict[str, str]) -> dict[str, str]:
    """These pages of the site, and some of them again with long names, filled in, or as text."""
    long = {
        f"long-{name}": re.sub(r"Alex|Ana|Bot Lark|Player \d+", LONG_NAMES[0], html) for name, html in pages.items()
    }
    filled = re.sub('placeholder="([^"]+)"', r'\g<0> value="\1"', pages["home"])
    changed = {"home-filled": filled, "text-review": pages["review"].replace("<html ", '<html data-table="text" ', 1)}
    return pages | {name: html for name, html in long.items() if WITH_NAMES.match(name)} | changed


def with_wide_names(play: str) -> str:
    """The home page of a player with names of tables and players that are one long word."""
    wide = re.sub("Thursday table|Slow Sunday|Everybody welcome|Quick and open", "W" * 40, play)
    assert wide != play
    return re.sub("Alex|Ana", WIDE_NAME, wide)


@cache
def watched_in(language: str) -> dict[str, str]:
    """The home page with a running game of people with long names, whoever declares and whoever is on turn."""
    with translation.override(language):
        return dict(_watched())


def _watched() -> Iterator[tuple[str, str]]:
    players = tuple((name, "100") for name in LONG_NAMES)
    for about, state in (*enumerate(map(with_declarer, range(3))), ("nils", two_nils_each())):
        for cards in range(4):
            scene = timed(snapshot(playing(state, 0, cards), None)).changed(seats=called(*LONG_NAMES))
            featured = Featured("KQJT98", "Thursday table", 4, players, picture(scene.snapshot), is_paused=False)
            yield f"watched-{about}-{cards}", home(featured=featured)


def two_nils_each() -> State:
    """A deal in play in which the defenders, 0 and 1, have declared both their hands nil."""
    bids = [Bid(0, 4, frozenset({0, 1})), Bid(1, 4, frozenset({0, 1})), Bid(2, 6)]
    return reduce(act, bids, dealt(9, dealer=2))


def hard_scenes() -> Iterator[tuple[str, Scene]]:
    usual = dict(scenes())
    yield from _turns()
    yield from _people()
    for name in TIMED:
        yield f"timed-{name}", timed(usual[name])
    for dealer in (0, 2):
        for bids in ((4,), (4, 3)):
            state = bid(dealt(9, dealer=dealer, before=BEFORE), *bids)
            yield f"bids-{dealer}-{len(bids)}", timed(snapshot(state))
    nils = act(dealt(9, dealer=2, before=BEFORE), Bid(0, 4, frozenset({0, 1, DUMMY})))
    yield "take-back-nils", timed(snapshot(nils), may_take_back=True)
    yield from _offers_before_the_play(usual)
    twelve_up = reduce(
        act, [Peek(player, tuple(range(4 * player, 4 * player + 4))) for player in PLAYERS], dealt(peek=PeekRule.FLIP4)
    )
    for viewer in (0, None):
        yield f"bid-flip4-{viewer}", snapshot(twelve_up, viewer)
    asked = OpenProposal("back", 1, frozenset({1}), lapses_at=timezone.now() + timedelta(seconds=20))
    for name in ("declarer-dummy", "declarer-lead", "lead"):
        yield f"proposal-{name}", usual[name].changed(seats=seated({}, {}, {}), proposal=asked)
        yield f"watched-proposal-{name}", usual[name].seen_by(None).changed(seats=seated({}, {}, {}), proposal=asked)
    until = timezone.now() + timedelta(minutes=9)
    for name, paused in (
        ("own", OpenPause("own", 1, "line", until, frozenset())),
        ("agreed", OpenPause("all", None, "", until, frozenset({1}))),
    ):
        yield f"paused-{name}", usual["lead"].changed(pause=paused)
    for name, drawn in (("wide", (WIDE_NAME,) * 3), ("one-wide", ("Al", WIDE_NAME, "Cy"))):
        yield f"draw-{name}", usual["draw"].changed(seats=called(*drawn))
    yield "scored-looked-at", usual["scored"].changed(seats=seated({}, {}, {}), review_leader=1)
    yield from _watched_while_away(usual)
    yield from _watched_with_notices(usual, asked)
    yield from _closing(usual)
    yield "late-bid", usual["bid-wait"].changed(late=frozenset({0}))
    yield "scored-long-names", usual["scored"].changed(seats=called(*LONG_NAMES))
    claimed = snapshot(claim(walk(with_declarer(1), may_claim_some, seed=5), 2))
    yield "scored-claimed", claimed.changed(seats=called(*LONG_NAMES))


def _closing(usual: dict[str, Scene]) -> Iterator[tuple[str, Scene]]:
    """Tables of a round that ends by the clock, and boards of a set that closes soon, with clocks as well."""
    end = timezone.now() + timedelta(minutes=59, seconds=59)
    of_round = RoundFacts(pk=1, number=12, code="Ab3", name="Friday night", boards=10)
    of_board = BoardFacts(pk=1, code="Ab3", number=1, player=0)
    for name in TIMED:
        yield f"round-{name}", timed(usual[name], round=of_round, closes_at=end)
    for name in ("draw", "lead", "bid-standard", "declarer-dummy"):
        yield f"board-{name}", usual[name].changed(seats=ALONE, board=of_board, closes_at=end)


def _watched_while_away(usual: dict[str, Scene]) -> Iterator[tuple[str, Scene]]:
    """Tables of players with wide names, who are all away, as a spectator sees them."""
    seats = tuple(replace(seat, clock=clock(28, 120)) for seat in called(*[WIDE_NAME] * 3))
    for name in ("bid-standard", "lead", "follow"):
        yield f"wide-{name}", usual[name].seen_by(None).changed(seats=called(*[WIDE_NAME] * 3), here=frozenset())
        yield f"wide-{name}-timed", usual[name].seen_by(None).changed(seats=seats, here=frozenset())


def _watched_with_notices(usual: dict[str, Scene], asked: OpenProposal) -> Iterator[tuple[str, Scene]]:
    """What a spectator reads over the felt while the others wait for somebody: a countdown to a bot, or a question."""
    failed = timed(snapshot(walk(two_nils_each(), both_have_a_trick), None))
    bot_at = (timezone.now() + timedelta(seconds=20),) * 3
    for name in ("bid-standard", "lead", "follow", "declarer-lead", "dummy-left"):
        yield f"watched-absent-{name}", usual[name].seen_by(None).changed(here=frozenset(), bot_at=bot_at)
    yield "watched-absent-nils", failed.changed(here=frozenset(), bot_at=bot_at)
    yield "watched-proposal-nils", failed.changed(proposal=asked)
    yield "watched-proposal-bid", usual["bid-standard"].seen_by(None).changed(seats=called(*LONG_NAMES), proposal=asked)


def _offers_before_the_play(usual: dict[str, Scene]) -> Iterator[tuple[str, Scene]]:
    """A hint and a bid to take back beside what the viewer is asked alone with two bots, with clocks and without."""
    clocked = tuple(replace(seat, clock=clock(10, 300)) for seat in ALONE)
    for name in ASKED_BEFORE_THE_PLAY:
        yield f"offers-{name}", usual[name].changed(seats=ALONE, may_take_back=True)
        yield f"offers-{name}-timed", usual[name].changed(seats=clocked, may_take_back=True)


def _whole_hands() -> Iterator[tuple[str, Scene]]:
    """Thirteen cards of all kinds of suits: the bidder's hand, and the declarer's dummy."""
    for seed in range(6):
        bidding = dealt(seed)
        yield f"whole-hand-{seed}", snapshot(bidding)
        yield f"whole-dummy-{seed}", snapshot(walk(bid(bidding, 6, 3, 3), dummy_is_whole))


def dummy_is_whole(state: State) -> bool:
    return state.exposed and len(state.hands[DUMMY]) == 13


def _turns() -> Iterator[tuple[str, Scene]]:
    """Whoever declares, it is somebody's turn."""
    one, two, three = SEATS
    with_bots = (one, replace(two, is_bot=True), three)
    for declarer in range(3):
        state = with_declarer(declarer)
        yield f"opening-{declarer}", snapshot(state)
        yield f"leads-{declarer}", snapshot(walk(state, on_lead))
        following = to_play(state, 0, declarer == 0)
        yield f"follows-{declarer}", snapshot(following)
        yield f"offers-{declarer}", snapshot(leading(declarer), seats=with_bots, may_take_back=True)
        yield f"offers-following-{declarer}", snapshot(following, seats=with_bots, may_take_back=True)
        asked = asked_to_claim(ready_to_claim(state))
        yield f"asked-{declarer}", snapshot(asked)
        yield f"asked-some-{declarer}", snapshot(asked_to_claim(walk(state, may_claim_some, seed=5), tricks=2))
        refused = act(asked, AnswerClaim(waiting_for(asked)[-1], accept=False))
        for viewer in (None, asked.player_to_play):
            yield f"refused-{declarer}-{viewer}", snapshot(refused, viewer)
        if declarer:
            yield f"dummys-turn-{declarer}", snapshot(to_play(state, DUMMY, False))
        for hand in (0, 1, 2, DUMMY):
            yield f"watched-{declarer}-{hand}", snapshot(walk(state, partial(_answers, hand=hand)), None)


def leading(declarer: int) -> State:
    """A deal some tricks on, in which the viewer leads: from the own hand or, as declarer, from the dummy."""
    for tricks in range(2, 10):
        state = playing(with_declarer(declarer), tricks, 0)
        if snapshot(state).snapshot.view.playable:  # type: ignore[union-attr]
            return state
    raise AssertionError("the viewer never leads")


def ready_to_claim(state: State) -> State:
    """Another player's lead after a few tricks."""
    return walk(state, lambda now: len(now.tricks) > 1 and not now.trick and now.player_to_play != 0)


def may_claim_some(state: State) -> bool:
    """Whether another player leads and may claim some of the remaining tricks, and all nils have failed."""
    leader = state.player_to_play
    return bool(leader) and len(view_for(state, leader).claimable) > 2 and not view_for(state, leader).has_unfailed_nil


def asked_to_claim(state: State, tricks: int | None = None) -> State:
    """The same after a claim of the player who leads, with an answer of the viewer's to come."""
    assert state.player_to_play, "another player leads"
    asked = act(state, Claim(state.player_to_play, tricks))
    return asked if 0 in waiting_for(asked) else act(asked, AnswerClaim(waiting_for(asked)[0], accept=True))


def _people() -> Iterator[tuple[str, Scene]]:
    """Clocks, long names, and nils that failed."""
    low = tuple(replace(seat, clock=clock(0, 7.4, running=True)) for seat in SEATS)
    for declarer in range(3):
        yield f"low-clocks-{declarer}", snapshot(playing(with_declarer(declarer), 2, 3), seats=low)
        mine = to_play(with_declarer(declarer), 0, declarer == 0)
        clocks = (low[0], *(replace(seat, clock=clock(10, 45), is_bot=False) for seat in SEATS[1:]))
        yield f"clocks-{declarer}", snapshot(mine, seats=clocks)
    for dealer in (1, 2):
        elders = called(*["Bartholomew the Elder"] * 3)
        yield f"dealer-{dealer}", snapshot(playing(with_declarer(0), 2, 3), seats=elders, dealer=dealer)
    seats = tuple(replace(seat, clock=clock(30, 47)) for seat in called("Alex", "Berta la del qui", "Constanza"))
    failed = snapshot(walk(two_nils_each(), both_have_a_trick))
    yield "failed-nils", failed.changed(seats=seats)
    yield "offers-failed-nils", failed.changed(seats=ALONE, may_take_back=True)
    yield from _crowded_plates()


def _crowded_plates() -> Iterator[tuple[str, Scene]]:
    """Both defenders' plates with a clock and two nils, which failed: each on turn, and the viewer on the lead."""
    people = tuple(replace(seat, clock=clock(28, 120)) for seat in called(*LONG_NAMES))
    failed = walk(two_nils_each(), both_have_a_trick)
    for viewer in range(3):
        for hand in (0, 1, 2, DUMMY):
            turn = snapshot(walk(failed, partial(_answers, hand=hand)), viewer, seats=people)
            yield f"crowded-{viewer}-{hand}", turn
            yield f"crowded-offline-{viewer}-{hand}", turn.changed(here=frozenset({viewer}))
        lead = walk(failed, partial(_leads, player=viewer))
        yield f"crowded-lead-{viewer}", snapshot(lead, viewer, seats=people, here=frozenset({viewer}))


def _answers(state: State, *, hand: HandId) -> bool:
    """Whether this hand follows to a later trick."""
    return bool(state.trick) and state.hand_to_play == hand


def _leads(state: State, *, player: Player) -> bool:
    return not state.trick and state.player_to_play == player


def both_have_a_trick(state: State) -> bool:
    return {0, 1} <= {trick.winner for trick in state.tricks}


def called(*names: str) -> tuple[Any, ...]:
    """Three people with these names."""
    return tuple(replace(seat, name=name, is_bot=False) for seat, name in zip(SEATS, names, strict=True))


def timed(shown: Scene, **changes: Any) -> Scene:
    """The same table with clocks, and three people at it."""
    names = ("Max", "Bartholomew", "Constanza")
    seats = tuple(
        replace(seat, name=name, is_bot=False, clock=clock(10, 300))
        for seat, name in zip(shown.snapshot.seats, names, strict=True)
    )
    return shown.changed(seats=seats, **changes)


def _changed_pages() -> Iterator[tuple[str, str]]:
    """Pages after a click, without a connection, or with much text."""
    usual = dict(scenes())
    for name in ("stand-in-mine", "proposal", "proposal-mine"):
        yield f"menu-{name}", unfolded(table(usual[name]), "menu")
    for name in ("bid-standard", "peek-four"):
        yield f"hint-{name}", hinted(table(usual[name].changed(seats=ALONE)))
    for declarer in range(3):
        yield f"claiming-{declarer}", unfolded(table(snapshot(leading(declarer))), "claim-ask")
    for name, own in (("nine", "SAKQJ HAKQJT DAKQJ"), ("ten", "SAKQ HAKQJT98765")):
        yield f"{name}-in-a-row", table(snapshot(new_deal(hands(own))))
    yield "claiming-some", unfolded(table(snapshot(twelve_left())), "claim-ask")
    yield "claiming-some-defender", unfolded(table(snapshot(twelve_left((3, 6, 4), "H2 H3 H4"))), "claim-ask")
    others_away = snapshot(twelve_left()).changed(here=frozenset({0}), away_too_long=frozenset({1, 2}))
    yield "claiming-others-away", unfolded(table(others_away), "claim-ask")
    yield "why", unfolded(table(usual["scored"]), "why")
    yield from _results(usual)
    for name in ("declarer-dummy", "proposal"):
        yield f"offline-{name}", offline(table(usual[name]))
    yield "refused-move", table(usual["declarer-dummy"], notice=OUTDATED)
    eight_tricks = snapshot(playing(with_declarer(2), 8, 1))
    yield "beside-chat", table(eight_tricks, chat=CHAT).replace('id="chat"', 'id="chat" open')
    yield "chat-timed", table(timed(usual["follow"]), chat=CHAT)
    for name in ("lead", "follow", "dummy-left", "declarer-dummy", "declarer-lead", "bid-standard", "peek-four"):
        yield f"chat-sheet-{name}", with_opened_chat(table(usual[name], chat=CHAT))
    for name in ("lead", "follow", "declarer-lead"):
        yield f"menu-{name}", unfolded(table(usual[name], chat=CHAT), "menu")
        yield f"log-sheet-{name}", table(usual[name]).replace('id="rail"', 'id="rail" open')
        yield f"scores-sheet-{name}", with_scores(table(usual[name]), sheet(usual["scored"].snapshot))
    yield "twelve-turns-elsewhere", table(usual["declarer-lead"], turns_waiting=12)
    for name in ("declarer-dummy", "bid-standard", "peek-flip2", "draw", "gathering", "scored"):
        yield f"signs-{name}", unread(table(usual[name], turns_waiting=12, chat=CHAT))
        yield f"unread-{name}", unread(table(usual[name], chat=CHAT))
    rounds = dict(_closing(usual))
    yield "signs-round", unread(table(rounds["round-lead"], turns_waiting=12, chat=CHAT))
    yield "twelve-turns-round", table(rounds["round-bid-standard"], turns_waiting=12)
    last_choice = snapshot(walk(with_declarer(0), last_choice_of_the_dummy, seed=9))
    for kind, text_table in (("cards", False), ("text", True)):
        yield f"reason-{kind}", with_reason(table(last_choice, text_table=text_table))


def _results(usual: dict[str, Scene]) -> Iterator[tuple[str, str]]:
    """Ends of games with long names, with chat, and with what stands behind "More"."""
    for name in ("over", "over-guest"):
        yield f"more-{name}", unfolded(table(usual[name]), "more")
    yield "over-chat", table(usual["over"].changed(seats=called(*LONG_NAMES)), chat=CHAT)
    wide = usual["over"].seen_by(None).changed(seats=called(*[WIDE_NAME] * 3))
    yield "over-watched", table(wide)
    of_board = BoardFacts(pk=1, code="Ab3", number=1, player=0)
    yield "over-board", table(usual["scored"].changed(stage=Stage.OVER, seats=ALONE, board=of_board))


def last_choice_of_the_dummy(state: State) -> bool:
    """Whether the dummy has to follow suit with one of its last two cards."""
    held = state.hands[DUMMY]
    return len(held) == 2 and state.hand_to_play == DUMMY and 0 < len(legal_cards(state)) < len(held)
