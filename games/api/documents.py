"""The documents that somebody who writes a program needs, as the repository has them: text in English."""

from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

DOCUMENTS: Final = {
    "docs/api.md": "How programs read and play",
    "docs/rules.md": "The rules",
    "docs/records.md": "How deals are written: cards, moves, faults",
    "docs/duplicate.md": "Duplicate tables, sets of deals and tournaments",
    "docs/analysis.md": "What the analysis of a deal says",
    "docs/seasons.md": "What counts in a season, and its divisions",
    "docs/fairness.md": "How deals are made, and verified",
    "docs/engine.md": "The rules and the bots as a Python package: a tutorial",
    "docs/experts.md": "The package: stronger bots, and analyses",
    "docs/environment.md": "The package: an environment for programs that learn",
    "docs/protocol.md": "The package: programs that play, in any language, and matches between them",
    "docs/recipes.md": "The package: five short programs",
    "examples/bot.py": "A bot in Python",
    "examples/bot.ts": "A bot in TypeScript, with a client made from the description",
    "examples/learn.py": "A program that learns, in Python",
}
"""Files of the repository, each with what it is. Their links lead to one another, as their addresses end like paths."""


def document(_request: HttpRequest, file: str) -> HttpResponse:
    """Return one of these files."""
    return HttpResponse((settings.BASE_DIR / file).read_bytes(), content_type="text/plain; charset=utf-8")
