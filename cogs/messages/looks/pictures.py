"""The look "pictures": the board as buttons or, from 6×6 and at the end, as a grid of emoji."""  # noqa: RUF002  # the multiplication sign

from __future__ import annotations

from cogs.messages.looks.cells import LARGEST_BOARD_OF_BUTTONS, Scene
from cogs.messages.looks.look import Drawing
from cogs.messages.looks.parts import cell_buttons, cell_menus, emoji_grid


def draw(scene: Scene) -> Drawing:
    """Draw a board. The same board as text is one press away."""
    if scene.is_still:
        return Drawing(emoji_grid(scene), offers_text=True)
    if scene.game.position.size <= LARGEST_BOARD_OF_BUTTONS:
        return Drawing("", tuple(cell_buttons(scene)), offers_text=True)
    return Drawing(emoji_grid(scene), tuple(cell_menus(scene)), offers_text=True)
