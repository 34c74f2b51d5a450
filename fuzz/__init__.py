"""Feeding texts that nobody would write to everything that reads texts, guided by what they reach."""
