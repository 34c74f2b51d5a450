"""A small disk that can be filled."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def mounted(disk: Path) -> Iterator[Path]:
    """A folder that is a disk of 2 MiB until the end of the block; the test is skipped where that cannot be had."""
    disk.mkdir()
    mounting = ["/bin/mount", "-t", "tmpfs", "-o", "size=2m", "none", str(disk)]
    if os.geteuid() != 0 or subprocess.run(mounting, check=False, capture_output=True).returncode != 0:
        pytest.skip("only the superuser can mount a small disk, and not everywhere")
    try:
        yield disk
    finally:
        subprocess.run(["/bin/umount", "--lazy", str(disk)], check=True)


@contextmanager
def read_only(disk: Path) -> Iterator[None]:
    """Fill the disk until the end of the block."""
    subprocess.run(["/bin/mount", "-o", "remount,ro", str(disk)], check=True)
    try:
        yield
    finally:
        subprocess.run(["/bin/mount", "-o", "remount,rw", str(disk)], check=True)


@contextmanager
def full(disk: Path) -> Iterator[None]:
    """Fill a disk until the end of the block."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while True:
                    file.write(b"\0" * size)
            except OSError:
                continue
    yield
    filler.unlink()
