"""Checks of the solvers against plain search by the rules."""
