"""Version of the program, the same as in pyproject.toml."""

from typing import Final

VERSION: Final = "0.1.0"
