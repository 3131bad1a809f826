"""A program that plays as beginners do, for test_match."""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from games.bots import choose
from games.bots.protocol import action_text
from games.engine import read_view

for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "hello":
        sys.stdout.write("ready\n")
    elif word == "position":
        view = read_view(rest)
    elif word == "go":
        sys.stdout.write(f"best {action_text(choose(view, random.Random(1)))}\n")
    sys.stdout.flush()
