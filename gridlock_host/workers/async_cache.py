"""LRU cache of awaitables."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class AsyncCache(Generic[Key, Value]):
    """The values used last, by key. A value that is being computed is awaited, not computed again.

    Args:
        most: The maximum number of values.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._tasks: OrderedDict[Key, asyncio.Task[Value]] = OrderedDict()

    async def get(self, key: Key, compute: Callable[[], Coroutine[Any, Any, Value]]) -> Value:
        """Return the value of a key.

        A caller that is cancelled does not stop the computation: other callers may await it, and it is cached.

        Args:
            key: The key.
            compute: Computes the value. An exception is raised in all callers, and is not cached.
        """
        task = self._tasks.get(key)
        if task is None:
            task = asyncio.get_running_loop().create_task(compute())
            task.add_done_callback(partial(self._drop_if_failed, key))
            self._tasks[key] = task
        self._tasks.move_to_end(key)
        if len(self._tasks) > self._most:
            self._tasks.popitem(last=False)
        return await asyncio.shield(task)

    def _drop_if_failed(self, key: Key, task: asyncio.Task[Value]) -> None:
        if (task.cancelled() or task.exception() is not None) and self._tasks.get(key) is task:
            del self._tasks[key]
