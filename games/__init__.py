"""Tables, games and everything about them. Uses `accounts`; docs/architecture.md says where things are."""
