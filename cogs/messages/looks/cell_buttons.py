"""A board of up to 5×5 cells as rows of buttons."""  # noqa: RUF002  # the multiplication sign

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import discord

from cogs.discord_api.components import Component, row
from cogs.messages.controls import CELL, Key, button
from cogs.messages.looks.cells import Cell, Stone, cells_of
from cogs.text.i18n import Words
from gridlock_host import Game
from gridlock_rules import cell_name

LARGEST_BOARD_OF_BUTTONS: Final = 5
"""Discord takes five buttons a row and forty components a message."""

_EMPTY: Final = "·"
_EMOJI: Final = {
    Stone.SQUARE: "🟦",
    Stone.CIRCLE: "🟠",
    Stone.HOLLOW_SQUARE: "🔷",
    Stone.HOLLOW_CIRCLE: "🔶",
    Stone.HOLE: "⬛",
    Stone.WALL: "⬛",
}


def cell_rows(game: Game, words: Words, picked: int | None) -> Iterator[Component]:
    """Yield a row of buttons for each row of the board.

    Legal cells show their names. Other cells cannot be pressed: they show a stone, or nothing. Colours repeat what the
    labels and the text tell, such as the last move.
    """
    step = "" if picked is None else f"{cell_name(picked)}/"
    for cells in cells_of(game, picked):
        yield row(*[_button(cell, Key(game.id, game.version, step + cell.name), words) for cell in cells])


def _button(cell: Cell, key: Key, words: Words) -> Component:
    if cell.is_legal:
        return button(CELL, key, words, label=cell.name, style=discord.ButtonStyle.success)
    if cell.stone is None:
        return button(CELL, key, words, label=_EMPTY, disabled=True)
    style = discord.ButtonStyle.primary if cell.is_last else discord.ButtonStyle.secondary
    return button(CELL, key, words, emoji=_EMOJI[cell.stone], style=style, disabled=True)
