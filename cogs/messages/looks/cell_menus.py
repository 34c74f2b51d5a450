"""Menus with the legal cells of a board that is too large for a button per cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final

from cogs.discord_api.components import Component, row
from cogs.messages.controls import CELL_MENU, Key, menu
from cogs.messages.looks.cells import choices
from cogs.text.i18n import Words
from gridlock_host import Game
from gridlock_rules import cell_name

# Discord takes 25 options a menu, which is three rows of the largest board.
_MOST_OPTIONS: Final = 25


def cell_menus(game: Game, words: Words, picked: int | None) -> Iterator[Component]:
    """Yield up to three menus with the cells that may be chosen, by rows of the board."""
    step = "" if picked is None else f"{cell_name(picked)}/"
    cells = [cell_name(cell) for cell in choices(game, picked)]
    for number, names in enumerate(_by_rows(cells)):
        first, last = names[0][0], names[-1][0]
        rows = (
            words("Row {row}", row=first) if first == last else words("Rows {first} to {last}", first=first, last=last)
        )
        verb = (
            words("{rows}: choose a cell", rows=rows)
            if picked is None
            else words("{rows}: choose the cell to remove", rows=rows)
        )
        yield row(
            menu(
                CELL_MENU,
                Key(game.id, game.version, f"{step}{number}"),
                {step + name: name for name in names},
                verb,
            )
        )


def _by_rows(cells: Sequence[str]) -> list[list[str]]:
    """Divide cells into groups that fit into a menu, without dividing a row of the board."""
    groups: list[list[str]] = []
    for _, of_row in groupby(cells, key=lambda name: name[0]):
        names = list(of_row)
        if groups and len(groups[-1]) + len(names) <= _MOST_OPTIONS:
            groups[-1] += names
        else:
            groups.append(names)
    return groups
