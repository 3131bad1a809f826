"""Dates in Spanish, with the names of months in lower case."""

MONTH_DAY_FORMAT = "j b"
