"""Files for spreadsheets, as comma-separated values."""

import codecs
import csv
import io
import re
from collections.abc import Iterable
from typing import Final

CONTENT_TYPE: Final = "text/csv; charset=utf-8"

BEGIN: Final = codecs.BOM_UTF8
"""What a file begins with: without it, Excel reads UTF-8 as Windows-1252."""

_FORMULA: Final = re.compile("(^|;)(?=[=+\\-@\t\r\n＝＋－＠])")  # noqa: RUF001  # full-width signs begin formulas too
"""The place before what makes a spreadsheet take a cell for a formula; in some countries also the wide forms of the
signs. In countries with a decimal comma, such as Spain, spreadsheets also begin a cell at a semicolon.
"""


def file(rows: Iterable[Iterable[object]]) -> bytes:
    """Return a whole file with these rows."""
    return BEGIN + lines(rows)


def lines(rows: Iterable[Iterable[object]]) -> bytes:
    """Return rows as a part of a file. Text that a spreadsheet would run as a formula is escaped."""
    text = io.StringIO()
    csv.writer(text).writerows(map(_cell, row) for row in rows)
    return text.getvalue().encode()


def _cell(value: object) -> object:
    """Escape text that a spreadsheet would run as a formula, such as a table's name."""
    return _FORMULA.sub(r"\1'", value) if isinstance(value, str) else value
