"""Databases for bots that are measured: files beside the default database, and databases of a PostgreSQL server."""

from __future__ import annotations

import os
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

from sqlalchemy.exc import DBAPIError

from benchmarks.figures import say
from chaos.store import new_store

_SERVER_HERE: Final = "postgresql://postgres@127.0.0.1:5432/test"


@asynccontextmanager
async def postgres_database() -> AsyncIterator[str | None]:
    """Make an empty PostgreSQL database, yield its URL, and drop it in the end.

    The environment variable GRIDLOCK_TEST_POSTGRES names the server, as the URL of any database on it whose user may
    create others. Without the variable, a server on this machine is tried.

    Yields:
        The URL; None, and a line of progress, if there is no server.
    """
    server = os.environ.get("GRIDLOCK_TEST_POSTGRES", _SERVER_HERE)
    async with AsyncExitStack() as stack:
        name = f"gridlock_benchmark_{secrets.token_hex(6)}"
        try:
            url: str | None = await stack.enter_async_context(new_store(server, Path(), name))
        except (OSError, DBAPIError) as error:
            say(f"PostgreSQL is left out: there is no server (GRIDLOCK_TEST_POSTGRES can name one): {error}")
            url = None
        yield url
