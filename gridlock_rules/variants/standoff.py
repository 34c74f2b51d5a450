"""Standoff: claim a free cell that touches none of the opponent's cells."""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from gridlock_rules.claim_position import ClaimPosition
from gridlock_rules.errors import IllegalMove
from gridlock_rules.geometry import cell_name, cells_of, touching
from gridlock_rules.moves import Move, Player
from gridlock_rules.position import Variant
from gridlock_rules.wording import CountedPhrase, Phrase, all_of


@dataclass(frozen=True)
class StandoffPosition(ClaimPosition):
    """A position of Standoff."""

    __slots__ = ()

    @classmethod
    def initial(cls, size: int) -> Self:
        """Return the empty board."""
        return cls(size, one=0, two=0)

    @property
    def variant(self) -> Variant:
        """Standoff."""
        return STANDOFF

    @property
    def restriction(self) -> str:
        """Such as "a free cell that touches none of O's cells"."""
        if not self._opposing:
            return Phrase("any free cell")
        opponent = self._mark(self.to_move.opponent)
        return Phrase("a free cell that touches none of {opponent}'s cells", opponent=opponent)

    @property
    def _opposing(self) -> int:
        return self.two if self.to_move is Player.ONE else self.one

    @property
    def _open(self) -> int:
        return self._free & ~touching(self._opposing)

    def _after(self, move: Move) -> Self:
        one, two = self._claims_with(move.cell)
        return type(self)(self.size, one, two)

    def _why_closed(self, cell: int) -> IllegalMove:
        name = cell_name(cell)
        touched = [cell_name(other) for other in cells_of(self._opposing & self._geometry.neighbours[cell])]
        sentence = CountedPhrase(
            len(touched),
            "{cell} touches {opponent}'s cell {touched}. Claim {restriction}, not even diagonally.",
            "{cell} touches {opponent}'s cells {touched}. Claim {restriction}, not even diagonally.",
            cell=name,
            opponent=self._mark(self.to_move.opponent),
            touched=all_of(touched),
            restriction=self.restriction,
        )
        return IllegalMove(sentence, "touches_opponent", name)


STANDOFF = Variant(
    key="standoff",
    title="Standoff",
    summary=Phrase("Claim a free cell that touches none of your opponent's cells, not even diagonally."),
    default_size=5,
    position_class=StandoffPosition,
    book_marks=MappingProxyType({"X": "A", "O": "B"}),
)
