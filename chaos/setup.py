"""Setup of a run: its database, and those parts of the machine that the run will spoil."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Collection
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from chaos.faults.plan import Fault
from chaos.machine.clock import Clock, find_compiler
from chaos.machine.disk import SmallDisk
from chaos.machine.line import Line
from chaos.machine.machine import Machine
from chaos.store import new_store


def why_not(further: Collection[Fault], *, is_sqlite: bool, processes: int) -> str | None:
    """Why these faults cannot happen on this database; None if they can."""
    if is_sqlite and processes > 1:
        return "several processes need PostgreSQL: name a server with --database"
    if is_sqlite and Fault.BROKEN_LINE in further:
        return "SQLite has no line that could break: name a PostgreSQL server with --database"
    if not is_sqlite and Fault.FULL_DISK in further:
        return "only the disk of an SQLite file can be filled"
    if Fault.CLOCK_JUMP in further and find_compiler() is None:
        return "a clock that jumps needs Linux and a C compiler, cc"
    return None


@asynccontextmanager
async def set_up(further: Collection[Fault], server: str | None, folder: Path) -> AsyncIterator[Machine]:
    """Make an empty database and what these faults need, and remove all of it at the end.

    Args:
        further: The faults beside the usual ones.
        server: As for `new_store`.
        folder: A folder for files.

    Raises:
        NoOwnMounts: The disk cannot be mounted.
    """
    async with AsyncExitStack() as stack:
        disk = SmallDisk(folder / "disk") if Fault.FULL_DISK in further else None
        if disk is not None:
            stack.callback(disk.unmount)
        name = f"gridlock_chaos_{secrets.token_hex(6)}"
        url = await stack.enter_async_context(new_store(server, folder / "disk" if disk else folder, name))
        line = await stack.enter_async_context(Line(url).laid()) if Fault.BROKEN_LINE in further else None
        compiler = find_compiler() if Fault.CLOCK_JUMP in further else None
        clock = None if compiler is None else Clock(folder, compiler)
        yield Machine(
            folder=folder,
            database_url=url,
            bot_url=url if line is None else line.url,
            disk=disk,
            line=line,
            clock=clock,
            environment={} if clock is None else clock.environment,
        )
