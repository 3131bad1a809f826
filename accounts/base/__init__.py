"""What both Django apps use and what depends on neither: mail, outages, connections, rate limits, rules for names."""
