"""The solvers of the variants, one module each."""
