"""Isolation: search by the rules alone."""

from gridlock_solver.by_rules import solve

__all__ = ["solve"]
