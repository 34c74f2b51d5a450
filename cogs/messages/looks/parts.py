"""Parts of a look: a button for each cell, menus of cells, the code block, the grid of emoji."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from cogs.discord_api.components import BUTTON, Component, row
from cogs.messages.controls import menu
from cogs.messages.looks.cells import CELL_NAMES, GRIDS, Scene, Stones
from cogs.messages.looks.emoji_set import EmojiSet
from cogs.text.i18n import Words
from gridlock_host import draw_board
from gridlock_rules import Variant
from gridlock_rules.geometry import STRIDE, cells_of

# Discord takes 25 options a menu, which is three rows of the largest board.
_MOST_OPTIONS: Final = 25
_WHOLE_ROW: Final = (1 << STRIDE) - 1
_SECONDARY: Final = 2
_SUCCESS: Final = 3
_BLANK: Final = "·"


def cell_buttons(scene: Scene) -> Iterator[Component]:
    """Yield a row of buttons for each row of the board.

    Legal cells show their names. Stones can be pressed too, because Discord draws a disabled button at half strength;
    the answer is why that is no move. Other cells are blank and disabled.
    """
    game, stones, legal, partials = scene.game, scene.stones, scene.legal, scene.emoji.partials
    taken, closed = stones.taken, stones.closed
    prefix = scene.controls.key(scene.step).custom_id(scene.controls.cell.action)
    for cells in GRIDS[game.position.size]:
        buttons: list[Component] = []
        for bit, name in cells:
            made: Component = {"type": BUTTON, "custom_id": prefix + name, "style": _SECONDARY}
            if legal & bit:
                made["label"], made["style"] = name, _SUCCESS
            elif taken & bit:
                made["emoji"] = partials[stones.picture(bit)]
            else:
                made["disabled"] = True
                if closed & bit:
                    made["emoji"] = partials[stones.picture(bit)]
                else:
                    made["label"] = _BLANK
            buttons.append(made)
        yield row(*buttons)


def cell_menus(scene: Scene) -> Iterator[Component]:
    """Yield up to three menus with the cells that may be chosen, by rows of the board."""
    words, step, controls = scene.words, scene.step, scene.controls
    for number, group in enumerate(by_rows(scene.legal)):
        options = {step + name: name for name in group}
        placeholder = rows_placeholder(words, group[0][0], group[-1][0], removes=scene.picked is not None)
        yield row(menu(controls.menu, controls.key(f"{step}{number}"), options, placeholder))


@lru_cache(maxsize=256)
def rows_placeholder(words: Words, first: str, last: str, *, removes: bool) -> str:
    """Return the placeholder of a menu with the cells of some rows of the board."""
    rows = words("Row {row}", row=first) if first == last else words("Rows {first} to {last}", first=first, last=last)
    if removes:
        return words("{rows}: choose the cell to remove", rows=rows)
    return words("{rows}: choose a cell", rows=rows)


def by_rows(cells: int) -> list[list[str]]:
    """Divide the names of cells into groups that fit into a menu, without dividing a row of the board."""
    groups: list[list[str]] = []
    for start in range(0, len(CELL_NAMES), STRIDE):
        of_row = cells >> start & _WHOLE_ROW
        if of_row:
            names = [CELL_NAMES[start + column] for column in range(STRIDE) if of_row >> column & 1]
            if groups and len(groups[-1]) + len(names) <= _MOST_OPTIONS:
                groups[-1] += names
            else:
                groups.append(names)
    return groups


def code_block(scene: Scene) -> str:
    """Return the board as a code block, and what its marks mean."""
    stones = scene.stones
    drawn = draw_board(scene.game.position, marked=stones.last, step=scene.picked, legal=scene.legal)
    legend = _legend(scene)
    return f"```\n{drawn}\n```\n-# {legend}" if legend else f"```\n{drawn}\n```"


def _legend(scene: Scene) -> str:
    """Explain the marks of the code block that belong to no player."""
    words, meanings = scene.words, []
    if scene.legal:
        meanings.append(words("`+` you may remove") if scene.picked is not None else words("`+` you may play"))
    return legend(meanings, scene.stones, scene.game.variant, words)


def legend(meanings: Iterable[str], stones: Stones, variant: Variant, words: Words) -> str:
    """Return the meanings of the marks of free cells, and those of the other marks that a code block shows."""
    found = list(meanings)
    if stones.closed:
        found += [f"`{mark}` {words.say(meaning)}" for mark, meaning in variant.other_marks.items()]
    if stones.last:
        found.append(words("`[ ]` last move"))
    return " · ".join(found)


def emoji_grid(scene: Scene) -> str:
    """Return the board as lines of emoji, with its edge."""
    stones, codes = scene.stones, scene.emoji.codes
    # Without a rule for all free cells, the others are just free: in Isolation most cells are too far away.
    other = codes["barred_cell" if scene.legal and not stones.has_tokens else "free_cell"]
    signs = ((codes["legal_cell"], scene.legal),)
    return grid_of_emoji(scene.game.position.size, stones, scene.emoji, signs, other=other)


def grid_of_emoji(size: int, stones: Stones, emoji: EmojiSet, signs: Iterable[tuple[str, int]], *, other: str) -> str:
    """Return a board as lines of emoji, with its edge.

    Args:
        size: Number of rows, and of columns.
        stones: What is on the board.
        emoji: The emoji to draw with.
        signs: The codes for free cells, each with the mask of the cells that show it.
        other: The code of all other cells.
    """
    grid = [other] * len(CELL_NAMES)
    for code, mask in signs:
        _fill(grid, mask, code)
    for mask in (stones.one, stones.two, stones.closed):
        unmarked = mask & ~stones.last
        if unmarked:
            _fill(grid, unmarked, emoji.codes[stones.picture(unmarked & -unmarked, "_cell")])
    for cell in cells_of(stones.last):
        grid[cell] = emoji.codes[stones.picture(1 << cell, "_cell")]
    lines = ["".join(emoji.header[: size + 1])]
    for edge, start in zip(emoji.rows[:size], range(0, len(grid), STRIDE), strict=False):
        lines.append(edge + "".join(grid[start : start + size]))
    return "\n".join(lines)


def _fill(grid: list[str], mask: int, code: str) -> None:
    for cell in cells_of(mask):
        grid[cell] = code


def legal_names(legal: int, comma: str) -> str:
    """Return the names of cells in board order, with the comma of a language between them."""
    return comma.join(CELL_NAMES[cell] for cell in cells_of(legal))
