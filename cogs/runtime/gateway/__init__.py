"""Shards: how they connect, and which of their events are served."""
