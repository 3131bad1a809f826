"""The layout depends on the site's own typeface, not on the fonts that a visitor happens to have."""

import os
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.chromium import FLAGS
from tests.conftest import unavailable
from tests.layout.one_page import OnePage
from tests.layout.rules import ON_TABLES
from tests.layout.scenes import tables_in
from tests.layout.sizes import LAPTOP, PHONE, UPRIGHT_TABLET

FONTS = Path("/usr/share/fonts/truetype")
OTHERS = {"none": None, "fonts-dejavu": FONTS / "dejavu", "fonts-noto-core": FONTS / "noto"}
"""Packages of Debian, and where they put their fonts."""

CONFIGURATION = "<?xml version='1.0'?><!DOCTYPE fontconfig SYSTEM 'fonts.dtd'><fontconfig>{}</fontconfig>"


def test_table_is_set_in_the_sites_own_typeface(browser: Browser) -> None:
    with OnePage(browser, PHONE, tables_in("es")["follow"]) as page:
        devtools = page.page.context.new_cdp_session(page.page)
        devtools.send("DOM.enable")
        devtools.send("CSS.enable")
        document = devtools.send("DOM.getDocument")["root"]["nodeId"]
        parts = devtools.send("DOM.querySelectorAll", {"nodeId": document, "selector": "#game *"})["nodeIds"]
        fonts = [devtools.send("CSS.getPlatformFontsForNode", {"nodeId": part})["fonts"] for part in parts]
    used = [font for of_part in fonts for font in of_part]
    assert used
    assert [font for font in used if not font["isCustomFont"] or "Figtree" not in font["familyName"]] == []


@pytest.mark.campaign
@pytest.mark.parametrize("package", OTHERS)
def test_tables_have_no_fault_with_other_fonts(browser: Browser, chromium: str, package: str, tmp_path: Path) -> None:
    folder = OTHERS[package]
    if folder and not folder.is_dir():
        unavailable(f"{package} is not installed")
    folders = f"<cachedir>{tmp_path}/cache</cachedir>" + (f"<dir>{folder}</dir>" if folder else "")
    configuration = tmp_path / "fonts.conf"
    configuration.write_text(CONFIGURATION.format(folders))
    environment: dict[str, str | float | bool] = {**os.environ, "FONTCONFIG_FILE": str(configuration)}
    others = browser.browser_type.launch(executable_path=chromium, args=FLAGS, env=environment)
    tables, faults = tables_in("es"), []
    for screen in (PHONE, UPRIGHT_TABLET, LAPTOP):
        with OnePage(others, screen, tables["follow"]) as page:
            faults += [f"{screen} {fault}" for fault in page.faults(tables, ON_TABLES)]
    others.close()
    assert not faults, "\n".join(faults)
