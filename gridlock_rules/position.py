"""Variants, and positions in them: the base classes of every game."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Self

from gridlock_rules.errors import GameOver, IllegalMove, InvalidStart, UnsupportedSize
from gridlock_rules.geometry import SIZES, Geometry, cell_name, cells_of, geometry
from gridlock_rules.moves import LegalMoves, Move, Outcome, Player, Termination
from gridlock_rules.notation import off_board, read_move
from gridlock_rules.starts import begun_from
from gridlock_rules.wording import Phrase

EMPTY_MARK = "."
"""What an empty cell shows in every variant."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One of the games.

    Attributes:
        key: Short lowercase name for programs and commands, such as "lines".
        title: Name for people.
        summary: What a player does, in one line of at most 100 characters.
        default_size: The size of the board in the variant's rule book.
        position_class: The class of its positions.
        player_marks: What a cell of Player 1, and of Player 2, shows.
        other_marks: What other non-empty cells show, and what that means.
        book_marks: The rule book's marks, by ours, where they differ.
        origin: The number of the first row and column when players write cells as numbers: 1 or 0.
        cells_per_move: The most cells a move names: 1 or 2.
        sizes: The sizes of the boards it is played on.
        size_decides: Whether the size of an empty board decides who wins, however the players move.
    """

    key: str
    title: str
    summary: str
    default_size: int
    position_class: "type[Position]"
    player_marks: tuple[str, str] = ("X", "O")
    other_marks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    book_marks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    origin: int = 1
    cells_per_move: int = 1
    sizes: range = SIZES
    size_decides: bool = False

    @property
    def rule_text(self) -> str:
        """The rules in English Markdown, with an example and the rulings, short enough for one message."""
        return self.rule_text_in("en")

    def rule_text_in(self, language: str) -> str:
        """Return the rules in a language, or in English where they are not translated.

        Args:
            language: Its code in Discord, such as "de" or "pt-BR".

        Raises:
            FileNotFoundError: There is no English text either.
        """
        return _read_rule_text(self.key, language)

    def start(self, size: int | None = None, start: str | None = None) -> "Position":
        """Return the position before the first move.

        Args:
            size: Number of rows and columns; None means the rule book's own size.
            start: What is on the board already, as `gridlock_rules.starts` describes; None means the empty board.

        Raises:
            UnsupportedSize: The variant is not played on boards of this size.
            InvalidStart: No game begins from this start.
        """
        if size is None:
            size = self.default_size
        if size not in self.sizes:
            smallest, largest = self.sizes[0], self.sizes[-1]
            raise UnsupportedSize(
                Phrase(
                    "{title} is played on boards from {smallest}×{smallest} to {largest}×{largest}, not {size}×{size}.",  # noqa: RUF001  # the multiplication sign
                    title=self.title,
                    smallest=smallest,
                    largest=largest,
                    size=size,
                )
            )
        empty = self.position_class.initial(size)
        return empty if start is None else begun_from(empty, start)

    def mark(self, player: Player) -> str:
        """Return what the player's cells show."""
        return self.player_marks[0 if player is Player.ONE else 1]


@cache
def _read_rule_text(key: str, language: str) -> str:
    texts = files("gridlock_rules").joinpath("texts")
    translated = texts.joinpath(language, f"{key}.md")
    text = translated if translated.is_file() else texts.joinpath(f"{key}.md")
    return text.read_text(encoding="utf-8")


@dataclass(frozen=True)
class Position(ABC):
    """A game at one moment: immutable, hashable, picklable, and equal by value.

    Each variant has a subclass that says which moves are legal, what a move changes, why another move is refused, and
    what the board shows. It is a frozen dataclass that names its fields in `__slots__`.

    Attributes:
        size: Number of rows, and of columns.
    """

    # Not `dataclass(slots=True)`: in Python 3.11, setting an attribute that is no field would then fail with a
    # TypeError about `super`.
    __slots__ = ("size",)

    size: int

    @classmethod
    @abstractmethod
    def initial(cls, size: int) -> Self:
        """Return the position before the first move on a board of a size the variant supports."""

    def with_obstacles(self, cells: int) -> Self:  # noqa: ARG002  # for the variants that have obstacles
        """Return the empty board with obstacles on it. It is called on the empty board only.

        Args:
            cells: Mask of the cells with an obstacle.

        Raises:
            InvalidStart: The variant has no obstacles.
        """
        raise InvalidStart(Phrase("There are no obstacles in {title}.", title=self.variant.title))

    @property
    @abstractmethod
    def variant(self) -> Variant:
        """The variant that is played."""

    @property
    @abstractmethod
    def ply(self) -> int:
        """How many moves have been played, those of the start included."""

    @property
    @abstractmethod
    def legal_moves(self) -> LegalMoves:
        """The legal moves in board order; empty exactly when the game is over."""

    @property
    @abstractmethod
    def restriction(self) -> str:
        """The rule for the next move, as a noun phrase in players' terms, best as a `Phrase`.

        It completes "X may play ...", for example "any free cell" or "a free cell in row E or column 3". In a
        finished position it is the rule that left no move.
        """

    @abstractmethod
    def _after(self, move: Move) -> Self:
        """Return the position after a legal move."""

    @abstractmethod
    def _objection(self, move: Move) -> IllegalMove:
        """Return the error for an illegal move whose cells are on the board."""

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
        """The first cells of all legal moves, in board order."""
        return tuple(cells_of(self.legal_moves.targets))

    def removals(self, target: int) -> tuple[int, ...]:
        """Return the cells that may be removed with a move to the target, in board order.

        Empty if the move is complete without a removal, and if no legal move begins with the target.
        """
        return tuple(cells_of(self.legal_moves.removals(target)))

    @property
    def mark_masks(self) -> tuple[tuple[str, int], ...]:
        """Each mark of the variant that may be on the board, with the mask of the cells that show it."""
        return tuple(self._marked())

    @property
    def marks(self) -> tuple[tuple[str, ...], ...]:
        """What each cell shows in the rule book, row by row: "." or a mark.

        Boards for players show the marks of `mark_masks`, because some of the book's are names of rows, or mean a
        player in one game and a removed cell in another.
        """
        book = self.variant.book_marks
        shown = {cell: book.get(mark, mark) for mark, mask in self._marked() for cell in cells_of(mask)}
        return tuple(tuple(shown.get(cell, EMPTY_MARK) for cell in row) for row in self._geometry.rows)

    def parse(self, text: str) -> Move:
        """Return the legal move that a text means.

        Args:
            text: A move in any of the forms that `gridlock_rules.notation` describes.

        Raises:
            InvalidNotation: The text is not a move.
            OffBoard: It names a cell this board does not have.
            IllegalMove: The rules do not allow the move here.
            GameOver: The game has ended.
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
            GameOver: The game has ended.
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
