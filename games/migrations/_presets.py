"""The ready sets of rules that a new site has, and what was changed in their words."""

from typing import Any, Final

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PRESETS: Final[list[tuple[str, str, str, str, str, dict[str, Any]]]] = [
    (
        "classic",
        "Classic 500",
        "Clásica a 500",
        "The dummy stays face down while you bid; first to 500. The standard game.",
        "Al pujar, el muerto está boca abajo; a 500 puntos. La partida normal.",
        {},
    ),
    (
        "short",
        "Short 300",
        "Corta a 300",
        "The dummy stays face down while you bid; first to 300. A shorter game.",
        "Al pujar, el muerto está boca abajo; a 300 puntos. Una partida más corta.",
        {"target": 300},
    ),
    (
        "three",
        "Three Peeky",
        "Mirar tres",
        "Each of you sees three cards of the dummy.",
        "Cada cual ve tres cartas del muerto.",
        {"peek": "three"},
    ),
    (
        "flip2",
        "Flip 2",
        "Destapar 2",
        "Six cards of the dummy lie open while you bid.",
        "Se puja con seis cartas del muerto a la vista.",
        {"peek": "flip2"},
    ),
    (
        "suicide",
        "Suicide",
        "Suicida",
        "Each side has to bid nil on one of its hands.",
        "Cada bando tiene que pujar nil en una de sus manos.",
        {"bidding": "suicide"},
    ),
    (
        "mirror",
        "Mirror",
        "Espejo",
        "You bid as many tricks as you have spades.",
        "Pujas tantas bazas como picas tienes.",
        {"bidding": "mirror"},
    ),
]

FORMER_LINES: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "classic": {
        "line_en": ("No peeking, first to 500. The game as it is meant.",),
        "line_es": ("Sin mirar y a 500 puntos. El juego tal como es.",),
    },
    "short": {
        "line_en": (
            "The same to 300: about six deals.",
            "No peeking, first to 300: about six deals.",
            "No peeking, first to 300: half as long.",
        ),
        "line_es": (
            "Lo mismo a 300: unos seis repartos.",
            "Sin mirar y a 300 puntos: unos seis repartos.",
            "Sin mirar y a 300 puntos: la mitad de larga.",
        ),
    },
    "suicide": {"line_en": ("One hand of every side is nil.",), "line_es": ("Una mano de cada bando va a nil.",)},
    "mirror": {
        "line_en": ("You bid your spades, no more and no less.",),
        "line_es": ("Pujas tus picas, ni una más ni una menos.",),
    },
}
"""What the presets of a new site said before, by their code and the column."""


def add(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Store the presets of a new site."""
    rows = apps.get_model("games", "RulesPreset").objects
    for position, (code, name_en, name_es, line_en, line_es, rules) in enumerate(PRESETS, start=1):
        usual = {"peek": "none", "bidding": "standard", "target": 500, "bag_limit": 10}
        rows.create(
            position=position,
            code=code,
            name_en=name_en,
            name_es=name_es,
            line_en=line_en,
            line_es=line_es,
            **{**usual, **rules},
        )


def bring_up_to_date(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Give the presets the lines of a new site where they have former ones. What the staff has written stays."""
    rows = apps.get_model("games", "RulesPreset").objects
    for code, _, _, *lines, _ in PRESETS:
        for column, line in zip(("line_en", "line_es"), lines, strict=True):
            former = FORMER_LINES.get(code, {}).get(column, ())
            rows.filter(code=code, **{f"{column}__in": former}).update(**{column: line})
