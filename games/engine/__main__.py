"""Check deal records (docs/records.md) from the command line: `python -m games.engine [--view V] < records > results`.

Exit status: 0 if all records are legal, 1 if some are not, 2 for a usage error.
"""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator

from .events import JSON
from .records import VIEWERS, check


def main() -> int:
    """Print a result for every line of standard input; return 0 if all are legal records, else 1."""
    view = _parser().parse_args().view
    all_legal = True
    for result in _results(sys.stdin.buffer, view):
        sys.stdout.write(json.dumps(result) + "\n")
        all_legal = all_legal and result["legal"]
    return 0 if all_legal else 1


def _results(lines: Iterable[bytes], view: str | None) -> Iterator[JSON]:
    return (check(line, view) for line in lines if not line.isspace())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m games.engine",
        description="Check deal records, one JSON object a line, and answer each with its result.",
        allow_abbrev=False,
    )
    parser.add_argument("--view", choices=VIEWERS, help="also tell what this viewer may know")
    return parser


if __name__ == "__main__":
    sys.exit(main())
