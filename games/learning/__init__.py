"""What the site teaches: lessons to play step by step, the trainer, hints, and pictures of the table.

Everything is made from engine views, like any other table.
"""
