"""What people press to learn: puzzles, the tutorial, the opening explorer, and exercises from their own games."""
