"""The reference of the engine's package on the site, which is made from docstrings."""

from importlib import import_module

import pytest
from django.test import Client

from games.api.library import PACKAGES, Block, blocks, package
from tests.sites import ROOT

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("name", PACKAGES)
def test_page_has_every_name_that_the_package_offers(client: Client, name: str) -> None:
    html = client.get("/api/engine/" if name == "engine" else f"/api/engine/{name}/").content.decode()
    offered = import_module(f"games.{name}").__all__
    assert [one for one in offered if f'id="{one}"' not in html] == []


@pytest.mark.parametrize("name", PACKAGES)
def test_every_name_is_explained(name: str) -> None:
    assert [entry.name for entry in package(name).entries if not entry.text] == []


def test_packages_are_those_of_the_other_reference() -> None:
    assert f"REFERENCE := {' '.join(PACKAGES)}\n" in (ROOT / "Makefile").read_text()


def test_names_are_written_as_in_the_source() -> None:
    written = {entry.name: entry for entry in package("engine").entries}
    assert written["act"].signature == "act(state: State, action: Action) -> State"
    assert written["Peek"].signature == "class Peek"
    assert "tricks_left: int" in [member.signature for member in written["View"].members]


def test_docstring_has_paragraphs_lists_and_code() -> None:
    text = "One\ntwo.\n\n    code\n\nThree:\n- four\n  five\n- six\nSeven."
    assert blocks(text) == [
        Block("p", ["One two."]),
        Block("pre", ["code"]),
        Block("p", ["Three:"]),
        Block("ul", ["four five", "six"]),
        Block("p", ["Seven."]),
    ]


def test_documents_that_are_named_are_linked(client: Client) -> None:
    html = client.get("/api/engine/").content.decode()
    assert '<a href="/api/docs/rules.md">docs/rules.md</a>' in html
