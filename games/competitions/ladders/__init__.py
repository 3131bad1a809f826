"""Seasons: ladders of a month with divisions (docs/seasons.md)."""
