"""The cells of a board as a player sees them: stones, holes, legal cells, the last move; all as masks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from cogs.messages.controls import CELL, CELL_MENU, ControlKind, Key
from cogs.messages.looks.emoji_set import EmojiSet
from cogs.text.i18n import Words
from gridlock_host import Game
from gridlock_rules import Player, Position, cell_name
from gridlock_rules.geometry import geometry

LARGEST_BOARD_OF_BUTTONS: Final = 5
"""Discord takes five buttons a row and forty components a message."""

CELL_NAMES: Final = tuple(cell_name(cell) for cell in range(64))

GRIDS: Final = {
    size: tuple(tuple((1 << cell, CELL_NAMES[cell]) for cell in row) for row in geometry(size).rows)
    for size in range(3, 9)
}
"""The cells of boards by their size, row by row: the mask and the name of each."""


@dataclass(frozen=True, slots=True)
class Stones:
    """Masks of the occupied cells, and the names of the pictures that show them.

    Attributes:
        one: Cells of Player 1.
        two: Cells of Player 2.
        closed: Cells that are closed for good: removed or blocked.
        last: What the last move placed or removed; while a removal is chosen, also the new cell of the token.
        has_tokens: Whether each player has one token, and not many stones.
    """

    one: int
    two: int
    closed: int
    last: int
    has_tokens: bool

    @property
    def taken(self) -> int:
        """The cells of both players."""
        return self.one | self.two

    def picture(self, bit: int, suffix: str = "") -> str:
        """Return the picture of an occupied cell.

        Args:
            bit: The mask of the cell.
            suffix: "_cell" for a picture that fills a cell of a board in a text.
        """
        is_last = self.last & bit
        if self.closed & bit:
            if not self.has_tokens:
                return "blocked_cell"
            return "removed_cell_last_move" if is_last else "removed_cell"
        colour = "blue" if self.one & bit else "orange"
        shape = "token" if self.has_tokens else "square" if self.one & bit else "circle"
        if is_last:
            return f"{colour}_{shape}_last{suffix or '_move'}"
        return f"{colour}_{shape}{suffix}"


@dataclass(frozen=True, slots=True)
class CellControls:
    """What the cells of a board are pressed for.

    Attributes:
        subject: The subject of their keys, such as the id of the game.
        state: The state of their keys, such as its version.
        cell: The kind of a button for a cell.
        menu: The kind of a menu of cells.
    """

    subject: int
    state: int
    cell: ControlKind = CELL
    menu: ControlKind = CELL_MENU

    def key(self, argument: str) -> Key:
        """Return the key of a control with this argument."""
        return Key(self.subject, self.state, argument)


@dataclass(frozen=True, slots=True)
class Scene:
    """All that a look draws.

    Attributes:
        game: The game.
        words: The language.
        picked: The cell to which the player to move has gone, if the cell to remove is still to be chosen. The token is
            shown there only.
        emoji: The emoji to draw with.
        stones: What is on the board.
        legal: Mask of the cells that the player to move may choose; empty while the bot is to move, and at the end.
        controls: What the cells are pressed for.
        is_still: Whether nothing can be pressed, as at the end of a game.
        reader: The player who reads it, if only one person does who plays.
    """

    game: Game
    words: Words
    picked: int | None
    emoji: EmojiSet
    stones: Stones
    legal: int
    controls: CellControls
    is_still: bool
    reader: Player | None = None

    @property
    def step(self) -> str:
        """What comes before the name of a cell in a move: the picked cell and a slash, or nothing."""
        return "" if self.picked is None else f"{CELL_NAMES[self.picked]}/"


def scene_of(
    game: Game,
    words: Words,
    emoji: EmojiSet,
    picked: int | None = None,
    *,
    controls: CellControls | None = None,
    is_still: bool = False,
    reader_id: int | None = None,
) -> Scene:
    """Return what a look draws of a game.

    Args:
        game: The game.
        words: The language.
        emoji: The emoji to draw with.
        picked: The cell that a player has chosen whose move needs a second one.
        controls: What the cells are pressed for; None for moves.
        is_still: Whether nothing can be pressed, even if the game goes on.
        reader_id: The person who alone reads it; None for everybody.
    """
    if controls is None:
        controls = CellControls(game.id, game.version)
    stones = stones_of(game.position, last_changed(game, picked), picked)
    legal = 0 if is_still else legal_cells(game, picked)
    reader = next((seat for seat in Player if game.player_id(seat) == reader_id), None)
    return Scene(game, words, picked, emoji, stones, legal, controls, is_still or game.is_over, reader)


def legal_cells(game: Game, picked: int | None) -> int:
    """Return the mask of the cells that a player may choose now: for the move, or to be removed after a step."""
    if game.is_over or game.bot_is_to_move:
        return 0
    legal = game.position.legal_moves
    return legal.targets if picked is None else legal.removals(picked)


def last_changed(game: Game, picked: int | None) -> int:
    """Return the mask of the cells that are marked as new: those of the last move, or a step and the last removal."""
    move = game.last_move
    removed = 0 if move is None or move.removed is None else 1 << move.removed
    if picked is not None:
        return removed | 1 << picked
    return removed if move is None else removed | 1 << move.cell


def stones_of(position: Position, last: int, picked: int | None = None) -> Stones:
    """Return what is on a board.

    Args:
        position: The position.
        last: The mask of the cells that are marked as new.
        picked: The cell to which the player to move has gone, if the cell to remove is still to be chosen.
    """
    variant, one, two, closed = position.variant, 0, 0, 0
    mark_one, mark_two = variant.player_marks
    for mark, mask in position.mark_masks:
        if mark == mark_one:
            one = mask
        elif mark == mark_two:
            two = mask
        else:
            closed |= mask
    if picked is not None:
        if position.to_move is Player.ONE:
            one = 1 << picked
        else:
            two = 1 << picked
    return Stones(one, two, closed, last, variant.cells_per_move == 2)
