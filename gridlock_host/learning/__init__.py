"""What people learn with: the tutorial and the opening explorer."""
