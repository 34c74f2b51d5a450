"""Open games in memory, and what is read and written for them with nearly every request."""
