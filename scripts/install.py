"""A pip run that shows its progress on one line.

Usage: `install.py PYTHON ARGUMENTS...` runs `PYTHON -m pip ARGUMENTS...`. It needs the standard library only.
Modules are compiled when they are first imported: that is faster than compiling all of them, and takes less room.
"""

from __future__ import annotations

import re
import subprocess
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

_OPTIONS = ("--disable-pip-version-check", "--no-compile", "--progress-bar=off")
_PIN = re.compile(r"^[A-Za-z0-9][\w.-]*==", re.MULTILINE)
_WHEEL = re.compile(r"\s*(?:Downloading|Using cached)\s(?:\S*/)?([\w.]+)-\S+\.whl(?:\s\((.+)\))?$")
_REQUIREMENT = "--requirement"


class Progress:
    """The progress of pip in words, read from its output.

    Args:
        packages: The number of packages in the lock file.
    """

    def __init__(self, packages: int) -> None:
        self._packages = packages
        self._fetched = 0

    def read(self, line: str) -> str | None:
        """Read a line of pip's output.

        Returns:
            What happens now, or None if the line does not tell.
        """
        if line.startswith("Ignoring "):  # a package for another system
            self._packages -= 1
        elif found := _WHEEL.match(line):
            self._fetched += 1
            size = f" ({found[2]})" if found[2] else ""
            return f"{self._fetched} of {max(self._packages, self._fetched)}: {found[1]}{size}"
        elif line.startswith("Installing collected packages"):
            return f"unpacking {self._fetched} packages"
        return None


def main(words: Sequence[str], shown: TextIO) -> int:
    """Run pip, and return its exit status.

    Args:
        words: The interpreter, and pip's arguments.
        shown: Where the progress is shown, if that is a terminal.
    """
    python, *arguments = words
    progress = Progress(_packages_in(arguments))
    command = [python, "-m", "pip", *arguments, *_OPTIONS]
    with subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8", errors="replace") as pip:
        for line in pip.stdout or ():
            told = progress.read(line.rstrip())
            if told is not None and shown.isatty():
                print(f"\r\x1b[K  {told}", end="", file=shown, flush=True)
    if shown.isatty():
        print("\r\x1b[K", end="", file=shown, flush=True)
    return pip.returncode


def _packages_in(arguments: Sequence[str]) -> int:
    """Return the number of packages in the lock file that pip is to read, or 0."""
    if _REQUIREMENT not in arguments:
        return 0
    with open(arguments[arguments.index(_REQUIREMENT) + 1], encoding="utf-8") as lock:  # noqa: PTH123  # as plain as can be
        return len(_PIN.findall(lock.read()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout))
