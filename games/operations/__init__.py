"""What all operations of the API share: who asks, the shapes of tables, refusals, repeated requests and streams.

Each subject has its own operations, which its `subject.py` plugs in; `games.api` puts them together and describes them.
"""
