"""Files for spreadsheets."""

import re
from typing import Final

_FORMULA: Final = re.compile("(^|;)(?=[=+\\-@\t\r\n＝＋－＠])")  # noqa: RUF001  # full-width signs begin formulas too
"""The place before what makes a spreadsheet take a cell for a formula; in some countries also the wide forms of the
signs. In countries with a decimal comma, such as Spain, spreadsheets also begin a cell at a semicolon.
"""


def cell(value: object) -> object:
    """Escape text that a spreadsheet would run as a formula, such as a table's name."""
    return _FORMULA.sub(r"\1'", value) if isinstance(value, str) else value
