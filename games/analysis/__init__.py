"""Analyses of a finished deal: the double-dummy tricks of every card, the points that best play would have scored, what
an expert thinks of each bid and card without seeing the other hands, and the worth of every bid.

They are slow, so they are done in units, between which bots choose, and no page waits for them. Only `best_play` and
`steps` import the solver; the other modules are cheap to import.
"""
