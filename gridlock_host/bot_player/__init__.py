"""The bot as a player: its moves, hints, reviews, puzzles and solved boards."""
