"""The gateway: the bot's sessions, and their connections."""
