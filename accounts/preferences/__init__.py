"""What players choose for themselves: language, time zone, looks of the table, visibility, vacations."""
