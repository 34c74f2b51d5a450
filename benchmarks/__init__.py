"""Programs that measure speed; each prints a table."""
