"""Servers: settings, moderation, published commands."""
