"""Targets to fuzz, and the runner that fuzzes each in a process of its own."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, cast

# Longer than any option text that Discord accepts.
_LONGEST_TEXT: Final = 6_500
_MOST_SECONDS_FOR_ONE_TEXT: Final = 2
_EXECUTIONS: Final = re.compile(r"stat::number_of_executed_units:\s*([0-9]+)")
# Progress lines of libFuzzer, not shown with a finding.
_PROGRESS: Final = re.compile(r"INFO|WARNING|#[0-9]|stat::|MS:|0x|artifact_prefix|Base64|\s*$")
_LINES_SHOWN: Final = 40


@dataclass(frozen=True)
class Target:
    """A check to fuzz, named by strings, so that each process imports only its own target.

    Attributes:
        module: The module of the check.
        check: The function that takes a text. Any exception is a finding.
        seeds: The name of the initial texts in the module.
    """

    module: str
    check: str
    seeds: str

    @property
    def names(self) -> tuple[str, str, str]:
        """The target as arguments for another process."""
        return self.module, self.check, self.seeds

    def load(self) -> tuple[Callable[[str], None], tuple[str, ...]]:
        """Import the check and its seeds."""
        module = import_module(self.module)
        check, seeds = getattr(module, self.check), getattr(module, self.seeds)
        return cast("Callable[[str], None]", check), cast("tuple[str, ...]", seeds)


TARGETS: Final = {
    "moves": Target("fuzz.player_texts", "check_move", "MOVES"),
    "custom ids": Target("fuzz.player_texts", "check_custom_id", "CUSTOM_IDS"),
    "options": Target("fuzz.player_texts", "check_options", "OPTIONS"),
    "hours": Target("fuzz.player_texts", "check_hours", "HOURS"),
    "written": Target("fuzz.player_texts", "check_written", "TEXTS"),
    "markdown": Target("fuzz.player_texts", "check_readable", "TEXTS"),
    "command line": Target("fuzz.command_lines", "check_line", "LINES"),
    "completion": Target("fuzz.command_lines", "check_completion", "LINES"),
    "records": Target("fuzz.game_records", "check_records", "RECORDS"),
    "settings": Target("fuzz.settings", "check_settings", "SETTINGS"),
    "addresses": Target("fuzz.settings", "check_addresses", "ADDRESSES"),
}


@dataclass(frozen=True)
class Run:
    """The outcome of fuzzing one target.

    Attributes:
        target: Its name.
        executions: The number of texts tried.
        finding: The text that made the check fail, with the exception; None if there is none.
    """

    target: str
    executions: int
    finding: str | None


def run(name: str, target: Target, seconds: int, seed: int, folder: Path) -> Run:
    """Fuzz a target.

    Args:
        name: Its name in the table.
        target: The target.
        seconds: How long.
        seed: The seed.
        folder: An empty folder for the corpus.
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
    """Read the output of a fuzzing process, and the text on which it failed, if any."""
    counted = _EXECUTIONS.search(told)
    executions = int(counted[1]) if counted else 0
    if status == 0 and counted:
        return Run(name, executions, None)
    shown = [line for line in told.splitlines() if not _PROGRESS.match(line)]
    texts = [repr(path.read_bytes()) for path in folder.iterdir() if path.is_file()]
    return Run(name, executions, "\n".join([*texts, *shown[:_LINES_SHOWN]]))
