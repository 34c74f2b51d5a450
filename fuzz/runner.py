"""Running the targets one after the other, and reading what came of each."""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fuzz.targets import Target

# Longer than any text that Discord takes for an option.
_LONGEST_TEXT: Final = 6_500
_MOST_SECONDS_FOR_ONE_TEXT: Final = 2
_EXECUTIONS: Final = re.compile(r"stat::number_of_executed_units:\s*([0-9]+)")
# What libFuzzer tells of its progress, beside what a check has raised.
_PROGRESS: Final = re.compile(r"INFO|WARNING|#[0-9]|stat::|MS:|0x|artifact_prefix|Base64|\s*$")
_LINES_SHOWN: Final = 40


@dataclass(frozen=True)
class Run:
    """What came of fuzzing one target.

    Attributes:
        target: Its name.
        executions: How many texts were tried.
        finding: The text that broke a law, with what was raised; None if there is none.
    """

    target: str
    executions: int
    finding: str | None


def run(name: str, target: Target, seconds: int, seed: int, folder: Path) -> Run:
    """Fuzz a target.

    Args:
        name: What it is called in the table.
        target: The target.
        seconds: For how long.
        seed: What chance begins with.
        folder: An empty folder for what is tried.
    """
    corpus = folder / "corpus"
    corpus.mkdir()
    options = [
        f"-max_total_time={seconds}",
        f"-seed={seed}",
        f"-max_len={_LONGEST_TEXT}",
        f"-timeout={_MOST_SECONDS_FOR_ONE_TEXT}",
        f"-artifact_prefix={folder}/",
        "-print_final_stats=1",
    ]
    command = [sys.executable, "-m", "fuzz.worker", *target.names, str(corpus), *options]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    return read_run(name, done.returncode, done.stdout + done.stderr, folder)


def read_run(name: str, status: int, told: str, folder: Path) -> Run:
    """What a process has told that has fuzzed a target, and the text on which it ended, if it ended on one."""
    counted = _EXECUTIONS.search(told)
    executions = int(counted[1]) if counted else 0
    if status == 0 and counted:
        return Run(name, executions, None)
    shown = [line for line in told.splitlines() if not _PROGRESS.match(line)]
    texts = [repr(path.read_bytes()) for path in folder.iterdir() if path.is_file()]
    return Run(name, executions, "\n".join([*texts, *shown[:_LINES_SHOWN]]))
