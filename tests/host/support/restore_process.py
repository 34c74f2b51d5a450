"""A process killed in the middle of a restore."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

from gridlock_host.maintenance.restore import restore
from tests.host.support.host import NOON


def restore_until(path: Path, backup: Path, step: int) -> None:
    """Restore a backup and be killed when it touches a file beside the database for this time, counted from 0."""
    done = 0

    def count(event: str, arguments: tuple[object, ...]) -> None:
        nonlocal done
        if not event.startswith(("open", "os.", "sqlite3.connect")) or not _is_in(path.parent, arguments):
            return
        if done == step:
            os.kill(os.getpid(), signal.SIGKILL)
        done += 1

    sys.addaudithook(count)
    restore(path, backup, NOON)


def _is_in(folder: Path, arguments: tuple[object, ...]) -> bool:
    return any(str(folder) in os.fsdecode(each) for each in arguments if isinstance(each, str | bytes | os.PathLike))
