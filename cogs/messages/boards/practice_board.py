"""Boards outside of games, for the tutorial and the explorer: their cells can be pressed, and have signs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import discord

from cogs.discord_api.components import BUTTON, Component, plain_menu, row
from cogs.messages.looks.cells import CELL_NAMES, GRIDS, LARGEST_BOARD_OF_BUTTONS, Stones, stones_of
from cogs.messages.looks.emoji_set import UNICODE
from cogs.messages.looks.look import Drawing
from cogs.messages.looks.parts import by_rows, grid_of_emoji, legend, rows_placeholder
from cogs.text.drawn import spoken_board
from cogs.text.i18n import Words
from gridlock_host import draw_board
from gridlock_host.model.messages.look import Look
from gridlock_rules import Move, Position
from gridlock_rules.geometry import cells_of

_BLANK: Final = "·"


@dataclass(frozen=True, slots=True)
class Sign:
    """What a free cell shows.

    Attributes:
        mark: Its mark in a code block; empty for none.
        label: What stands beside its name on a button and in a menu; empty for nothing.
        emoji: Its emoji in a grid of emoji; empty for a free cell.
        style: The colour of its button.
    """

    mark: str = ""
    label: str = ""
    emoji: str = ""
    style: discord.ButtonStyle = discord.ButtonStyle.secondary


PLAIN: Final = Sign()
"""The sign of a cell of which nothing is told."""

LEGAL: Final = Sign("+", style=discord.ButtonStyle.success, emoji=UNICODE.codes["legal_cell"])
"""The sign of a cell that may be chosen."""


@dataclass(frozen=True, slots=True)
class PracticeBoard:
    """A board to press.

    Attributes:
        position: The position.
        last: The last move, if there is one.
        signs: The sign of each cell that can be chosen.
        meanings: What the marks of the signs mean, for the line below a code block.
        button_prefix: What comes before the name of a cell in the custom id of its button.
        menu_prefix: What comes before the number of a menu in its custom id.
        picked: The cell to which the player to move has gone, if the cell to remove is still to be chosen.
        has_pressable_stones: Whether taken cells can be pressed, because an answer explains why they cannot be chosen.
    """

    position: Position
    last: Move | None
    signs: Mapping[int, Sign]
    button_prefix: str
    menu_prefix: str
    meanings: tuple[str, ...] = field(default=())
    picked: int | None = None
    has_pressable_stones: bool = False

    @property
    def stones(self) -> Stones:
        """What is on the board."""
        last = self.last
        new = 0 if last is None else 1 << last.cell | (0 if last.removed is None else 1 << last.removed)
        if self.picked is not None and last is not None:
            new = 1 << self.picked | (0 if last.removed is None else 1 << last.removed)
        return stones_of(self.position, new, self.picked)


def draw_practice_board(board: PracticeBoard, look: Look, words: Words) -> Drawing:
    """Return a board in a look, with its buttons or menus; without any, if no cell can be chosen."""
    if words.is_spoken:
        return Drawing(_spoken(board, words), tuple(_menus(board, words)) if board.signs else (), has_emoji=False)
    has_buttons = board.position.size <= LARGEST_BOARD_OF_BUTTONS and look is not Look.TEXT
    rows = tuple(_buttons(board) if has_buttons else _menus(board, words)) if board.signs else ()
    if look is not Look.PICTURES:
        return Drawing(_code_block(board, words), rows, has_emoji=look is not Look.TEXT)
    # Buttons show the labels of signs, and not their marks.
    meanings = board.meanings if any(sign.label for sign in board.signs.values()) else ()
    below = [f"-# {' · '.join(meanings)}"] if meanings else []
    return Drawing("\n".join(below if has_buttons and rows else [_emoji_grid(board), *below]), rows)


def _buttons(board: PracticeBoard) -> Iterator[Component]:
    stones = board.stones
    for cells in GRIDS[board.position.size]:
        yield row(*(_button(board, stones, bit, name) for bit, name in cells))


def _button(board: PracticeBoard, stones: Stones, bit: int, name: str) -> Component:
    sign = board.signs.get(bit.bit_length() - 1)
    made: Component = {"type": BUTTON, "custom_id": board.button_prefix + name, "style": PLAIN.style.value}
    if sign is not None:
        made["label"] = _named(name, sign)
        made["style"] = sign.style.value
    elif (stones.taken | stones.closed) & bit:
        made["emoji"] = UNICODE.partials[stones.picture(bit)]
    else:
        made["label"] = _BLANK
    is_pressable = board.has_pressable_stones and (stones.taken | stones.closed) & bit
    if sign is None and not is_pressable:
        made["disabled"] = True
    return made


def _menus(board: PracticeBoard, words: Words) -> Iterator[Component]:
    for number, group in enumerate(by_rows(sum(1 << cell for cell in board.signs))):
        labels = {name: _named(name, board.signs[CELL_NAMES.index(name)]) for name in group}
        placeholder = rows_placeholder(words, group[0][0], group[-1][0], removes=board.picked is not None)
        yield row(plain_menu(f"{board.menu_prefix}{number}", labels, placeholder))


def _named(name: str, sign: Sign) -> str:
    return f"{name} {sign.label}" if sign.label else name


def _code_block(board: PracticeBoard, words: Words) -> str:
    stones = board.stones
    marks = [(sign.mark, 1 << cell) for cell, sign in board.signs.items() if sign.mark]
    drawn = draw_board(board.position, marked=stones.last, step=board.picked, notes=marks)
    below = legend(board.meanings, stones, board.position.variant, words)
    return f"```\n{drawn}\n```\n-# {below}" if below else f"```\n{drawn}\n```"


def _spoken(board: PracticeBoard, words: Words) -> str:
    labels = {cell: sign.label for cell, sign in board.signs.items() if sign.label}
    legal = sum(1 << cell for cell in board.signs)
    said = spoken_board(board.position, board.stones.last, step=board.picked, legal=legal, signs=labels)
    meanings = board.meanings if labels else ()
    return "\n".join([words.say(said), *([f"-# {' · '.join(meanings)}"] if meanings else [])])


def _emoji_grid(board: PracticeBoard) -> str:
    signs = [(sign.emoji, 1 << cell) for cell, sign in board.signs.items() if sign.emoji]
    return grid_of_emoji(board.position.size, board.stones, UNICODE, signs, other=UNICODE.codes["free_cell"])


def chosen_cells(mask: int, sign: Sign) -> dict[int, Sign]:
    """Return the same sign for all cells of a mask."""
    return dict.fromkeys(cells_of(mask), sign)
