"""Standings and seasons, and which games are rated."""
