"""What the site teaches: a first deal to play step by step, pictures of the table, and hints.

Everything is made from engine views, like any other table.
"""
