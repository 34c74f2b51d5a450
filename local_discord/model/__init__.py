"""The state of the pretend Discord: guilds, channels, messages, members."""
