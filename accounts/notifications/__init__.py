"""What players are told while they are away, by push to their browsers and by mail: `services.notify_on_commit`."""
