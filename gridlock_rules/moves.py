"""Moves, players and outcomes, and sequences of legal moves that are stored as sets of cells."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from itertools import islice
from typing import overload

from gridlock_rules.geometry import CELLS, cell_name, cells_of


class Player(Enum):
    """One of the two players. Player ONE always moves first."""

    ONE = 1
    TWO = 2

    @property
    def opponent(self) -> "Player":
        """The other player."""
        return Player.TWO if self is Player.ONE else Player.ONE


@dataclass(frozen=True, slots=True)
class Move:
    """One turn of a player. `str(move)` is its canonical text, such as "C3" or "B2/C3".

    Attributes:
        cell: The cell that is claimed, or that the token goes to.
        removed: The cell that is removed from the board in the same turn, or None.

    Raises:
        ValueError: A cell is not in 0..63.
    """

    cell: int
    removed: int | None = None

    def __post_init__(self) -> None:
        if self.cell not in CELLS or not (self.removed is None or self.removed in CELLS):
            raise ValueError(f"cells are numbers from 0 to 63, not {self.cell!r}, {self.removed!r}")

    def __str__(self) -> str:
        if self.removed is None:
            return cell_name(self.cell)
        return f"{cell_name(self.cell)}/{cell_name(self.removed)}"


class Termination(Enum):
    """Why a game has ended by its rules."""

    NO_LEGAL_MOVE = "no_legal_move"
    """The player to move has no legal move, and so loses."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game has ended: who won, and why. There are no draws."""

    winner: Player
    termination: Termination


# There are few different moves, and they are immutable: each is made once and shared.
_move = cache(Move)


class LegalMoves(Sequence[Move]):
    """Legal moves in board order: by their first cell, then by the cell they remove.

    Length, truth and membership are computed from the sets of cells, without listing the moves.

    Attributes:
        targets: Mask of the first cells of all legal moves.
    """

    __slots__ = ("targets",)

    targets: int

    @abstractmethod
    def removals(self, target: int) -> int:
        """Return the mask of the cells that may be removed together with a move to the target."""

    @abstractmethod
    def _nth(self, index: int) -> Move:
        """Return the move at this index, which is in range."""

    def __bool__(self) -> bool:
        return self.targets != 0

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Move, ...]: ...
    def __getitem__(self, index: int | slice) -> Move | tuple[Move, ...]:
        positions = range(len(self))[index]  # raises IndexError, and counts negatives from the end
        if isinstance(positions, range):
            return tuple(self._nth(position) for position in positions)
        return self._nth(positions)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {' '.join(map(str, self))}>"


class CellMoves(LegalMoves):
    """Moves that are one cell each."""

    __slots__ = ()

    def __init__(self, targets: int) -> None:
        self.targets = targets

    def __len__(self) -> int:
        return self.targets.bit_count()

    def __contains__(self, move: object) -> bool:
        return isinstance(move, Move) and move.removed is None and self.targets >> move.cell & 1 == 1

    def __iter__(self) -> Iterator[Move]:
        return map(_move, cells_of(self.targets))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, CellMoves):
            return NotImplemented
        return self.targets == other.targets

    def __hash__(self) -> int:
        return hash(self.targets)

    def removals(self, target: int) -> int:  # noqa: ARG002  # the same for every target
        """Return the empty mask: nothing is removed."""
        return 0

    def _nth(self, index: int) -> Move:
        return _move(_nth_cell(self.targets, index))


class StepMoves(LegalMoves):
    """Moves that are a step, most of them followed by the removal of a cell.

    Attributes:
        paired: Mask of the targets after which a cell is removed.
        removable: Mask of the cells that may be removed then, except the target itself.
        alone: Mask of the targets after which nothing is removed.
    """

    __slots__ = ("alone", "paired", "removable")

    def __init__(self, paired: int, removable: int, alone: int) -> None:
        self.targets = paired | alone
        self.paired = paired
        self.removable = removable
        self.alone = alone

    def __len__(self) -> int:
        pairs = self.paired.bit_count() * self.removable.bit_count()
        return self.alone.bit_count() + pairs - (self.paired & self.removable).bit_count()

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        if move.removed is None:
            return self.alone >> move.cell & 1 == 1
        return self.removals(move.cell) >> move.removed & 1 == 1

    def __iter__(self) -> Iterator[Move]:
        for target in cells_of(self.targets):
            if self.alone >> target & 1:
                yield _move(target)
            for removed in cells_of(self.removals(target)):
                yield _move(target, removed)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, StepMoves):
            return NotImplemented
        return self._masks == other._masks

    def __hash__(self) -> int:
        return hash(self._masks)

    def removals(self, target: int) -> int:
        """Return the mask of the cells that may be removed after a step to the target."""
        return self.removable & ~(1 << target) if self.paired >> target & 1 else 0

    @property
    def _masks(self) -> tuple[int, int, int]:
        return self.paired, self.removable, self.alone

    def _nth(self, index: int) -> Move:
        for target in cells_of(self.targets):
            removals = self.removals(target)
            moves = removals.bit_count() or 1
            if index < moves:
                return _move(target, _nth_cell(removals, index)) if removals else _move(target)
            index -= moves
        raise IndexError(index)


def _nth_cell(mask: int, index: int) -> int:
    return next(islice(cells_of(mask), index, None))
