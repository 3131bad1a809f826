"""Files for spreadsheets."""

import csv
from io import StringIO

from games.web import spreadsheets


def test_file_begins_with_a_mark_and_has_a_line_for_each_row() -> None:
    written = spreadsheets.file([("player", "points"), ("Zoë, the 2nd", -60), (None, 1.5)])
    assert written == b'\xef\xbb\xbfplayer,points\r\n"Zo\xc3\xab, the 2nd",-60\r\n,1.5\r\n'


def test_text_that_begins_like_a_formula_is_escaped_and_numbers_are_not() -> None:
    texts = ["=1+1", "+1", "-1", "@A1", "\tA", "\uff1d1", "A;=1", "A=1"]
    (row, numbers) = csv.reader(StringIO(spreadsheets.lines([texts, [-60, -1.5]]).decode(), newline=""))
    assert row == ["'=1+1", "'+1", "'-1", "'@A1", "'\tA", "'\uff1d1", "A;'=1", "A=1"]
    assert numbers == ["-60", "-1.5"]
