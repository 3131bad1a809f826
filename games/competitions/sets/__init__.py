"""Sets of deals: the same boards for everyone, each played alone against the same two bots, and their results compared.

docs/duplicate.md defines what is compared, and how.
"""
