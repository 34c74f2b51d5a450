"""Dodge: claim a free cell that does not touch the opponent's last marker."""

from dataclasses import dataclass
from typing import Self

from gridlock_rules.claim_position import ClaimPosition
from gridlock_rules.errors import IllegalMove
from gridlock_rules.geometry import cell_name
from gridlock_rules.moves import Move
from gridlock_rules.position import Variant
from gridlock_rules.wording import Phrase


@dataclass(frozen=True)
class DodgePosition(ClaimPosition):
    """A position of Dodge.

    Attributes:
        last: The cell of the marker placed last, or None before the first move.
    """

    __slots__ = ("last",)

    last: int | None

    @classmethod
    def initial(cls, size: int) -> Self:
        """Return the empty board."""
        return cls(size, one=0, two=0, last=None)

    @property
    def variant(self) -> Variant:
        """Dodge."""
        return DODGE

    @property
    def restriction(self) -> str:
        """Such as "a free cell that does not touch O's last marker on A1"."""
        if self.last is None:
            return Phrase("any free cell")
        return Phrase(
            "a free cell that does not touch {opponent}'s last marker on {last}",
            opponent=self._mark(self.to_move.opponent),
            last=cell_name(self.last),
        )

    @property
    def _open(self) -> int:
        if self.last is None:
            return self._free
        return self._free & ~self._geometry.neighbours[self.last]

    def _after(self, move: Move) -> Self:
        one, two = self._claims_with(move.cell)
        return type(self)(self.size, one, two, move.cell)

    def _why_closed(self, cell: int) -> IllegalMove:
        name = cell_name(cell)
        sentence = Phrase(
            "{cell} touches {opponent}'s last marker on {last}. Choose a free cell that does not, not even diagonally.",
            cell=name,
            opponent=self._mark(self.to_move.opponent),
            last=cell_name(self.last or 0),
        )
        return IllegalMove(sentence, "touches_last", name)


DODGE = Variant(
    key="dodge",
    title="Dodge",
    summary=Phrase("Claim a free cell that does not touch your opponent's last marker, not even diagonally."),
    default_size=3,
    position_class=DodgePosition,
)
