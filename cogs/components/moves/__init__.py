"""Buttons and menus that make a move, and the questions on the way."""
