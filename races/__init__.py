"""Two actions at once on one game or challenge, again and again: `python -m races`."""
