"""Games: moves, take-backs, offers."""
