"""Personal data: export, deletion, and taking over a guest's data."""
