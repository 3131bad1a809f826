"""Whom players follow and who is online."""
