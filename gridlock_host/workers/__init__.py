"""Worker processes for the solver."""
