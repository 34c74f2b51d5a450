"""Pictures of games: a position as PNG, a whole game as an animated GIF."""
