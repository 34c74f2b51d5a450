"""Tools that check files for deployment, where they are installed; continuous integration requires them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from tests.support.forked_bot import ROOT

IS_REQUIRED = os.environ.get("GRIDLOCK_TEST_DEPLOY") == "required"


def tool(name: str, provided_by: str) -> str:
    """The path of a program; the test is skipped without it."""
    path = shutil.which(name, path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if path is None:
        _skip(f"{name} is missing: {provided_by} brings it")
    return str(path)


def module(name: str) -> Any:
    """A module of `deploy/tools.txt`; the test is skipped without it."""
    expect_module(name)
    return import_module(name)


def expect_module(name: str) -> None:
    """Skip the test without a module of `deploy/tools.txt`. The module is not imported."""
    if find_spec(name.partition(".")[0]) is None:
        _skip(f"{name} is missing: make deploy-tools brings it")


def run(*command: str, cwd: Path = ROOT, environment: dict[str, str] | None = None) -> str:
    """Run a program that must succeed, and return all that it says."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | (environment or {}),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def _skip(reason: str) -> None:
    assert not IS_REQUIRED, reason
    pytest.skip(reason)
