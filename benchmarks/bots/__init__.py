"""Bot processes to measure, and their players."""
