"""Checks of the machine: clock, disk, access to files, and the database."""

from __future__ import annotations

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from gridlock_host import Database, DatabaseUnusable
from gridlock_host.storage.compatibility import Compatibility, compatibility
from operation.application.findings import Finding, fault, good, note
from operation.file_access import access_warnings

_MEGABYTE: Final = 1_000_000
# The database of 20,000 games has 24 MB, and a migration writes everything twice.
_FEW_MEGABYTES: Final = 500
_TOO_FEW_MEGABYTES: Final = 50
# Deadlines are shown to a second by Discord, from the clock of this machine.
_CLOCK_OFF: Final = timedelta(seconds=5)


def check_clock(now: datetime, told_at: datetime | None) -> Iterator[Finding]:
    """Compare the clock of this machine with that of Discord, which tells whole seconds."""
    if told_at is None:
        yield note("clock", "Discord does not say what time it is, so it was not compared.")
        return
    off = abs(now - told_at)
    if off > _CLOCK_OFF:
        yield fault(
            "clock",
            f"it differs from Discord's by {off.total_seconds():,.0f} seconds, so time limits end at a wrong moment.",
            "Let the machine set its clock by the network, for example with systemd-timesyncd or chrony.",
        )
    else:
        yield good("clock", "it agrees with Discord's.")


def check_disk(database: Path | None) -> Iterator[Finding]:
    """Check the room beside an SQLite file, and who can read what."""
    if database is None:
        return
    folder = next(one for one in database.parents if one.is_dir())
    free = shutil.disk_usage(folder).free // _MEGABYTE
    if free < _TOO_FEW_MEGABYTES:
        yield fault("disk", f"only {free:,} MB are free at {folder}.", "Free some space.")
    elif free < _FEW_MEGABYTES:
        yield note("disk", f"only {free:,} MB are free at {folder}.", "Free some space soon.")
    else:
        yield good("disk", f"{free:,} MB are free at {folder}.")
    if not os.access(folder, os.W_OK | os.X_OK):
        yield fault("disk", f"this user may not write to {folder}.", "Give the user who runs the bot this folder.")


def check_access(settings_file: Path, database: Path | None, user_id: int) -> Iterator[Finding]:
    """Check who can read the token and the database, and what the bot may do."""
    warnings = list(access_warnings(settings_file, database, user_id))
    for warning in warnings:
        sentence, _, remedy = warning.partition(": ")
        yield note("access", f"{sentence.removesuffix('.')}.", remedy)
    if not warnings:
        yield good("access", "only this user can read the settings and the database.")


async def check_database(database: Database) -> AsyncIterator[Finding]:
    """Check whether the database can be read, and whether this version can use it. Nothing is changed."""
    if database.path is not None and not database.path.exists():
        yield good("database", f"{database.name} does not exist yet; the first start creates it.")
        return
    try:
        state = await compatibility(database)
    except DatabaseUnusable as error:
        yield fault("database", str(error), "docs/hosting.md lists what to do for each of these sentences.")
        return
    match state:
        case Compatibility.CURRENT:
            yield good("database", f"{database.name} can be read and has the schema of this version.")
        case Compatibility.EMPTY:
            yield good("database", f"{database.name} is empty; the first start creates the tables.")
        case Compatibility.OLDER:
            yield note(
                "database",
                f"{database.name} is of an older version; the next start brings it up to date.",
                "Make a backup before: bot.py backup FILE. An older version cannot use it afterwards.",
            )
        case Compatibility.NEWER:
            yield fault(
                "database",
                f"{database.name} is of a newer version than this program.",
                "Update the program, or restore a backup of this version.",
            )
