"""`python -m games.analysis`: what it says of a record that it cannot analyse."""

import sys
from io import BytesIO, TextIOWrapper

import pytest

from games.analysis import __main__ as command

REFUSED = {"nothing": b"", "no JSON": b"nonsense", "two records": b"{}\n{}", "no record": b'{"bad": 1}'}


@pytest.mark.parametrize("record", REFUSED.values(), ids=REFUSED)
def test_record_that_is_not_legal_is_refused_with_a_sentence(record: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["games.analysis", "tricks"])
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(record)))
    monkeypatch.setattr("os.nice", lambda _increment: 0)
    with pytest.raises(SystemExit, match=r"^The record cannot be analysed, at record: "):
        command.main()
