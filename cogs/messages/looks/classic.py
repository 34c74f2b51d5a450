"""The look "classic": the board as a code block, and below it as buttons or, from 6×6, in menus."""  # noqa: RUF002  # the multiplication sign

from __future__ import annotations

from cogs.messages.looks.cells import LARGEST_BOARD_OF_BUTTONS, Scene
from cogs.messages.looks.look import Drawing
from cogs.messages.looks.parts import cell_buttons, cell_menus, code_block


def draw(scene: Scene) -> Drawing:
    """Draw a board."""
    if scene.is_still:
        return Drawing(code_block(scene))
    if scene.game.position.size <= LARGEST_BOARD_OF_BUTTONS:
        return Drawing(code_block(scene), tuple(cell_buttons(scene)))
    return Drawing(code_block(scene), tuple(cell_menus(scene)))
