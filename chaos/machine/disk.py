"""A small disk that can be filled. It is mounted in a mount namespace of the run's own, which needs no superuser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final, NoReturn

_INSIDE: Final = "GRIDLOCK_CHAOS_OWN_MOUNTS"
_SIZE: Final = "64m"
_CHUNKS: Final = (1 << 20, 1 << 12, 1)


class NoOwnMounts(Exception):
    """This system lets the run mount nothing; the message is the reason."""


def enter_own_mounts(module: str, arguments: Sequence[str]) -> None:
    """Start this program again in a mount namespace of its own, unless it runs in one. The namespace ends with it.

    Raises:
        NoOwnMounts: The system does not allow that.
    """
    if os.environ.get(_INSIDE):
        return
    become_root = () if os.geteuid() == 0 else ("--user", "--map-root-user")
    unshare = ("unshare", "--mount", *become_root)
    try:
        command = (*unshare, "true")
        subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  # a fixed one
    except FileNotFoundError as error:
        raise NoOwnMounts(str(error)) from error
    except subprocess.CalledProcessError as error:
        raise NoOwnMounts(error.stderr.strip()) from error
    _replace_by((*unshare, sys.executable, "-m", module, *arguments))


def _replace_by(command: tuple[str, ...]) -> NoReturn:
    os.environ[_INSIDE] = "1"
    os.execvp(command[0], command)  # noqa: S606  # it starts this program again


class SmallDisk:
    """A disk in memory, mounted at a folder.

    Args:
        folder: The folder, which is made.

    Raises:
        NoOwnMounts: It cannot be mounted.
    """

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        mounting = ("mount", "-t", "tmpfs", "-o", f"size={_SIZE}", "none", str(folder))
        done = subprocess.run(mounting, check=False, capture_output=True, text=True)  # noqa: S603  # its own folder
        if done.returncode != 0:
            raise NoOwnMounts(done.stderr.strip())

    @contextmanager
    def full(self) -> Iterator[None]:
        """Leave no byte free for as long as the block lasts."""
        filler = self._folder / "filler"
        with filler.open("wb", buffering=0) as file:
            for size in _CHUNKS:
                _write_until_full(file.fileno(), b"\0" * size)
        try:
            yield
        finally:
            filler.unlink()

    def unmount(self) -> None:
        """Unmount it."""
        subprocess.run(("/bin/umount", "--lazy", str(self._folder)), check=True)  # noqa: S603  # its own folder


def _write_until_full(file: int, chunk: bytes) -> None:
    while True:
        try:
            os.write(file, chunk)
        except OSError:
            return
