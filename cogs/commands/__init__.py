"""Slash commands and context menus, one module a feature."""
