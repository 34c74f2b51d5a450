"""Dodge: claim a free cell that does not touch the opponent's last marker."""

from dataclasses import dataclass

from gridlock_rules.claim_position import LastCellPosition
from gridlock_rules.errors import IllegalMove
from gridlock_rules.geometry import cell_name
from gridlock_rules.position import Variant
from gridlock_rules.wording import Phrase


@dataclass(frozen=True)
class DodgePosition(LastCellPosition):
    """A position of Dodge."""

    __slots__ = ()

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

    def _following(self, last: int) -> int:
        return ~self._geometry.neighbours[last]

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
