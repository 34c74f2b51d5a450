"""Search and graph algorithms that several solvers use."""
