"""Settings for all tests."""

import os

from hypothesis import settings

# How long an example takes depends on what else the machine does, so no test is judged by it.
settings.register_profile("usual", deadline=None, max_examples=50)
settings.register_profile("thorough", deadline=None, max_examples=1_000)
settings.load_profile(os.environ.get("GRIDLOCK_TEST_PROFILE", "usual"))

# Tests start the program more than a hundred times. What has been compiled is kept for that, whoever prefers otherwise.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
