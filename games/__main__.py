"""Says where the documentation of the package is, and its commands: `python -m dummy_hand_spades`."""

import sys
from pathlib import Path

from . import __version__

COMMANDS = ("engine", "analysis", "bots", "match")


def main() -> None:
    """Print the version, the folder of the documentation, and the commands."""
    package = Path(__file__).parent
    docs = package / "docs" if (package / "docs").is_dir() else package.parent / "docs"
    lines = [f"Dummy Hand Spades {__version__}", f"Documentation: {docs / 'engine.md'}", "Commands:"]
    lines += [f"  python -m {__package__}.{command} --help" for command in COMMANDS]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
