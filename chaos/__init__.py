"""Fault injection: players act on the stand-in while the bot, Discord and the network fail; then all is checked."""
