"""The look "text": the board as a code block without any emoji, and menus of the legal cells."""

from __future__ import annotations

from cogs.messages.looks.cells import Scene
from cogs.messages.looks.look import Drawing
from cogs.messages.looks.parts import cell_menus, code_block


def draw(scene: Scene) -> Drawing:
    """Draw a board."""
    return Drawing(code_block(scene), tuple(cell_menus(scene)), has_emoji=False)
