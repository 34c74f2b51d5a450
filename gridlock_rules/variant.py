"""What there is to know about a variant before a game of it begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import TYPE_CHECKING

from gridlock_rules.errors import UnsupportedSize
from gridlock_rules.geometry import SIZES
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from gridlock_rules.position import Position
    from gridlock_rules.values import Player

EMPTY_MARK = "."
"""What an empty cell shows in every variant."""


@dataclass(frozen=True, kw_only=True)
class Variant:
    """One of the games.

    Attributes:
        key: Short lowercase name for programs and commands, such as "lines".
        title: Name for people.
        summary: What one does, in one line of at most 100 characters.
        default_size: The size of the board in the variant's book.
        position_class: The class of its positions.
        player_marks: What a cell of Player 1, and of Player 2, shows.
        other_marks: What other cells show besides empty ones, and what that means.
        origin: What rows and columns count from when players write them as numbers: 1 or 0.
        cells_per_move: The most cells a move names: 1 or 2.
        sizes: The sizes of the boards it is played on.
    """

    key: str
    title: str
    summary: str
    default_size: int
    position_class: "type[Position]"
    player_marks: tuple[str, str] = ("X", "O")
    other_marks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}), hash=False)
    origin: int = 1
    cells_per_move: int = 1
    sizes: range = SIZES

    @property
    def rule_text(self) -> str:
        """The rules in Markdown, with an example and the rulings, short enough for one message."""
        return self.rule_text_in("en")

    def rule_text_in(self, language: str) -> str:
        """The same in another language.

        Args:
            language: Its code in ISO 639-1, such as "de".

        Raises:
            FileNotFoundError: There is no such text.
        """
        return _read_rule_text(self.key, language)

    def start(self, size: int | None = None) -> "Position":
        """Return the position before the first move.

        Args:
            size: Number of rows and columns; None means the book's own size.

        Raises:
            UnsupportedSize: The variant is not played on boards of this size.
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
        return self.position_class.initial(size)

    def mark(self, player: "Player") -> str:
        """Return what the player's cells show."""
        return self.player_marks[player.value - 1]


@cache
def _read_rule_text(key: str, language: str) -> str:
    folder = files("gridlock_rules").joinpath("texts")
    if language != "en":
        folder = folder.joinpath(language)
    return folder.joinpath(f"{key}.md").read_text(encoding="utf-8")
