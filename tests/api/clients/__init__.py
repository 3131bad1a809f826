"""Clients that are generated from the description of the API."""
