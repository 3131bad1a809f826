"""The figures as lines of text."""

from collections.abc import Sequence

from tests.benchmarks.load.measuring import Figures, Load

WIDTHS = (23, 10, 6, 5, 7, 8, 9, 9, 8, 7, 7, 7)
TITLES = ("", "moves by", "tables", "pace", "moves", "moves/s", "a CPU s", "median", "99th %", "bytes", "server", "we")
NOTES = """
pace: moves/s a table, or the next move as soon as all three browsers show the last
a CPU s: moves for each second of the server's processor time, which other work on the machine disturbs least
median, 99th %: milliseconds from sending a move to the last of the three browsers showing it
tables are not in step: before a measurement each plays on to a point of a deal of its own
bytes: what the three browsers received for a move; server, we: how busy the cores were
"""


def row(cells: Sequence[str]) -> str:
    """Words to the left, figures to the right."""
    return " ".join(
        cell.ljust(width) if number < 2 else cell.rjust(width)
        for number, (cell, width) in enumerate(zip(cells, WIDTHS, strict=True))
    )


def line(name: str, way: str, load: Load, figures: Figures) -> str:
    """What one measurement brought."""
    return row(
        (
            name,
            way,
            f"{load.tables}",
            f"{load.rate:g}/s" if load.rate else "fast",
            f"{len(figures.latencies):,}",
            f"{figures.moves_a_second:,.0f}",
            f"{figures.moves_a_cpu_second:,.0f}",
            f"{figures.percentile(0.5) * 1000:.2f}",
            f"{figures.percentile(0.99) * 1000:.2f}",
            f"{figures.bytes_a_move:,.0f}",
            f"{figures.server_busy:.0%}",
            f"{figures.we_were_busy:.0%}",
        )
    )


def idle_line(name: str, way: str, costs: tuple[float, float]) -> str:
    memory, time = costs
    begin = row((name, way, "", "idle", *[""] * 8)).rstrip()
    return f"{begin}  {memory / 1024:.1f} KiB and {time * 1e6:.0f} µs a second for each connected player"
