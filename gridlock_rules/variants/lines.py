"""Lines: claim a free cell in the row or the column of the opponent's last claim."""

from dataclasses import dataclass
from typing import Self

from gridlock_rules.claim_position import ClaimPosition
from gridlock_rules.errors import IllegalMove
from gridlock_rules.geometry import cell_name, column_name, row_name
from gridlock_rules.moves import Move
from gridlock_rules.position import Variant
from gridlock_rules.wording import Phrase


@dataclass(frozen=True)
class LinesPosition(ClaimPosition):
    """A position of Lines.

    Attributes:
        last: The cell claimed last, or None before the first move.
    """

    __slots__ = ("last",)

    last: int | None

    @classmethod
    def initial(cls, size: int) -> Self:
        """Return the empty board."""
        return cls(size, one=0, two=0, last=None)

    @property
    def variant(self) -> Variant:
        """Lines."""
        return LINES

    @property
    def restriction(self) -> str:
        """Such as "a free cell in row E or column 3"."""
        if self.last is None:
            return Phrase("any free cell")
        return Phrase(
            "a free cell in row {row} or column {column}", row=row_name(self.last), column=column_name(self.last)
        )

    @property
    def _open(self) -> int:
        if self.last is None:
            return self._free
        return self._free & self._geometry.lines[self.last]

    def _after(self, move: Move) -> Self:
        one, two = self._claims_with(move.cell)
        return type(self)(self.size, one, two, move.cell)

    def _why_closed(self, cell: int) -> IllegalMove:
        name, last = cell_name(cell), self.last or 0
        sentence = Phrase(
            "{cell} is not in row {row} or column {column}, where {opponent} just played.",
            cell=name,
            row=row_name(last),
            column=column_name(last),
            opponent=self._mark(self.to_move.opponent),
        )
        return IllegalMove(sentence, "not_in_line", name)


LINES = Variant(
    key="lines",
    title="Lines",
    summary=Phrase("Claim a free cell in the row or the column of your opponent's last cell."),
    default_size=5,
    position_class=LinesPosition,
)
