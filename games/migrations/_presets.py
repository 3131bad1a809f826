"""The ready sets of rules that a new site has, and what was changed in their words."""

from typing import Any, Final

from django.apps.registry import Apps
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PRESETS: Final[list[tuple[str, str, str, str, str, dict[str, Any]]]] = [
    (
        "classic",
        "Classic 500",
        "Clásica a 500",
        "No peeking, first to 500. The game as it is meant.",
        "Sin mirar y a 500 puntos. El juego tal como es.",
        {},
    ),
    (
        "short",
        "Short 300",
        "Corta a 300",
        "No peeking, first to 300: half as long.",
        "Sin mirar y a 300 puntos: la mitad de larga.",
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
        "One hand of every side is nil.",
        "Una mano de cada bando va a nil.",
        {"bidding": "suicide"},
    ),
    (
        "mirror",
        "Mirror",
        "Espejo",
        "You bid your spades, no more and no less.",
        "Pujas tus picas, ni una más ni una menos.",
        {"bidding": "mirror"},
    ),
]

FORMER_LINES: Final = {
    "line_en": ("The same to 300: about six deals.", "No peeking, first to 300: about six deals."),
    "line_es": ("Lo mismo a 300: unos seis repartos.", "Sin mirar y a 300 puntos: unos seis repartos."),
}
"""What the preset `short` said in versions up to 0.2.0, and for some days after it."""


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


def say_how_long(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Say how long a game to 300 takes, in full, as a preset is shown alone too. What the staff has written stays."""
    rows = apps.get_model("games", "RulesPreset").objects
    (now,) = (
        {"line_en": line_en, "line_es": line_es} for code, _, _, line_en, line_es, _ in PRESETS if code == "short"
    )
    for column, former in FORMER_LINES.items():
        rows.filter(**{f"{column}__in": former}).update(**{column: now[column]})
