"""The table's HTML: one module for each thing on the table, with its markup.

What everybody sees is drawn once, from the spectator's snapshot, and names seats absolutely (`public.py`). What one
viewer sees is drawn from that viewer's snapshot (`private.py`). `frames.py` combines both for pages and sockets.
"""
