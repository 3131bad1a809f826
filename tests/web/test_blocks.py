"""What subjects plug into Play and Today."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import reverse

from games.subjects import Subject, all_subjects
from games.web.blocks import Block, Ring, Visit, arranged
from tests.clients import ClientFor
from tests.tables import new_player


def _sheet_of_cards(_visit: Visit) -> Iterator[Block]:
    yield Block(area="tiles", template="pairing/_way.html", context={"seekers": "Two look for a third."})


def _fourth_ring(_visit: Visit) -> Iterator[Block]:
    template, context = "learning/_puzzle_line.html", {"puzzle_result": "solved"}
    yield Block(area="lines", template=template, context=context, rank=2, ring=Ring("fourth", 100))


@pytest.fixture
def _plugged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    further = Subject(on_play=_sheet_of_cards, on_today=_fourth_ring)
    everything = (*all_subjects(), further)
    monkeypatch.setattr("games.views.lobby.all_subjects", lambda: everything)


@pytest.mark.django_db
@pytest.mark.usefixtures("_plugged_in")
def test_new_subject_is_on_play_without_a_change_of_the_page(client_for: ClientFor) -> None:
    assert "Two look for a third." in client_for(new_player()).get(reverse("games:home")).text


@pytest.mark.django_db
@pytest.mark.usefixtures("_plugged_in")
def test_new_subject_is_on_today_with_a_ring(client: Client) -> None:
    page = client.get(reverse("games:today")).text
    assert 'class="ring-fourth"' in page
    assert "1 of 2 rings closed." in page, "beside the one of the puzzle"


def test_blocks_are_in_order_and_first_that_may_lead_leads() -> None:
    given = [
        Block(area="below", template="c", may_lead=True),
        Block(area="above", template="b", rank=1, may_lead=True),
        Block(area="above", template="a"),
    ]
    areas = arranged(given, ("above", "below"))
    assert [block.template for block in areas["above"]] == ["a", "b"]
    leads = {block.template: block.context["leads"] for blocks in areas.values() for block in blocks}
    assert leads == {"a": False, "b": True, "c": False}


def test_block_for_an_area_that_the_page_does_not_have_is_refused() -> None:
    with pytest.raises(KeyError, match="elsewhere"):
        arranged([Block(area="elsewhere", template="a")], ("above",))
