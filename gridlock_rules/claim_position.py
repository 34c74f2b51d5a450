"""Base class of the variants in which a move claims one cell for good."""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from gridlock_rules.errors import IllegalMove
from gridlock_rules.geometry import cell_name, geometry
from gridlock_rules.moves import CellMoves, Move, Player
from gridlock_rules.position import Position
from gridlock_rules.wording import Phrase


@dataclass(frozen=True)
class ClaimPosition(Position):
    """A position in which every cell is either claimed by a player or not.

    Attributes:
        one: Mask of Player 1's cells.
        two: Mask of Player 2's cells.
    """

    __slots__ = ("one", "two")

    one: int
    two: int

    @property
    @abstractmethod
    def _open(self) -> int:
        """The mask of the cells that the player to move may claim."""

    @abstractmethod
    def _why_closed(self, cell: int) -> IllegalMove:
        """Return the error for a free cell that may not be claimed."""

    @property
    def ply(self) -> int:
        """How many moves have been played: one for each claimed cell."""
        return (self.one | self.two).bit_count()

    @property
    def legal_moves(self) -> CellMoves:
        """The cells that may be claimed, in board order."""
        return CellMoves(self._open)

    @property
    def _claimed(self) -> int:
        return self.one | self.two

    @property
    def _free(self) -> int:
        return geometry(self.size).board & ~(self.one | self.two)

    def _claims_with(self, cell: int) -> tuple[int, int]:
        """Return the masks of both players after the player to move has claimed the cell."""
        if self.ply % 2:
            return self.one, self.two | 1 << cell
        return self.one | 1 << cell, self.two

    def _objection(self, move: Move) -> IllegalMove:
        name = cell_name(move.cell)
        if move.removed is not None:
            return IllegalMove(
                Phrase(
                    "{move} names two cells, but a move in this game is one cell: no cells are removed.", move=str(move)
                ),
                "removal_not_allowed",
                cell_name(move.removed),
            )
        if self._claimed >> move.cell & 1:
            owner = Player.ONE if self.one >> move.cell & 1 else Player.TWO
            return IllegalMove(
                Phrase("{cell} is already taken by {owner}. Choose a free cell.", cell=name, owner=self._mark(owner)),
                "occupied",
                name,
            )
        return self._why_closed(move.cell)

    def _marked(self) -> Iterable[tuple[str, int]]:
        return (self._mark(Player.ONE), self.one), (self._mark(Player.TWO), self.two)


@dataclass(frozen=True)
class LastCellPosition(ClaimPosition):
    """A position in which the cell claimed last decides which free cells may be claimed next.

    Attributes:
        last: The cell claimed last, or None before the first move.
    """

    __slots__ = ("last",)

    last: int | None

    @classmethod
    def initial(cls, size: int) -> Self:
        """Return the empty board."""
        return cls(size, one=0, two=0, last=None)

    @abstractmethod
    def _following(self, last: int) -> int:
        """Return the mask of the cells that may follow a cell, if they are free."""

    @property
    def _open(self) -> int:
        return self._free if self.last is None else self._free & self._following(self.last)

    def _after(self, move: Move) -> Self:
        return type(self)(self.size, *self._claims_with(move.cell), move.cell)
