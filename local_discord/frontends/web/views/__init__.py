"""The JSON that the page receives."""
