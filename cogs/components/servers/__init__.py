"""The welcome card of a server, and its settings."""
