"""Moments in the reader's time zone, and the name of that zone."""

from django import template

from accounts.base.time_zones import current_key, moment, named_zone

register = template.Library()

register.simple_tag(current_key, name="zone_key")
register.simple_tag(moment)
register.simple_tag(named_zone)
