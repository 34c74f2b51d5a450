"""Buttons, menus and forms: what each use does."""
