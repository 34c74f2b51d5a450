"""Games: moves, resignation, offers between the players, standings."""
