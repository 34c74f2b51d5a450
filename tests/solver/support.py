"""What the tests of the solvers share."""

from gridlock_solver import Budget

AMPLE = Budget(seconds=3600)
"""A budget that only the number of positions limits, so that results do not depend on the machine."""
