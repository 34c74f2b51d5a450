"""Solutions of empty boards: who wins with perfect play."""

from __future__ import annotations

from typing import Final

from gridlock_host.errors import CannotThink
from gridlock_host.workers.async_cache import AsyncCache
from gridlock_host.workers.pool import WorkerFailed, WorkerPool
from gridlock_solver.perfect_play import Start, solved_start
from gridlock_solver.search.budget import Budget

# Small boards take far less; on large ones more would rarely lead to a proof.
_BUDGET: Final = Budget(seconds=5.0)
# The rest is for waiting until a worker is free.
_SECONDS: Final = 30.0
_MOST_CACHED: Final = 64


class SolvedBoards:
    """Solves empty boards, and caches the solutions.

    Args:
        pool: Runs the solver.
    """

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool
        self._starts: AsyncCache[tuple[str, int], Start] = AsyncCache(_MOST_CACHED)

    async def start(self, variant_key: str, size: int) -> Start:
        """Return the solution of an empty board, as far as some seconds suffice to find it.

        Raises:
            CannotThink: The solver failed.
        """
        try:
            return await self._starts.get((variant_key, size), lambda: self._solve(variant_key, size))
        except WorkerFailed as failure:
            raise CannotThink from failure

    async def _solve(self, variant_key: str, size: int) -> Start:
        return await self._pool.run(solved_start, variant_key, size, _BUDGET, seconds=_SECONDS)
