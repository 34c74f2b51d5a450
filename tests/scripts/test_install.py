"""The progress of an installation."""

from __future__ import annotations

import io
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from scripts.install import Progress, main

# What pip says, shortened.
OUTPUT = """\
Ignoring tzdata: markers 'sys_platform == "win32"' don't match your environment
Collecting numpy==2.4.6 (from -r requirements.txt (line 3))
  Downloading numpy-2.4.6-cp311-cp311-manylinux_2_27_x86_64.whl.metadata (6.6 kB)
Downloading numpy-2.4.6-cp311-cp311-manylinux_2_27_x86_64.whl (16.9 MB)
Using cached discord_py-2.7.1-py3-none-any.whl
Installing collected packages: numpy, discord.py
Successfully installed discord.py-2.7.1 numpy-2.4.6
"""


def python_with_pip() -> str:
    """Return this interpreter, or the one that its environment was made with: one of them has pip."""
    return sys.executable if find_spec("pip") else str(Path(sys.base_prefix, "bin", "python3"))


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_the_progress_counts_the_packages_for_this_system() -> None:
    progress = Progress(packages=3)
    told = [words for line in OUTPUT.splitlines() if (words := progress.read(line))]
    assert told == ["1 of 2: numpy (16.9 MB)", "2 of 2: discord_py", "unpacking 2 packages"]


@pytest.mark.parametrize("shown", [Terminal(), io.StringIO()])
def test_pip_runs_and_only_a_terminal_shows_its_progress(tmp_path: Path, shown: io.StringIO) -> None:
    lock = tmp_path / "requirements.txt"
    lock.write_text("# nothing\n", encoding="utf-8")
    arguments = [python_with_pip(), "install", "--no-index", "--dry-run", "--requirement", str(lock)]
    assert main(arguments, shown) == 0
    assert bool(shown.getvalue()) == shown.isatty()


def test_a_failure_of_pip_is_passed_on(capfd: pytest.CaptureFixture[str]) -> None:
    status = main([python_with_pip(), "install", "--no-index", "nothing-of-this-name"], io.StringIO())
    assert status != 0
    assert "nothing-of-this-name" in capfd.readouterr().err
