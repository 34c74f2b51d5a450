"""What a guild sets and what its moderators do."""
