"""Looks of a board: what each cell shows, and the parts of a message that show it."""
