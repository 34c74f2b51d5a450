"""The claim on an SQLite database: locks on bytes of an empty file beside it, which the operating system takes back.

One byte is a door, through which one process goes at a time. Of the next ones, each stands for a number of parts into
which the servers can be dealt, and is shared by all who serve some of so many parts. The last ones stand for the parts.
Who serves all servers locks everything behind the door.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from gridlock_host.ownership.shards import Shards

_DOOR: Final = 0
_COUNTS: Final = 1
_PARTS: Final = 1 << 32
_TO_THE_END: Final = 0
_TAKEN: Final = (errno.EACCES, errno.EAGAIN)
_TRIES_AT_THE_DOOR: Final = 500
_SECONDS_BETWEEN_TRIES: Final = 0.01


@asynccontextmanager
async def claimed(path: Path, shards: Shards) -> AsyncIterator[Callable[[], Awaitable[None]] | None]:
    """Hold a claim.

    Args:
        path: The database's file.
        shards: The servers.

    Yields:
        What ends when the claim is lost, which it never is; None if another process has it.

    Raises:
        OSError: The file cannot be locked, or the door stays closed.
    """
    descriptor = _open(path)
    try:
        await _enter(descriptor)
        is_ours = _claim(descriptor, shards)
        _unlock(descriptor, _DOOR, 1)
        yield _never if is_ours else None
    finally:
        os.close(descriptor)


async def _never() -> None:
    await asyncio.Event().wait()


def _open(path: Path) -> int:
    # A database that is reached by several names has one lock.
    return os.open(f"{path.resolve()}.lock", os.O_RDWR | os.O_CREAT, 0o666)


async def _enter(descriptor: int) -> None:
    for _ in range(_TRIES_AT_THE_DOOR):
        if _lock(descriptor, fcntl.LOCK_EX, _DOOR, 1):
            return
        await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
    raise OSError(errno.ETIMEDOUT, "a process that is starting beside this one does not get on")


def _claim(descriptor: int, shards: Shards) -> bool:
    if len(shards.ids) == shards.count:
        return _lock(descriptor, fcntl.LOCK_EX, _COUNTS, _TO_THE_END)
    ours = _COUNTS + shards.count
    for start, end in ((_COUNTS, ours), (ours + 1, _PARTS)):
        if not _lock(descriptor, fcntl.LOCK_EX, start, end - start):
            return False
        _unlock(descriptor, start, end - start)
    parts = [(fcntl.LOCK_EX, _PARTS + shard_id) for shard_id in shards.ids]
    return all(_lock(descriptor, how, byte, 1) for how, byte in [(fcntl.LOCK_SH, ours), *parts])


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
