"""The rendered table: in every phase for every viewer, without cards that the viewer may not know."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from types import ModuleType

import pytest
from django.utils import translation

from games.components import frames, private, public
from games.engine import BiddingStyle, Card, PeekRule, Phase, State
from games.play.snapshot import Snapshot
from games.values import Stage
from tests.builders import claim, random_walk
from tests.components.dom import as_read_by, page_of, parse, parts_of, rendered
from tests.components.tables import PAIRS
from tests.pages.phases import scenes
from tests.pages.scenes import SEATS, Scene, bidding, dealt, snapshot

CARD_CLASS = re.compile(r'class="card ([shdc]) r(10|[2-9JQKA])"')
RANK = re.compile(r'class="(?:mini|rank) ([shdc])(?: wins)?">(10|[2-9JQKA])<')
BUTTON = re.compile(r'(?:id="(?:card|trick)-|value=")([SHDC][2-9TJQKA])"')
PLAYABLE = re.compile(r'data-playable="([^"]*)"')
WORDS = ["ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four", "three", "two"]
IN_WORDS = re.compile(rf"({'|'.join(WORDS)}) of (spades|hearts|diamonds|clubs)", re.IGNORECASE)


def cards_in(html: str) -> set[str]:
    """Every card the markup names, in whatever way."""
    drawn = {suit.upper() + rank.replace("10", "T") for suit, rank in CARD_CLASS.findall(html) + RANK.findall(html)}
    spoken = {suit[0].upper() + "AKQJT98765432"[WORDS.index(rank.lower())] for rank, suit in IN_WORDS.findall(html)}
    return drawn | spoken | set(BUTTON.findall(html)) | set(" ".join(PLAYABLE.findall(html)).split())


def cards_known(thing: object) -> Iterator[str]:
    """Every card in a snapshot, however deep."""
    if isinstance(thing, Card):
        yield str(thing)
    elif is_dataclass(thing):
        for field in fields(thing):
            yield from cards_known(getattr(thing, field.name))
    elif isinstance(thing, tuple | frozenset):
        for item in thing:
            yield from cards_known(item)


def on_the_table(table: Snapshot) -> set[str]:
    """What the viewer may know of the deal; the cards drawn for the first deal are public but of another pack."""
    known = set(cards_known(table.view))
    return known | set(map(str, table.drawn)) if table.stage is Stage.DRAWING else known


def stations(state: State, seed: int) -> Iterator[State]:
    """A random deal, stopped after every peek and bid, then after every few cards, with a claim in between."""
    yield state
    for step, (_action, now) in enumerate(random_walk(state, Random(seed))):
        if step < 7 or step % 7 == 0 or now.phase is Phase.FINISHED or now.claim:
            yield now


HEADING = re.compile("h[1-6]")


def test_title_is_the_first_heading_once_the_game_has_begun() -> None:
    begun = [(name, scene) for name, scene in scenes() if scene.snapshot.stage is not Stage.OPEN]
    for name, scene in begun:
        levels = [element.tag for element in page_of(scene).elements if HEADING.fullmatch(element.tag)]
        assert levels[0] == "h1", name
        assert "h1" not in levels[1:], name


@pytest.mark.parametrize(("peek", "bidding"), PAIRS)
def test_every_phase_renders_for_everyone_without_a_hidden_card(peek: PeekRule, bidding: BiddingStyle) -> None:
    start = dealt(7, dealer=1, peek=peek, bidding=bidding)
    for state in stations(start, seed=11):
        for viewer in (0, 1, 2, None):
            scene = snapshot(state, viewer)
            assert cards_in(rendered(scene)) <= on_the_table(scene.snapshot)


@pytest.mark.parametrize(("peek", "bidding"), PAIRS)
def test_no_part_has_a_card_hidden_from_those_who_get_it(peek: PeekRule, bidding: BiddingStyle) -> None:
    """A public part has only cards that a spectator may know, a private one only those of its viewer."""
    for state in stations(dealt(8, dealer=2, peek=peek, bidding=bidding), seed=12):
        public_cards = on_the_table(snapshot(state, None).snapshot)
        for viewer in (0, 1, 2, None):
            scene = snapshot(state, viewer)
            parts = parts_of(scene)
            for name in names_of_parts(public, scene):
                assert cards_in(parts[name]) <= public_cards, name
            for name in names_of_parts(private, scene) - {"table"}:
                assert cards_in(parts[name]) <= on_the_table(scene.snapshot), name


def names_of_parts(audience: ModuleType, scene: Scene) -> set[str]:
    return {part.name for group in audience.parts_at(scene.snapshot.stage) for part in group.parts}


def test_search_for_cards_finds_them() -> None:
    scene = snapshot(dealt(), 0)
    assert scene.snapshot.view is not None
    assert cards_in(rendered(scene)) == set(map(str, scene.snapshot.view.hand or ()))


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_scene_renders_in_both_languages(language: str) -> None:
    with translation.override(language):
        for name, scene in scenes():
            assert f'data-version="{scene.full.base.version}"' in rendered(scene), name


def test_forms_carry_the_token_and_moves_the_version() -> None:
    scene = snapshot(dealt(dealer=2), 0)
    frames.clear()
    html = frames.page(scene.full, scene.viewer, scene.attendance, token="sesame")
    forms = html.split("<form ")[1:]
    assert forms
    for form in forms:
        assert 'value="sesame"' in form
    moves = [form for form in forms if "data-move=" in form]
    assert moves
    for form in moves:
        assert 'name="version" value="40"' in form


def test_frame_has_no_token_and_a_notice_is_an_alert() -> None:
    scene = snapshot(dealt(), 0)
    frames.clear()
    message, sent = frames.frame(scene.full, scene.viewer, scene.attendance, None, "It is not your turn.")
    again, _ = frames.frame(scene.full, scene.viewer, scene.attendance, sent, "It is not your turn.")
    for html in (message, again):
        assert "csrfmiddlewaretoken" not in html
        assert re.search(r'role="alert"[^>]*>It is not your turn\.<', html)


def test_name_is_text() -> None:
    seats = tuple(replace(seat, name="<b>&") for seat in snapshot(None).full.base.seats)
    assert "<b>&" not in rendered(snapshot(None, None, seats=seats))


def test_names_are_text_in_every_part() -> None:
    hostile = tuple(replace(seat, name=f"<u>{seat.player}&\"'") for seat in SEATS)
    for name, scene in scenes():
        html = rendered(scene.changed(seats=hostile))
        assert "<u>" not in html, name
        assert "&\"'" not in html, name
    for state in stations(dealt(3, peek=PeekRule.FLIP2), seed=3):
        for html in parts_of(snapshot(state, 1, seats=hostile)).values():
            assert "<u>" not in html
            assert "&\"'" not in html


def test_every_tag_is_closed_in_its_place() -> None:
    for _name, scene in scenes():
        parse(rendered(scene))


def test_each_reader_reads_one_of_several_wordings() -> None:
    """The style sheet shows it; screen readers and `hidden` elements follow the style sheet."""
    bid = snapshot(bidding(dealt(dealer=2), 1), 0)
    say = f'<div data-viewer="0">{parts_of(bid)["say"]}</div>'
    assert as_read_by(0, say).text.startswith("You bid ")
    for other in (1, 2, None):
        assert as_read_by(other, say).text.startswith("Alex bids ")


def test_markup_keeps_the_content_security_policy() -> None:
    for name, scene in scenes():
        assert not re.search(r"<script|\sstyle=|\son\w+=", rendered(scene)), name


def test_ids_are_unique() -> None:
    for name, scene in scenes():
        ids = re.findall(r'\sid="([^"]+)"', rendered(scene))
        assert len(ids) == len(set(ids)), name


def test_every_reference_to_an_id_has_its_target() -> None:
    for name, scene in scenes():
        html = rendered(scene)
        ids = set(re.findall(r'\sid="([^"]+)"', html))
        references = set(re.findall(r'\s(?:aria-labelledby|aria-describedby|for)="([^"]+)"', html))
        assert references <= ids, name


def test_after_the_deal_all_hands_and_the_proof_are_shown() -> None:
    table = snapshot(claim(played_to_a_lead()), None)
    html = rendered(table)
    assert len(cards_in(html)) == 52
    assert table.snapshot.proof is not None
    assert table.snapshot.proof.secret in html
    assert table.snapshot.commitment in html


def played_to_a_lead() -> State:
    states = (now for _action, now in random_walk(dealt(3), Random(4)))
    return next(now for now in states if len(now.tricks) == 3 and not now.trick and not now.claim)
