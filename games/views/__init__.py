"""The pages of tables and of the lobby: read the request, call a service or query, answer."""
