"""What both Django apps stand on, and what knows of neither: mail, outages, connections, rate limits, names as text."""
