"""File permissions: of files that the program creates, and warnings about those it finds."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path


def create_private_files() -> None:
    """Let only the owner use files that this process creates: the database and what SQLite puts beside it."""
    os.umask(0o077)


def access_warnings(settings_file: Path, database: Path | None, user_id: int) -> Iterator[str]:
    """Yield a sentence for each thing that lets others on the machine read or do too much.

    Args:
        settings_file: The file with the token, which need not exist.
        database: The SQLite file, which need not exist; None with PostgreSQL.
        user_id: The user who runs the bot.
    """
    if _others_can_read(settings_file):
        yield (
            f"{settings_file} holds the token, and every user of this machine can read it: chmod 600 {settings_file}"
        )
    if database is not None and _others_can_read(database):
        yield f"Every user of this machine can read the database {database}: chmod 600 {database}*"
    if user_id == 0:
        yield "The bot runs as root, and needs none of root's rights. Run it as a user of its own."


def _others_can_read(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & stat.S_IROTH)
    except OSError:
        return False
