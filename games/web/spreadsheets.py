"""Files for spreadsheets."""

from typing import Final

FORMULA_STARTS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")  # noqa: RUF001
"""What makes a spreadsheet take a cell for a formula; in some countries also the wide forms of the signs."""


def cell(value: object) -> object:
    """Escape text that a spreadsheet would run as a formula, such as a table's name."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value
