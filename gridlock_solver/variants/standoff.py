"""Solver of Standoff: see `gridlock_solver.standoff`.

Standoff is the game of Snort (S. Norton) on the graph in which touching cells are neighbours: E. R. Berlekamp, J. H.
Conway and R. K. Guy, "Winning Ways for Your Mathematical Plays" (1982).
"""

from gridlock_solver.standoff.opening_table import MOST_CLAIMED
from gridlock_solver.standoff.pairing import reason
from gridlock_solver.standoff.solver import EXACT_TO, solve_standoff, winning_answers
from gridlock_solver.variant_solver import VariantSolver

STANDOFF = VariantSolver(
    solve_standoff, reason, punish=winning_answers, exact_to=EXACT_TO, starts_exact_to=max(MOST_CLAIMED)
)
