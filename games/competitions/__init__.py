"""Competitions: people have results on boards, and results make a ranking.

What all competitions share is here. Sets of deals, tournaments, and the ladders over both have a package each.
"""
