"""Ratings of the members of a server and of the bot's levels."""
