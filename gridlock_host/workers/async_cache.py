"""What was worked out is not worked out again, as long as there is room to remember it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class AsyncCache(Generic[Key, Value]):
    """The values asked for last, each by its key. One that is being worked out is waited for, not begun again.

    Args:
        most: The number of values that are kept.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._tasks: OrderedDict[Key, asyncio.Task[Value]] = OrderedDict()

    async def get(self, key: Key, work_out: Callable[[], Coroutine[Any, Any, Value]]) -> Value:
        """The value of a key.

        Whoever is cancelled while waiting does not stop the work: others may wait for it, and it is kept.

        Args:
            key: The key.
            work_out: Works the value out. What it raises is raised for all who wait, and not kept.
        """
        task = self._tasks.get(key)
        if task is None:
            task = asyncio.get_running_loop().create_task(work_out())
            task.add_done_callback(partial(self._drop_if_failed, key))
            self._tasks[key] = task
        self._tasks.move_to_end(key)
        if len(self._tasks) > self._most:
            self._tasks.popitem(last=False)
        return await asyncio.shield(task)

    def _drop_if_failed(self, key: Key, task: asyncio.Task[Value]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._tasks.get(key) is task:
            del self._tasks[key]
