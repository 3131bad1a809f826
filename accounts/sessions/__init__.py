"""Sessions of accounts: how they are stored, and when they end."""
