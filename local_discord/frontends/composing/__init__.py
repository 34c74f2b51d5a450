"""Command lines: parsing and completion, for the terminal and the page."""
