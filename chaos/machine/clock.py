"""A clock of the bot's own: a small library, preloaded into its processes, shifts the time of day that they read."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Final

_SOURCE: Final = Path(__file__).with_suffix(".c")
_BYTES: Final = 8


def find_compiler() -> str | None:
    """The C compiler that the library needs; None where there is none, or where libraries cannot be preloaded so."""
    return shutil.which("cc") if sys.platform == "linux" else None


class Clock:
    """The time of day of a process and its children. Monotonic clocks go on as they are, as on a machine.

    libfaketime does the same, but with it `time.sleep` fails in processes whose monotonic clock is left alone.

    Args:
        folder: A folder for its files.
        compiler: A C compiler for Linux.

    Raises:
        subprocess.CalledProcessError: The library cannot be compiled.
    """

    def __init__(self, folder: Path, compiler: str) -> None:
        self._file = folder / "clock"
        self._file.write_bytes(bytes(_BYTES))
        self._library = folder / "clock.so"
        command = (compiler, "-shared", "-fPIC", "-O1", "-o", str(self._library), str(_SOURCE))
        subprocess.run(command, check=True)  # noqa: S603  # the compiler of this machine, on a file of this package

    @property
    def environment(self) -> Mapping[str, str]:
        """What a process needs in its environment to go by this clock."""
        return {"LD_PRELOAD": str(self._library), "GRIDLOCK_CHAOS_CLOCK": str(self._file)}

    def set(self, ahead: timedelta) -> None:
        """Set it ahead of the true time, or behind, in whole seconds. Running processes notice that at once."""
        # The processes have mapped this file, so it is overwritten, and neither replaced nor cut off first.
        with self._file.open("r+b") as file:
            file.write(int(ahead.total_seconds()).to_bytes(_BYTES, sys.byteorder, signed=True))
