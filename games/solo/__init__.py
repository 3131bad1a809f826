"""A game of one person and two bots that needs neither the site nor a database.

The engine decides, the bots choose, and the components draw: what the site does with them in rows and over sockets,
this package does in memory.
"""
