"""A board in sentences, and menus of the legal cells: what a person reads alone who has asked for it."""

from __future__ import annotations

from cogs.messages.looks.cells import Scene
from cogs.messages.looks.look import Drawing
from cogs.messages.looks.parts import cell_menus
from cogs.text.drawn import spoken_board


def draw(scene: Scene) -> Drawing:
    """Draw a board."""
    said = spoken_board(
        scene.game.position, scene.stones.last, step=scene.picked, legal=scene.legal, reader=scene.reader
    )
    rows = () if scene.is_still else tuple(cell_menus(scene))
    return Drawing(scene.words.say(said), rows, has_emoji=False)
