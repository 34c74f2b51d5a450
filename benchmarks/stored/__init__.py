"""Cost of what is stored: open games and results by the hundred thousand."""
