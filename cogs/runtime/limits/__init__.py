"""Limits: what one person, one server and the whole bot may do in a time."""
