"""How long tests wait for what must come: only one that fails waits so long."""

from typing import Final

PATIENCE: Final = 60.0
