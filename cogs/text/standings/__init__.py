"""Sentences of leaderboards, ratings, seasons and announcements."""
