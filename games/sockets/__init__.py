"""WebSockets: updates sent to browsers, and moves received from them."""
