"""Solvers of the variants, one module each."""
