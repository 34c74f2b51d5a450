"""SQLite engine: pragmas, transactions and checks of the file."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from sqlalchemy import event
from sqlalchemy.engine import URL, Connection, ExceptionContext
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from gridlock_host.errors import Busy
from gridlock_host.storage.driver.write_queue import WriteQueue
from gridlock_host.storage.unusable import DatabaseUnusable

# The mode of files that hold people's games, or stand beside such files.
OWNER_ONLY: Final = 0o600
_BUSY_TIMEOUT_SECONDS = 5
# https://www.sqlite.org/fileformat.html#the_database_header
_HEADER_BYTES: Final = 100
_WRITE_VERSION: Final = 18
_WITH_LOG: Final = 2
# A try waits for readers for the busy timeout; in WAL mode reads are short.
_TRIES_TO_EMPTY_LOG: Final = 2
_SECONDS_BETWEEN_TRIES: Final = 0.1

_log = logging.getLogger(__name__)
_PRAGMAS = (
    f"PRAGMA busy_timeout = {_BUSY_TIMEOUT_SECONDS * 1000}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    # Deleted rows are overwritten with zeros.
    "PRAGMA secure_delete = ON",
)


def sqlite_engine(url: URL) -> AsyncEngine:
    """Return the engine for an SQLite file.

    A connection begins a transaction only with one of these execution options: `gridlock_writes` to write,
    `gridlock_rebuilds` along with it to rebuild tables, `gridlock_reads_at_once` if several statements have to see one
    state.

    Raises:
        DatabaseUnusable: The URL names no file, or its folder cannot be created.
    """
    if url.database in (None, "", ":memory:") or url.query.get("mode") == "memory":
        # In memory, all tasks would share one connection, and a reader that ends would roll back a writer.
        raise DatabaseUnusable(
            "DATABASE_URL names an SQLite database in memory, which would lose all games. Name a file."
        )
    if "uri" not in url.query:
        _make_folder(Path(str(url.database)).parent)
        _check_access(Path(str(url.database)))
    engine = create_async_engine(url, connect_args={"timeout": _BUSY_TIMEOUT_SECONDS})
    event.listen(engine.sync_engine, "handle_error", _keep_if_cancelled)

    event.listen(engine.sync_engine, "connect", _prepare)
    event.listen(engine.sync_engine, "begin", _begin)
    return engine


def refuse_foreign_log(path: Path) -> None:
    """Refuse a database file beside which the write-ahead log of another one was left.

    SQLite would apply that log: it does not tie a log to its file. A file in use is marked as one with such a log; a
    backup, which is complete without one, is not.

    Raises:
        DatabaseUnusable: The file was replaced, and the log was not removed.
    """
    log = path.with_name(f"{path.name}-wal")
    try:
        with path.open("rb") as file:
            header = file.read(_HEADER_BYTES)
        has_log = log.stat().st_size > 0
    except OSError:
        # Whatever is wrong, opening the database finds it.
        return
    if has_log and len(header) == _HEADER_BYTES and header[_WRITE_VERSION] != _WITH_LOG:
        raise DatabaseUnusable(
            f"The database {path} was replaced, but the log {log} of the file before it is still there and would undo "
            "that. Nothing was changed. To use the new file, move that log away; to put a backup in place, use python "
            "bot.py restore FILE."
        )


async def check_foreign_keys(connection: AsyncConnection, name: str) -> None:
    """Check all foreign keys of a database.

    Raises:
        DatabaseUnusable: One is broken.
    """
    broken = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
    if broken:
        raise DatabaseUnusable(f"The database {name} has rows that refer to missing rows: {broken[:3]}.")


async def empty_log(engine: AsyncEngine, queue: WriteQueue) -> None:
    """Empty the write-ahead log, so that deleted rows are removed from it. If that fails, a warning is logged."""
    for _ in range(_TRIES_TO_EMPTY_LOG):
        with suppress(Busy, DBAPIError, OSError):
            async with queue.turn(), engine.connect() as connection:
                is_busy, *_ = (await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")).one()
            if not is_busy:
                return
        await asyncio.sleep(_SECONDS_BETWEEN_TRIES)
    _log.warning(
        "the write-ahead log cannot be emptied, for example because another program reads the database all the time, "
        "and so it still holds deleted data; it is emptied when the next person deletes their data, or when the bot "
        "stops"
    )


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401  # SQLAlchemy's adapter has no public type
    # The driver would begin transactions by itself, and only deferred ones; `_begin` does it instead.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    # A deferred transaction that reads first and writes later fails at once with "database is locked" if another one
    # wrote in between, whatever the busy timeout; an immediate one waits. Reads are single statements, which need no
    # transaction: that saves two calls into SQLite's thread for each.
    options = connection.get_execution_options()
    if options.get("gridlock_rebuilds", False):
        # This has no effect inside a transaction, so it comes first.
        connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
    if options.get("gridlock_writes", False):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    elif options.get("gridlock_reads_at_once", False):
        connection.exec_driver_sql("BEGIN")


def _keep_if_cancelled(context: ExceptionContext) -> None:
    # When a task is cancelled, SQLAlchemy takes its connection for broken and closes it. But while a statement is half
    # read, SQLite keeps the transaction of a closed connection, and so the lock on the file, until the cursor is
    # garbage-collected. The connection is intact, and rolling it back releases the lock.
    if isinstance(context.original_exception, asyncio.CancelledError):
        context.is_disconnect = False


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DatabaseUnusable(
            f"The database's folder {folder} cannot be created: {error.strerror}. Create it, for the user who runs the "
            "bot, or name another one in DATABASE_URL."
        ) from error


def _check_access(file: Path) -> None:
    try:
        # Files beside the database have longer names, which must be possible too.
        file.with_name(f"{file.name}.restoring.partial").stat()
    except FileNotFoundError:
        return
    except OSError as error:
        raise DatabaseUnusable(
            f"The database's file {file} cannot be used: {error.strerror}. Name another one in DATABASE_URL, or let "
            "the user who runs the bot use it."
        ) from error
