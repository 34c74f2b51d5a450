"""Typed command lines: parsing and suggestions, for the terminal and the page."""
