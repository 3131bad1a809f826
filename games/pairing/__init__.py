"""Players who look for others: their requests, who is paired with whom, and the tables that the site opens."""
