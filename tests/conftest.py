"""Settings for all tests."""

import os

from hypothesis import settings

# How long an example takes depends on what else the machine does, so no test is judged by it.
settings.register_profile("gridlock", deadline=None)
settings.load_profile("gridlock")

# Tests start the program more than a hundred times. What has been compiled is kept for that, whoever prefers otherwise.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
