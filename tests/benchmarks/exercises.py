"""How long the trainer takes for an exercise and its answer: `python -m tests.benchmarks.exercises [--count 50]`."""

import argparse
import os
from collections import Counter
from time import perf_counter

import django


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the exercises of the trainer.")
    parser.add_argument("--count", type=int, default=50, help="exercises of each kind (default %(default)s)")
    count = parser.parse_args().count
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()

    from games import bots
    from games.learning.exercise_answers import answer
    from games.learning.exercises import GENERATED, exercise

    bots.prepare()
    for kind in GENERATED:
        made, answered = [], []
        for number in range(1, count + 1):
            start = perf_counter()
            question = exercise(kind, number)
            made.append(1000 * (perf_counter() - start))
            answer(question, question.options[0], Counter())
            answered.append(1000 * (perf_counter() - start) - made[-1])
        print(f"{kind:6} {_times(made)}; answer {_times(answered)}")


def _times(milliseconds: list[float]) -> str:
    return f"{sum(milliseconds) / len(milliseconds):.0f} ms on average, at most {max(milliseconds):.0f}"


if __name__ == "__main__":
    main()
