"""Bot processes to measure, and the players who use them."""
