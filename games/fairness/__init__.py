"""Counts of dealt cards, and the page on which anyone can verify a deal (docs/fairness.md)."""
