"""Registry of looks: the function that draws each. A further look is one module, and a line here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.messages.looks import classic, pictures, spoken, text
from cogs.messages.looks.cells import Scene
from cogs.messages.looks.look import DrawBoard, Drawing
from gridlock_host.model.messages.look import Look

LOOKS: Final[Mapping[Look, DrawBoard]] = {
    Look.CLASSIC: classic.draw,
    Look.PICTURES: pictures.draw,
    Look.TEXT: text.draw,
}


def draw(look: Look, scene: Scene) -> Drawing:
    """Draw a board in the look of a server; in sentences, if its reader wants that."""
    return spoken.draw(scene) if scene.words.is_spoken else LOOKS[look](scene)
