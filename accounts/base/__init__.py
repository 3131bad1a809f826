"""What both Django apps use and what knows neither: mail, outages, connections, rate limits, names as text."""
