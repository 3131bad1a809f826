"""The ready sets of rules, in the order and the words the staff gave them."""

from __future__ import annotations

from django.utils.translation import get_language

from accounts.site_config.settings_cache import remembered
from games.lobby.presets import BUILT_IN, Preset
from games.models import RulesPreset
from games.play import event_log
from games.play.snapshot import TableOptions


def presets() -> list[Preset]:
    """All of them in the reader's language, the usual game first; those a site begins with if the staff keeps none."""
    rows = remembered(RulesPreset.remembered_as, lambda: list(RulesPreset.objects.all()))
    return [_preset(row) for row in rows] or list(BUILT_IN)


def preset(code: str) -> Preset:
    """The one with this code, or the usual game if there is none."""
    known = presets()
    return next((preset for preset in known if preset.code == code), known[0])


def _preset(row: RulesPreset) -> Preset:
    spanish = (get_language() or "").startswith("es")
    return Preset(
        row.code,
        row.name_es if spanish else row.name_en,
        row.line_es if spanish else row.line_en,
        event_log.rules_of(row),
        TableOptions(clock=row.clock, patience=row.patience, bot_level=row.bot_level),
    )
