"""Settings for all tests."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes depends on what else the machine does, so no test is judged by it.
settings.register_profile("usual", deadline=None, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=1_000)
settings.load_profile(os.environ.get("GRIDLOCK_TEST_PROFILE", "usual"))

# Databases write through to their disk, which takes most of the time of a test. In memory that takes none.
_MEMORY = Path("/dev/shm")  # noqa: S108  # pytest makes a folder of its own there
if "TMPDIR" not in os.environ and _MEMORY.is_dir() and shutil.disk_usage(_MEMORY).free > 2**30:
    os.environ["TMPDIR"] = tempfile.tempdir = str(_MEMORY)

# Tests start the program more than a hundred times, so compiled modules are kept in any case.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# Processes that run tests beside each other take over from one another only between two tests, so that a long one at
# the end keeps a single processor busy while the others wait.
_LONG = (
    "tests/host/state_machine/",
    "tests/scripts/test_new_variant.py",
    "tests/cogs/runtime/test_memory.py",
    "tests/solver/test_levels.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests."""
    items.sort(key=lambda item: not item.nodeid.startswith(_LONG))
