"""A board of up to 5×5 cells as rows of buttons."""  # noqa: RUF002  # the multiplication sign

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import discord

from cogs.discord_api.components import Component, row
from cogs.messages.controls import CELL, Key, button
from cogs.messages.looks.cells import Cell, Stone, cells_of
from cogs.messages.looks.pictures import Pictures
from cogs.text.i18n import Words
from gridlock_host import Game
from gridlock_rules import cell_name

LARGEST_BOARD_OF_BUTTONS: Final = 5
"""Discord takes five buttons a row and forty components a message."""

_EMPTY: Final = "·"


def cell_rows(game: Game, words: Words, pictures: Pictures, picked: int | None) -> Iterator[Component]:
    """Yield a row of buttons for each row of the board.

    Legal cells show their names. Other cells cannot be pressed: they show a stone, or nothing. Colours repeat what the
    labels and pictures tell.
    """
    step = "" if picked is None else f"{cell_name(picked)}/"
    for cells in cells_of(game, picked):
        yield row(*[_button(cell, Key(game.id, game.version, step + cell.name), words, pictures) for cell in cells])


def _button(cell: Cell, key: Key, words: Words, pictures: Pictures) -> Component:
    if cell.is_legal:
        return button(CELL, key, words, label=cell.name, style=discord.ButtonStyle.success)
    if cell.stone is None:
        return button(CELL, key, words, label=_EMPTY, disabled=True)
    drawn = button(CELL, key, words, label=_EMPTY, style=_style(cell, cell.stone, pictures), disabled=True)
    del drawn["label"]
    return drawn | {"emoji": pictures.on_button(cell, cell.stone)}


def _style(cell: Cell, stone: Stone, pictures: Pictures) -> discord.ButtonStyle:
    """Return a colour for the last move, which the text names too, if no picture has a ring around it."""
    is_marked = cell.is_last and not pictures.has_ring(stone)
    return discord.ButtonStyle.primary if is_marked else discord.ButtonStyle.secondary
