"""Sending of messages: posts and edits, tries again, and what a channel or the application allows."""
