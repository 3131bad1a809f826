"""Signing up and in: passwords, second factors, keys, links, and the mails about them."""
