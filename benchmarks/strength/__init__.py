"""Strength of the bot's levels, measured in a tournament."""
