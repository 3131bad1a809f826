"""The field in which a reader chooses a time zone."""

from typing import Any

from django import forms

from accounts.base import time_zones


class ZoneField(forms.ChoiceField):
    """Places by area, UTC, and the zones of this form: that of the reader, as "Etc/GMT-3" or "GB", and the one chosen
    before. Any known zone is taken. `before` are choices that come first.
    """

    def __init__(self, *, before: list[tuple[str, Any]] | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._before = before or []

    def valid_value(self, value: Any) -> bool:
        return value in time_zones.known_zones() or value in dict(self._before)

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        bound = super().get_bound_field(form, field_name)
        self.choices = [*self._before, *self._zones({time_zones.current_key(), bound.value()})]
        return bound

    def _zones(self, of_form: set[Any]) -> list[tuple[str, Any]]:
        """Return the choices of zones, those of the form that are no places beside UTC."""
        areas = [(area, [(zone, _shown(zone)) for zone in zones]) for area, zones in time_zones.zones_by_area()]
        places = {zone for _area, zones in time_zones.zones_by_area() for zone in zones}
        others = sorted((of_form & time_zones.known_zones()) - places - {"UTC"})
        return [("UTC", "UTC"), *((zone, _shown(zone)) for zone in others), *areas]


def _shown(zone: str) -> str:
    return zone.replace("_", " ")
