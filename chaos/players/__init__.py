"""Actors: what they do, and what they see."""
