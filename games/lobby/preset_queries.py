"""The presets of rules, as the staff has ordered and named them."""

from django.utils.translation import get_language

from accounts.site_config.settings_cache import cached
from games.lobby.presets import BUILT_IN, Preset
from games.models import RulesPreset, rules_of
from games.models.values import TableOptions


def presets() -> list[Preset]:
    """Return all presets in the reader's language, the default first; the built-in ones if the staff has none."""
    rows = cached(RulesPreset.cache_name, lambda: list(RulesPreset.objects.all()))
    return [_preset(row) for row in rows] or list(BUILT_IN)


def preset(code: str) -> Preset:
    """Return the preset with this code, or the default if there is none."""
    known = presets()
    return next((preset for preset in known if preset.code == code), known[0])


def _preset(row: RulesPreset) -> Preset:
    spanish = (get_language() or "").startswith("es")
    return Preset(
        row.code,
        row.name_es if spanish else row.name_en,
        row.line_es if spanish else row.line_en,
        rules_of(row),
        TableOptions(clock=row.clock, patience=row.patience, bot_level=row.bot_level),
    )
