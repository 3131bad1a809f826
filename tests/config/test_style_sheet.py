"""The files of the style sheet become the one file that pages load."""

import gzip
import re
from collections import Counter
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.finders import get_finder

from config.style_sheet import SHEET, SHEETS, parts

STATIC = Path(__file__).resolve().parents[2] / "static"
SOURCE = STATIC / SHEET
PARTS = [part for sheet in SHEETS for part in parts(STATIC / sheet)]
MOST_BYTES = 38_000
"""Gzipped, as servers send it."""

LOADED_BY_THEMSELVES = {*(Path(sheet).name for sheet in SHEETS), "print.css", "staff.css"}


@pytest.fixture
def source(tmp_path: Path, settings: LazySettings) -> Path:
    """Return the directory of a style sheet of two parts, which lists the second one first."""
    settings.VAR_DIR = tmp_path / "var"
    settings.STATICFILES_DIRS = [tmp_path / "static"]
    directory = tmp_path / "static" / "css"
    directory.mkdir(parents=True)
    (directory / "site.css").write_text('@import url("b.css") layer(one);\n@import url("a.css") layer(two);\n')
    (directory / "a.css").write_text("a { top: 0; }\n")
    (directory / "b.css").write_text("b { top: 0; }\n")
    (directory / "print.css").write_text("p { top: 0; }\n")
    return directory


def joined(sheet: str = SHEET) -> str:
    """Return what the development server and tests find."""
    return Path(str(finders.find(sheet))).read_text()


def test_every_file_is_in_one_style_sheet_once() -> None:
    named = [part.name for part in PARTS]
    assert sorted(named) == sorted({file.name for file in SOURCE.parent.glob("*.css")} - LOADED_BY_THEMSELVES)
    assert "@import" not in joined()


def test_parts_are_joined_in_the_order_of_the_list(source: Path) -> None:
    assert joined() == "@layer one{b{top:0}}@layer two{a{top:0}}"
    (source / "a.css").write_text("i { top: 0; }\n")
    assert joined() == "@layer one{b{top:0}}@layer two{i{top:0}}"


def test_screens_are_spelled_out_where_media_rules_name_them(source: Path) -> None:
    (source / "site.css").write_text(
        "@custom-media --low (height <= 30rem);\n@custom-media --landscape (--low) and (width >= 38rem); /* so */\n"
        '@import url("a.css") layer(one);\n'
    )
    (source / "a.css").write_text("a { top: var(--low); }\n@media (--landscape) {\n  b { top: 0; }\n}\n")
    spelled_out = "@media (((height <= 30rem)) and (width >= 38rem))"
    assert joined() == f"@layer one{{a{{top:var(--low)}}{spelled_out}{{b{{top:0}}}}}}"


def test_visitors_wait_for_neither_comments_nor_spaces(source: Path) -> None:
    (source / "a.css").write_text(
        "/* About\n   links. */\na { top: 0; } /* here */\n\n  i:is(b, u) b { font: 1em a, b; }\n"
    )
    assert joined().endswith("@layer two{a{top:0}i:is(b,u) b{font:1em a,b}}")


def test_spaces_that_mean_something_stay(source: Path) -> None:
    (source / "a.css").write_text('a :is(b, i) + p > q::before { content: "a: b; {"; width: calc(1px + 2 * 3px); }\n')
    rules = 'a :is(b,i) + p>q::before{content:"a: b; {";width:calc(1px + 2 * 3px)}'
    assert joined() == f"@layer one{{b{{top:0}}}}@layer two{{{rules}}}"


def test_style_sheet_stays_small() -> None:
    """All visitors wait for it."""
    assert len(gzip.compress(joined().encode(), 9)) <= MOST_BYTES


def test_at_most_eight_screens_have_a_name() -> None:
    """A page first uses the room that it has, as the head of site.css says."""
    assert len(re.findall("^@custom-media", SOURCE.read_text(), re.MULTILINE)) <= 8


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_named_screen_is_spelled_out(sheet: str) -> None:
    """A browser would take a name that is left for a screen that nobody has."""
    assert not re.findall(r"@media [^{]*\(--[^{]*", joined(sheet))


def test_screen_of_several_rules_has_a_name() -> None:
    rules = (rule for part in PARTS for rule in re.findall(r"@media ([^{]+)", part.read_text()))
    spelled_out = Counter(rule.strip() for rule in rules if re.search("width|height", rule))
    assert [rule for rule, count in spelled_out.items() if count > 1] == []


@pytest.mark.usefixtures("source")
def test_only_the_joined_file_is_collected() -> None:
    files = dict(get_finder("config.style_sheet.StyleSheetFinder").list([]))
    assert sorted(files) == ["css/print.css", "css/site.css"]
    assert files[SHEET].open(SHEET).read() == joined().encode()
