"""Messages about a server: the welcome card, its settings, the log of moderation."""
