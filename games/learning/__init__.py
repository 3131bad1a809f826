"""What the site teaches: a first deal to play step by step, pictures of the table, and hints.

All of it is shown through the engine's views, as any table is.
"""
