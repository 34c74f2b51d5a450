"""Games: moves, take-backs, offers, standings."""
