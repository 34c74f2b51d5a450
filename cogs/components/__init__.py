"""Buttons and select menus, one module a feature."""
