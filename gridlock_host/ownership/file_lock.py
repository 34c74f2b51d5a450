"""Claims on an SQLite database: locks on bytes of an empty file beside it, which the operating system releases.

The byte `_MUTEX` serialises claiming. From `_COUNTS` on, each byte stands for a number of shards, and is shared by all
processes that use this number. From `_PARTS` on, each byte stands for a shard. A process that serves all servers locks
everything after `_MUTEX`.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from gridlock_host.ownership.shards import FreeShards, Held, Shards, SharedClaim
from gridlock_host.storage.sqlite import OWNER_ONLY

_MUTEX: Final = 0
_COUNTS: Final = 1
_PARTS: Final = 1 << 32
_TO_THE_END: Final = 0
_TAKEN: Final = (errno.EACCES, errno.EAGAIN)
_MOST_TRIES: Final = 500
_SECONDS_BETWEEN_TRIES: Final = 0.01


@asynccontextmanager
async def claimed(path: Path, wanted: Shards | FreeShards) -> AsyncIterator[Held | None]:
    """Hold a claim inside the block.

    Args:
        path: The file of the database.
        wanted: The servers.

    Yields:
        The claim, which cannot be lost; None if other processes have it.

    Raises:
        OSError: The file cannot be locked, or another process keeps `_MUTEX` locked.
    """
    descriptor = _open(path)
    try:
        await _lock_mutex(descriptor)
        ids = _claim(descriptor, wanted)
        _unlock(descriptor, _MUTEX, 1)
        yield Held(Shards(ids, wanted.count), _never, partial(_take_more, descriptor)) if ids else None
    finally:
        os.close(descriptor)


@asynccontextmanager
async def sharing(path: Path, wanted: Shards) -> AsyncIterator[SharedClaim | None]:
    """Use the database along with others inside the block; one of them has the claim.

    Args:
        path: The file of the database.
        wanted: What is claimed.

    Yields:
        The claim, which cannot be lost; None if a process uses the database otherwise.

    Raises:
        OSError: The file cannot be locked, or another process keeps `_MUTEX` locked.
    """
    descriptor = _open(path)
    try:
        await _lock_mutex(descriptor)
        has_joined = _join(descriptor, wanted.count)
        _unlock(descriptor, _MUTEX, 1)
        yield _Sharer(descriptor, wanted) if has_joined else None
    finally:
        os.close(descriptor)


class _Sharer:
    def __init__(self, descriptor: int, wanted: Shards) -> None:
        self._descriptor = descriptor
        self._wanted = wanted

    async def take(self) -> bool:
        return all(_lock_shard(self._descriptor, one) for one in self._wanted.ids)


async def _never() -> None:
    await asyncio.Event().wait()


def _open(path: Path) -> int:
    # A database with several names has one lock.
    return os.open(f"{path.resolve()}.lock", os.O_RDWR | os.O_CREAT, OWNER_ONLY)


async def _lock_mutex(descriptor: int) -> None:
    for _ in range(_MOST_TRIES):
        if _lock(descriptor, fcntl.LOCK_EX, _MUTEX, 1):
            return
        await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
    raise OSError(errno.ETIMEDOUT, "a process that is starting beside this one does not get on")


def _claim(descriptor: int, wanted: Shards | FreeShards) -> tuple[int, ...]:
    """Lock shards, and return which; none if it may have none."""
    if isinstance(wanted, Shards) and len(wanted.ids) == wanted.count:
        return wanted.ids if _lock(descriptor, fcntl.LOCK_EX, _COUNTS, _TO_THE_END) else ()
    if not _join(descriptor, wanted.count):
        return ()
    if isinstance(wanted, Shards):
        return wanted.ids if all(_lock_shard(descriptor, one) for one in wanted.ids) else ()
    return _lock_shards(descriptor, wanted)


async def _take_more(descriptor: int, wanted: FreeShards) -> tuple[int, ...]:
    """Lock further shards, with the descriptor of the others: closing another one would release them all."""
    await _lock_mutex(descriptor)
    ids = _lock_shards(descriptor, wanted)
    _unlock(descriptor, _MUTEX, 1)
    return ids


def _lock_shards(descriptor: int, wanted: FreeShards) -> tuple[int, ...]:
    return tuple(islice((one for one in wanted.candidates if _lock_shard(descriptor, one)), wanted.most))


def _join(descriptor: int, count: int) -> bool:
    """Lock a number of shards for oneself and all others who use it; return whether nobody uses another one."""
    ours = _COUNTS + count
    for start, end in ((_COUNTS, ours), (ours + 1, _PARTS)):
        if not _lock(descriptor, fcntl.LOCK_EX, start, end - start):
            return False
        _unlock(descriptor, start, end - start)
    return _lock(descriptor, fcntl.LOCK_SH, ours, 1)


def _lock_shard(descriptor: int, shard_id: int) -> bool:
    return _lock(descriptor, fcntl.LOCK_EX, _PARTS + shard_id, 1)


def _lock(descriptor: int, how: int, start: int, length: int) -> bool:
    try:
        fcntl.lockf(descriptor, how | fcntl.LOCK_NB, length, start)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True


def _unlock(descriptor: int, start: int, length: int) -> None:
    fcntl.lockf(descriptor, fcntl.LOCK_UN, length, start)
