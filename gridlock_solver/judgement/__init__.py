"""What a move is worth: reasons, reviews of games, puzzles."""
