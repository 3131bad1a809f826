"""Open sockets: what browsers are sent as it happens, and the moves they send."""
