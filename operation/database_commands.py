"""Database commands: backup, restore, transfer and check."""

from __future__ import annotations

import asyncio
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from sqlalchemy.engine import URL

from gridlock_host import Database, DatabaseUnusable
from gridlock_host.maintenance.backup import back_up
from gridlock_host.maintenance.integrity import Report, check
from gridlock_host.maintenance.restore import finish_restore, is_half_restored, restore
from gridlock_host.maintenance.transfer import transfer
from gridlock_host.ownership.claim import claimed
from gridlock_host.storage.address import sqlite_address
from operation.command_line import print_line
from operation.configuration.settings import DEFAULT_DATABASE, Settings
from operation.configuration.values import CannotStart

_SOUND: Final = 0
_FAULTY: Final = 1
_NO_GAMES: Final = (
    "There are no games in it. If there should be some, it may be a copy of the file alone, without what a running bot "
    "had written to the -wal beside it; python bot.py backup FILE makes complete copies."
)


async def run_database_command(settings: Settings, arguments: Namespace) -> int:
    """Run the command and return the exit status: 1 if a check found faults.

    Raises:
        DatabaseUnusable: The command cannot be done.
    """
    url = settings.database_url or DEFAULT_DATABASE
    match arguments.command:
        case "backup":
            return await _back_up(url, arguments.file)
        case "restore":
            return await _restore(url, arguments.file)
        case "transfer":
            return await _transfer(url, arguments.file)
        case _:
            return await _check(url)


async def _back_up(url: str | URL, target: Path) -> int:
    path = _file_of(url, "pg_dump --format=custom --file=FILE --dbname=DATABASE")
    await asyncio.to_thread(back_up, path, target)
    _say(f"{target} holds all of the database {path}.")
    return _SOUND


async def _restore(url: str | URL, backup: Path) -> int:
    path = _file_of(url, "pg_restore --clean --if-exists --dbname=DATABASE FILE")
    async with claimed(Database(url)):
        kept = await asyncio.to_thread(restore, path, backup, datetime.now(UTC))
    _say(f"The database {path} is now what {backup} holds.")
    if kept is not None:
        _say(f"What was there is kept as {kept}.")
    return _SOUND


async def _transfer(url: str | URL, backup: Path) -> int:
    source, target = Database(_address_of(backup)), Database(url)
    try:
        async with claimed(target):
            rows = await transfer(source, target)
    finally:
        await source.close()
        await target.close()
    _say(f"The database {target.name} has all {_counted(rows, 'row')} of {backup}. The file is no longer used.")
    return _SOUND


async def _check(url: str | URL) -> int:
    database = Database(url)
    try:
        report = await check(database)
    finally:
        await database.close()
    for fault in report.faults:
        _say(fault)
    _say(_summary(report))
    if report.games == 0 and not report.faults:
        _say(_NO_GAMES)
    return _FAULTY if report.faults else _SOUND


async def finish_pending_restore(database: Database) -> None:
    """Finish an interrupted restore before the database is opened.

    Raises:
        DatabaseUnusable: The restore is still running, or cannot be finished.
    """
    if database.path is not None and is_half_restored(database.path):
        async with claimed(database):
            await asyncio.to_thread(finish_restore, database.path)


def _address_of(file: Path) -> URL:
    return sqlite_address(file.resolve())


def _file_of(url: str | URL, instead: str) -> Path:
    path = Database(url).path
    if path is None:
        raise DatabaseUnusable(f"This is for SQLite. PostgreSQL has tools of its own: {instead}")
    return path


def _summary(report: Report) -> str:
    seen = f"{_counted(report.games, 'game')} with {_counted(report.moves, 'move')}"
    if not report.faults:
        return f"{seen} checked: nothing is wrong."
    if report.is_whole:
        return f"{seen} checked: {_counted(len(report.faults), 'fault')}."
    return f"{_counted(len(report.faults), 'fault')}; not everything could be checked."


def _counted(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def _say(sentence: str) -> None:
    try:
        print_line(sentence)
    except OSError as error:
        raise CannotStart(f"Nothing can be written to standard output: {error.strerror}.") from error
