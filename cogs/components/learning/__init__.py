"""What people press to learn: the tutorial and the opening explorer."""
