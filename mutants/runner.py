"""Runner of mutations: a copy of the checkout, and the tests or the run that must fail in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

from mutants.mutation import Mutation, NotApplicable

ROOT: Final = Path(__file__).resolve().parents[1]
_SECONDS_AT_MOST: Final = 900
_FAILED_TESTS: Final = 1
_CHARACTERS_TOLD: Final = 2000
_SERVER_HERE: Final = "postgresql://postgres@127.0.0.1:5432/test"
_RUNS: Final = {
    "chaos": ("-m", "chaos", "--seconds", "30", "--seed", "1"),
    "races": ("-m", "races", "--collisions", "40", "--seed", "1"),
}
_TOO_LONG: Final = "it took too long"
# What a run prints when it has found something. One that only crashed has found nothing; one without an end has, if the
# run without a mutation comes to its end.
_FOUND: Final = ("| breaches | |", "the bot ended by itself", "breaches in all", _TOO_LONG)


class Verdict(Enum):
    """What became of a mutation; the value is its word in the table."""

    CAUGHT = "caught"
    SURVIVED = "SURVIVED"
    NOT_APPLICABLE = "NOT APPLICABLE"
    BROKEN = "BROKEN"
    SKIPPED = "-"


@dataclass(frozen=True, slots=True)
class Finding:
    """What became of a mutation.

    Attributes:
        mutation: The mutation.
        by_tests: What its tests found.
        by_run: What its run found.
        remark: The reason if it could not be tried.
    """

    mutation: Mutation
    by_tests: Verdict
    by_run: Verdict = Verdict.SKIPPED
    remark: str = ""

    @property
    def is_good(self) -> bool:
        """Whether everything that was tried has caught it."""
        return {self.by_tests, self.by_run} <= {Verdict.CAUGHT, Verdict.SKIPPED}


def copy_checkout(target: Path) -> Path:
    """Copy the tracked and new files of the checkout, as they are now."""
    listed = subprocess.run(
        ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"),
        cwd=ROOT,
        stdout=subprocess.PIPE,
        check=True,
    )
    for name in filter(None, listed.stdout.decode().split("\0")):
        source, copy = ROOT / name, target / name
        if source.is_file():
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, copy)
    return target


class Runner:
    """Tries mutations in a copy of the checkout.

    Args:
        checkout: The copy, which is changed and restored.
        with_runs: Whether fault runs and race tests are tried too.
    """

    def __init__(self, checkout: Path, *, with_runs: bool) -> None:
        self._checkout = checkout
        self._with_runs = with_runs

    def sound(self, tests: list[str]) -> str:
        """Run tests on the unchanged copy; return the end of what they print if they fail."""
        status, said = self._python(*_pytest(tests))
        return "" if status == 0 else said[-_CHARACTERS_TOLD:]

    def try_out(self, mutation: Mutation) -> Finding:
        """Apply a mutation, run what must catch it, and restore the file."""
        try:
            with mutation.applied(self._checkout):
                status, said = self._python(*_pytest(mutation.tests))
                by_tests = _verdict(status)
                by_run = Verdict.SKIPPED
                if self._with_runs and mutation.run:
                    by_run = self._run(mutation.run)
        except NotApplicable as error:
            return Finding(mutation, Verdict.NOT_APPLICABLE, remark=str(error))
        remark = said[-_CHARACTERS_TOLD:] if by_tests is Verdict.BROKEN else ""
        return Finding(mutation, by_tests, by_run, remark)

    def sound_runs(self, runs: list[str]) -> str:
        """Do runs on the unchanged copy; return the first that does not pass."""
        return next((run for run in runs if self._run(run) is not Verdict.SURVIVED), "")

    def _run(self, run: str) -> Verdict:
        """Do a run, named by its program and the arguments that it needs beside the usual ones."""
        server = os.environ.get("GRIDLOCK_TEST_POSTGRES", _SERVER_HERE)
        name, *arguments = run.format(postgresql=server).split()
        status, said = self._python(*_RUNS[name], *arguments)
        if status != 0 and not any(found in said for found in _FOUND):
            return Verdict.BROKEN
        return _verdict(min(status, _FAILED_TESTS))

    def _python(self, *arguments: str) -> tuple[int, str]:
        environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
        try:
            done = subprocess.run(
                (sys.executable, *arguments),
                cwd=self._checkout,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=_SECONDS_AT_MOST,
                check=False,
            )
        except subprocess.TimeoutExpired:
            # A defect may well make a test wait for ever.
            return _FAILED_TESTS, _TOO_LONG
        return done.returncode, done.stdout.decode(errors="replace")


def _pytest(tests: list[str] | tuple[str, ...]) -> tuple[str, ...]:
    return ("-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests)


def _verdict(status: int) -> Verdict:
    """Return the verdict for an exit status of pytest; those above 1 mean that no test has run."""
    if status == 0:
        return Verdict.SURVIVED
    return Verdict.CAUGHT if status == _FAILED_TESTS else Verdict.BROKEN
