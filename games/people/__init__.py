"""Whom players know and report."""
