"""Sentences that several messages share, and their translation."""
