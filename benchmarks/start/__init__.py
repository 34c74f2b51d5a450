"""Starts of a bot in many shards, within the limits of the stand-in."""
