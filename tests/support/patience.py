"""The timeout for events that must happen."""

from typing import Final

PATIENCE: Final = 60.0
