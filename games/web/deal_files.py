"""Finished deals as files: records, a line each (docs/records.md), and PBN for bridge programs."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from games.engine import Proof, State, proof_to_json, record_of, to_pbn

PBN_HEAD: Final = "% PBN 2.1\n% EXPORT\n"
"""What a PBN file begins with, before `as_pbn`."""


@dataclass(frozen=True, slots=True)
class WrittenDeal:
    """A finished deal for a file: its state at the `end`, and what PBN adds. In a tournament it has the number of its
    `round` and its `table`, otherwise 0.
    """

    end: State
    names: Sequence[str]
    event: str
    board: int
    played_on: datetime | None
    proof: Proof | None
    round: int = 0
    table: int = 0


def proved_record(end: State, proof: Proof | None) -> dict[str, object]:
    """Return the record of a deal, with its proof if it has one."""
    record = record_of(end)
    return record | {"proof": proof_to_json(proof)} if proof else record


def as_records(deals: Iterable[WrittenDeal]) -> bytes:
    """Return the deals as records, a line each. They are ASCII."""
    return "".join(json.dumps(proved_record(deal.end, deal.proof)) + "\n" for deal in deals).encode()


def as_pbn(deals: Iterable[WrittenDeal]) -> bytes:
    """Return the deals as PBN, which allows only Latin-1. An empty line follows each."""
    return "".join(f"{_pbn(deal)}\n" for deal in deals).encode("latin-1", "replace")


def _pbn(deal: WrittenDeal) -> str:
    return to_pbn(
        deal.end,
        names=deal.names,
        event=deal.event,
        date=f"{deal.played_on:%Y.%m.%d}" if deal.played_on else "",
        board=deal.board,
        proof=deal.proof,
        place={"Round": str(deal.round), "Table": str(deal.table)} if deal.round else {},
    )
