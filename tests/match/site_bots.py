"""The site’s bots as a program, for test_match: `python -m games.bots` from any directory."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from games.bots.__main__ import main

main()
