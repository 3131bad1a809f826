"""Notifications for players who are away, by push to their browsers and by mail: `services.notify_on_commit`."""
