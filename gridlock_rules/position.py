"""What all positions have in common, whatever the variant."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Self

from gridlock_rules.errors import GameOver, IllegalMove
from gridlock_rules.geometry import Geometry, cell_name, cells_of, geometry
from gridlock_rules.legal_moves import LegalMoves
from gridlock_rules.notation import off_board, read_move
from gridlock_rules.values import Move, Outcome, Player, Termination
from gridlock_rules.variant import EMPTY_MARK, Variant
from gridlock_rules.wording import Phrase


@dataclass(frozen=True)
class Position(ABC):
    """A game at one moment: immutable, hashable, picklable, and equal by value.

    A variant's own class says which moves are legal, what a move changes, why another is refused, and
    what the board shows. Each such class is a frozen dataclass that names its fields in `__slots__`.

    Attributes:
        size: Number of rows, and of columns.
    """

    # Slots are named by hand because of what `dataclass(slots=True)` does in Python 3.11: setting
    # an attribute that is no field then fails with a TypeError about `super`.
    __slots__ = ("size",)

    size: int

    @classmethod
    @abstractmethod
    def initial(cls, size: int) -> Self:
        """Return the position before the first move on a board of a size the variant supports."""

    @property
    @abstractmethod
    def variant(self) -> Variant:
        """The variant that is played."""

    @property
    @abstractmethod
    def ply(self) -> int:
        """How many moves have been played."""

    @property
    @abstractmethod
    def legal_moves(self) -> LegalMoves:
        """The legal moves in board order; empty exactly when the game is over."""

    @property
    @abstractmethod
    def restriction(self) -> str:
        """The rule that binds the next move, as a noun phrase in players' terms.

        It completes "X may play ...", for example "any free cell" or "a free cell in row E or
        column 3". In a finished position it still says the rule that left no move. The variants here give a
        `Phrase`.
        """

    @abstractmethod
    def _after(self, move: Move) -> Self:
        """Return the position after a legal move."""

    @abstractmethod
    def _objection(self, move: Move) -> IllegalMove:
        """Return why an illegal move is refused, given that its cells are on the board."""

    @abstractmethod
    def _marked(self) -> Iterable[tuple[str, int]]:
        """Return each mark with the mask of the cells that show it."""

    @property
    def to_move(self) -> Player:
        """The player whose turn it is, or would be if the game were not over."""
        return Player.TWO if self.ply % 2 else Player.ONE

    @property
    def outcome(self) -> Outcome | None:
        """How the game has ended, or None while the player to move has a legal move."""
        if self.legal_moves:
            return None
        return Outcome(self.to_move.opponent, Termination.NO_LEGAL_MOVE)

    @property
    def targets(self) -> tuple[int, ...]:
        """The cells with which a legal move begins, in board order."""
        return tuple(cells_of(self.legal_moves.targets))

    def removals(self, target: int) -> tuple[int, ...]:
        """Return the cells that may be removed with a move to the target, in board order.

        Empty when the move is complete without a removal, and when the target is none of `targets`.
        """
        return tuple(cells_of(self.legal_moves.removals(target)))

    @property
    def marks(self) -> tuple[tuple[str, ...], ...]:
        """What each cell shows, row by row: "." or one of the variant's marks."""
        shown = {cell: mark for mark, mask in self._marked() for cell in cells_of(mask)}
        return tuple(tuple(shown.get(cell, EMPTY_MARK) for cell in row) for row in self._geometry.rows)

    def parse(self, text: str) -> Move:
        """Return the legal move that the text means.

        Args:
            text: A move in any of the forms that `gridlock_rules.notation` describes.

        Raises:
            InvalidNotation: The text is not a move.
            OffBoard: It names a cell this board does not have.
            IllegalMove: The rules do not allow the move here.
            GameOver: No move is allowed any more.
        """
        variant = self.variant
        move = read_move(text, size=self.size, origin=variant.origin, cells=variant.cells_per_move)
        if move not in self.legal_moves:
            raise self._refusal(move)
        return move

    def play(self, move: Move) -> Self:
        """Return the position after the move. This position stays as it is.

        Raises:
            IllegalMove: The rules do not allow the move here.
            GameOver: No move is allowed any more.
        """
        if move not in self.legal_moves:
            raise self._refusal(move)
        return self._after(move)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as a call of the class: unpickling by default sets attributes, which is refused."""
        return type(self), tuple(getattr(self, field.name) for field in fields(self))

    @property
    def _geometry(self) -> Geometry:
        return geometry(self.size)

    def _mark(self, player: Player) -> str:
        return self.variant.mark(player)

    def _refusal(self, move: Move) -> IllegalMove:
        outcome = self.outcome
        if outcome is not None:
            winner, loser = self._mark(outcome.winner), self._mark(outcome.winner.opponent)
            return GameOver(
                Phrase("The game is over: {loser} has no legal move, so {winner} has won.", loser=loser, winner=winner)
            )
        for cell in (move.cell, move.removed):
            if cell is not None and not self._geometry.board >> cell & 1:
                return off_board(cell_name(cell), self.size)
        return self._objection(move)
