"""The cogs seen from within."""
