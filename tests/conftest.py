"""Settings for all tests."""

from hypothesis import settings

# How long an example takes depends on what else the machine does, so no test is judged by it.
settings.register_profile("gridlock", deadline=None)
settings.load_profile("gridlock")
