"""Restrictions by the staff."""
