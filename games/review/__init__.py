"""Reviews of finished deals, their analyses and replays, and deals on pages of other sites."""
