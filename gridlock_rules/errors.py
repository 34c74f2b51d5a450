"""What can go wrong when rules are asked: one class for each kind, with a sentence a player understands."""

from typing import Any


class RulesError(Exception):
    """Base of all errors of this package. `str(error)` is one or two sentences fit to show to a player.

    Its one argument is that text as a `Phrase`, for those who say it in another language.

    Attributes:
        ply: Set by `replay`: the ply of the position that refused, which is also the index of the
            refused move in the list. None everywhere else.
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


class InvalidNotation(RulesError):
    """The text is not a move at all."""


class IllegalMove(RulesError):
    """The move is well written, but the rules do not allow it here.

    Attributes:
        reason: The rule that is broken, for programs: a lowercase word such as "occupied",
            "off_board" or "touches_last". Each variant's file shows those it uses.
        cell: The canonical name of the cell meant, or None where no single cell is at fault or
            the cell has no name.
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
    """The game has ended, so no move is legal any more. Its reason is "game_over"."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "game_over")
