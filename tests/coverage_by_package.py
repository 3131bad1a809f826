"""Prints what share of each package the tests ran: `python -m tests.coverage_by_package`, after a run with `--cov`."""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path


def main() -> None:
    with tempfile.TemporaryDirectory() as directory:
        report = Path(directory) / "coverage.json"
        subprocess.run([sys.executable, "-m", "coverage", "json", "--quiet", "-o", report], check=True)
        files = json.loads(report.read_text())["files"]
    for line in table({name: file["summary"] for name, file in files.items()}):
        print(line)


def table(summaries: dict[str, dict[str, int]]) -> list[str]:
    """Return a line for each package, least covered first, from the summaries of its files by path."""
    statements: Counter[str] = Counter()
    covered: Counter[str] = Counter()
    for name, summary in summaries.items():
        package = str(Path(name).parent)
        statements[package] += summary["num_statements"]
        covered[package] += summary["covered_lines"]
    shares = {package: covered[package] / count for package, count in statements.items() if count}
    return [
        f"{100 * shares[package]:5.1f} %  {statements[package] - covered[package]:4} of {statements[package]:5} not run"
        f"  {package}"
        for package in sorted(shares, key=lambda package: (shares[package], package))
    ]


if __name__ == "__main__":
    main()
