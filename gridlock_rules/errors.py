"""Errors of the rules: one class for each kind, each with a sentence for the player."""

from typing import Any


class RulesError(Exception):
    """Base of all errors of this package. `str(error)` is one or two sentences to show to a player.

    Its one argument is that text as a `Phrase`, which can be translated.

    Attributes:
        ply: The index of the refused move in the list of moves. Set by `replay`; None everywhere else.
    """

    ply: int | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the message and the attributes without calling `__init__` again."""
        return _without_init, (type(self), self.args), self.__dict__


def _without_init(kind: type[RulesError], args: tuple[Any, ...]) -> RulesError:
    return kind.__new__(kind, *args)


class UnknownVariant(RulesError):
    """No registered variant has this key."""


class UnsupportedSize(RulesError):
    """The variant is not played on boards of this size."""


class InvalidStart(RulesError):
    """The text describes no position to begin a game from."""


class InvalidNotation(RulesError):
    """The text is not a move."""


class IllegalMove(RulesError):
    """The text is a move, but the rules do not allow it here.

    Attributes:
        reason: The broken rule, for programs: a lowercase word such as "occupied", "off_board" or "touches_last".
        cell: The canonical name of the cell at fault, or None if there is no such cell or it has no name.
    """

    def __init__(self, message: str, reason: str, cell: str | None = None) -> None:
        super().__init__(message)
        self.reason = reason
        self.cell = cell


class OffBoard(InvalidNotation, IllegalMove):
    """The text names a cell that this board does not have. Its reason is "off_board"."""

    def __init__(self, message: str, cell: str | None = None) -> None:
        super().__init__(message, "off_board", cell)


class GameOver(IllegalMove):
    """The game has ended, so no move is legal. Its reason is "game_over"."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "game_over")
