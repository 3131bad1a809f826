"""Players' names in the database: who may take which, and the keys by which they are compared."""
