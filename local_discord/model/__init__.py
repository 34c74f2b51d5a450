"""The state: guilds, channels, messages, members."""
