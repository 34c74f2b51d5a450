"""Registry of looks: the function that draws each. A further look is one module, and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.messages.looks import classic, pictures, text
from cogs.messages.looks.look import DrawBoard
from gridlock_host.model.look import Look

LOOKS: Final[Mapping[Look, DrawBoard]] = {
    Look.CLASSIC: classic.draw,
    Look.PICTURES: pictures.draw,
    Look.TEXT: text.draw,
}
