"""Messages: rendering them, posting them, and keeping them equal to the database."""
