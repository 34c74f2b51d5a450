"""The error for a store with which nothing can be begun."""

from __future__ import annotations


class DatabaseUnusable(Exception):
    """The database cannot be used as it is; the message tells whoever hosts the bot what to do."""
