"""Browsers read the same rules in the style sheets that are served, minified, as in those that are written."""

from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from playwright.sync_api import Browser

from config.static_storage import MINIFIERS

SHEETS = sorted((Path(settings.BASE_DIR) / "static" / "css").glob("*.css"))

RULES = """sheet => {
  const all = rules => [...rules].flatMap(rule => [
    rule.selectorText ?? rule.conditionText ?? rule.name ?? rule.cssText,
    (rule.style?.cssText ?? "").replaceAll(/\\s+/g, ""),
    ...all(rule.cssRules ?? []),
  ]);
  const read = new CSSStyleSheet();
  read.replaceSync(sheet);
  return all(read.cssRules);
}"""
"""Selectors and conditions as the browser understands them, and declarations without spaces."""


@pytest.fixture
def rules(browser: Browser) -> Callable[[bytes], list[str]]:
    page = browser.new_page()
    return lambda sheet: page.evaluate(RULES, sheet.decode())


@pytest.mark.parametrize("path", SHEETS, ids=[path.name for path in SHEETS])
def test_minified_sheet_has_the_same_rules(rules: Callable[[bytes], list[str]], path: Path) -> None:
    written = path.read_bytes()
    assert rules(MINIFIERS["css"](written)) == rules(written)
