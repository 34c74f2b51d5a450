"""The catalog of mutations: each can be applied to the code as it is, and is caught by tests that exist."""

import subprocess
import sys

from mutants.runner import ROOT


def test_every_mutation_can_be_applied() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mutants", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
