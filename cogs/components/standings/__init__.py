"""Leaderboards and profiles of members."""
