"""Search and graph algorithms that the solvers share."""
