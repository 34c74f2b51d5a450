"""Benchmarks; each prints a table. `python -m benchmarks` runs them all."""
