"""Records of games: a line of text or a JSON object that holds a whole game."""
