"""Sentences that the bot says, and their translation."""
