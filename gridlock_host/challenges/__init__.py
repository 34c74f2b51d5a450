"""Challenges: proposing, answering, admission, rematches, games against the bot."""
