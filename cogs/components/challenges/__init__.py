"""Challenges and offers: the form that proposes a game, and the buttons that answer."""
