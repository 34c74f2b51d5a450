"""What people press to learn: the tutorial, the opening explorer, and exercises from their own games."""
