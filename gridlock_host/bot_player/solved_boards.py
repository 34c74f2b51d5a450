"""What perfect play gives from the empty boards."""

from __future__ import annotations

from typing import Final

from gridlock_host.errors import CannotThink
from gridlock_host.workers.async_cache import Remembered
from gridlock_host.workers.pool import Thinker, ThinkingFailed
from gridlock_solver.perfect_play import Start, solved_start
from gridlock_solver.search.budget import Budget

# Small boards take far less; on large ones more would rarely lead to a proof.
_BUDGET: Final = Budget(seconds=5.0)
# The rest is for waiting until something else is thought through.
_SECONDS: Final = 30.0
_MOST_KEPT: Final = 64


class Openings:
    """Solves empty boards, and remembers them.

    Args:
        thinker: Where they are solved.
    """

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker
        self._starts: Remembered[tuple[str, int], Start] = Remembered(_MOST_KEPT)

    async def start(self, variant_key: str, size: int) -> Start:
        """The solution of an empty board, as far as one is found in some seconds.

        Raises:
            CannotThink: The board could not be looked at.
        """
        try:
            return await self._starts.get((variant_key, size), lambda: self._solve(variant_key, size))
        except ThinkingFailed as failure:
            raise CannotThink from failure

    async def _solve(self, variant_key: str, size: int) -> Start:
        return await self._thinker.run(solved_start, variant_key, size, _BUDGET, seconds=_SECONDS)
