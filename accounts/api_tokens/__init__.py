"""Tokens with which programs act as a player."""
