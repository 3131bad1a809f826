"""Texts, charts and score tables for templates: computed once, without any rule of the game."""
