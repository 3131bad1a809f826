"""Guests and registered players. Knows nothing of games."""
