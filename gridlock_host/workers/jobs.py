"""Jobs of a front end, such as drawing a picture, which run in the worker processes beside the solver."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar, TypeVarTuple

from gridlock_host.errors import CannotThink
from gridlock_host.workers.pool import WorkerFailed, WorkerPool

_T = TypeVar("_T")
_Ts = TypeVarTuple("_Ts")

# A job takes milliseconds; the rest is for waiting until a worker is free.
_SECONDS: Final = 20.0


class Jobs:
    """Runs short computations in the workers.

    Args:
        pool: The workers.
    """

    def __init__(self, pool: WorkerPool) -> None:
        self._pool = pool

    async def run(self, function: Callable[[*_Ts], _T], *args: *_Ts, guild_id: int, user_id: int) -> _T:
        """Return what an importable function returns in a worker.

        Args:
            function: The function.
            args: Its arguments.
            guild_id: The server for which it runs.
            user_id: The person for whom it runs.

        Raises:
            CannotThink: It failed, or no worker was free in time.
        """
        try:
            return await self._pool.run(function, *args, seconds=_SECONDS, server=guild_id, person=user_id)
        except WorkerFailed as failure:
            raise CannotThink from failure
