"""The bot's application at Discord: its profile, what to enter in the portal, and checks before and while it runs."""
