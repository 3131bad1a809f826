"""The rendered table: it renders in every phase for everyone, and holds no card its viewer may not know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random

import pytest
from django.utils import translation

from games.components.rendering import render_table
from games.engine import BiddingStyle, Card, PeekRule, Phase, State
from games.play.snapshot import Snapshot, Stage
from tests.builders import claim, random_walk
from tests.presenters.scenes import dealt, scenes, snapshot

CARD_CLASS = re.compile(r'class="card ([shdc]) r(10|[2-9JQKA])"')
RANK = re.compile(r'class="(?:mini|rank) ([shdc])(?: wins)?">(10|[2-9JQKA])<')
BUTTON = re.compile(r'(?:id="(?:card|trick)-|value=")([SHDC][2-9TJQKA])"')
WORDS = ["ace", "king", "queen", "jack", "ten", "nine", "eight", "seven", "six", "five", "four", "three", "two"]
IN_WORDS = re.compile(rf"({'|'.join(WORDS)}) of (spades|hearts|diamonds|clubs)", re.IGNORECASE)


def cards_in(html: str) -> set[str]:
    """Every card the markup names, in whatever way."""
    drawn = {suit.upper() + rank.replace("10", "T") for suit, rank in CARD_CLASS.findall(html) + RANK.findall(html)}
    spoken = {suit[0].upper() + "AKQJT98765432"[WORDS.index(rank.lower())] for rank, suit in IN_WORDS.findall(html)}
    return drawn | spoken | set(BUTTON.findall(html))


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
    """A random deal, stopped after every few actions, with a claim in between."""
    yield state
    for step, (_action, now) in enumerate(random_walk(state, Random(seed))):
        if step % 7 == 0 or now.phase is Phase.FINISHED or now.claim:
            yield now


@pytest.mark.parametrize("bidding", BiddingStyle)
@pytest.mark.parametrize("peek", PeekRule)
def test_every_phase_renders_for_everyone_without_a_hidden_card(peek: PeekRule, bidding: BiddingStyle) -> None:
    start = dealt(7, dealer=1, peek=peek, bidding=bidding)
    for state in stations(start, seed=11):
        for viewer in (0, 1, 2, None):
            table = snapshot(state, viewer)
            html = render_table(table, csrf_token="token")
            assert cards_in(html) <= on_the_table(table)


def test_the_search_for_cards_finds_them() -> None:
    table = snapshot(dealt(), 0)
    assert table.view is not None
    assert cards_in(render_table(table)) == set(map(str, table.view.hand or ()))


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_scene_renders_in_both_languages(language: str) -> None:
    with translation.override(language):
        for name, table in scenes():
            assert f'data-version="{table.version}"' in render_table(table), name


def test_forms_carry_the_token_and_moves_the_version_they_were_chosen_at() -> None:
    html = render_table(snapshot(dealt(dealer=2), 0), csrf_token="sesame")
    forms = html.split("<form ")[1:]
    assert forms
    for form in forms:
        assert 'value="sesame"' in form
    moves = [form for form in forms if "data-move=" in form]
    assert moves
    for form in moves:
        assert 'name="version" value="40"' in form


def test_a_live_push_has_no_token_and_a_notice_is_an_alert() -> None:
    table = snapshot(dealt(), 0)
    assert "csrfmiddlewaretoken" not in render_table(table)
    html = render_table(table, notice="It is not your turn.")
    assert re.search(r'role="alert"[^>]*>It is not your turn\.<', html)


def test_a_name_is_text_and_never_markup() -> None:
    seats = tuple(replace(seat, name="<b>&") for seat in snapshot(None).seats)
    assert "<b>&" not in render_table(snapshot(None, None, seats=seats))


def test_nothing_a_strict_content_policy_forbids() -> None:
    for name, table in scenes():
        assert not re.search(r"<script|\sstyle=|\son\w+=", render_table(table)), name


def test_ids_are_unique() -> None:
    for name, table in scenes():
        ids = re.findall(r'\sid="([^"]+)"', render_table(table))
        assert len(ids) == len(set(ids)), name


def test_every_reference_to_an_id_has_its_target() -> None:
    for name, table in scenes():
        html = render_table(table)
        ids = set(re.findall(r'\sid="([^"]+)"', html))
        references = set(re.findall(r'\s(?:aria-labelledby|aria-describedby|for)="([^"]+)"', html))
        assert references <= ids, name


def test_after_the_deal_all_hands_and_the_proof_are_shown() -> None:
    table = snapshot(claim(played_to_a_lead()), None)
    html = render_table(table)
    assert len(cards_in(html)) == 52
    assert table.secret is not None
    assert table.secret in html
    assert table.commitment in html


def played_to_a_lead() -> State:
    states = (now for _action, now in random_walk(dealt(3), Random(4)))
    return next(now for now in states if len(now.tricks) == 3 and not now.trick and not now.claim)
