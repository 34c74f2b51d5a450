"""Lines: claim a free cell in the row or the column of the opponent's last claim."""

from dataclasses import dataclass

from gridlock_rules.claim_position import LastCellPosition
from gridlock_rules.errors import IllegalMove
from gridlock_rules.geometry import cell_name, column_name, row_name
from gridlock_rules.position import Variant
from gridlock_rules.wording import Phrase


@dataclass(frozen=True)
class LinesPosition(LastCellPosition):
    """A position of Lines."""

    __slots__ = ()

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

    def _following(self, last: int) -> int:
        return self._geometry.lines[last]

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
