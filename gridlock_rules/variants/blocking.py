"""Blocking: claim a free cell; the empty cells of its row and its column are blocked for good."""

from collections.abc import Iterable
from dataclasses import dataclass
from types import MappingProxyType
from typing import Self

from gridlock_rules.claim_position import ClaimPosition
from gridlock_rules.errors import IllegalMove
from gridlock_rules.geometry import cell_name, cells_of
from gridlock_rules.moves import Move
from gridlock_rules.position import Variant
from gridlock_rules.wording import CountedPhrase, Phrase, all_of

_BLOCKED_MARK = "#"


@dataclass(frozen=True)
class BlockingPosition(ClaimPosition):
    """A position of Blocking.

    Attributes:
        blocked: Mask of the blocked cells, obstacles of the start included.
    """

    __slots__ = ("blocked",)

    blocked: int

    @classmethod
    def initial(cls, size: int) -> Self:
        """Return the empty board."""
        return cls(size, one=0, two=0, blocked=0)

    def with_obstacles(self, cells: int) -> Self:
        """Return the board with cells that are blocked from the start. They block no rows or columns."""
        return type(self)(self.size, self.one, self.two, cells)

    @property
    def variant(self) -> Variant:
        """Blocking."""
        return BLOCKING

    @property
    def restriction(self) -> str:
        """Such as "any free cell that is not blocked"."""
        return Phrase("any free cell that is not blocked") if self.blocked else Phrase("any free cell")

    @property
    def _open(self) -> int:
        return self._free & ~self.blocked

    def _after(self, move: Move) -> Self:
        one, two = self._claims_with(move.cell)
        # No marker is among these cells: each marker has blocked its own row and column already.
        blocked = self.blocked | self._geometry.lines[move.cell]
        return type(self)(self.size, one, two, blocked)

    def _why_closed(self, cell: int) -> IllegalMove:
        name = cell_name(cell)
        blockers = [cell_name(other) for other in cells_of(self._claimed & self._geometry.lines[cell])]
        if not blockers:
            return IllegalMove(Phrase("{cell} is blocked from the start.", cell=name), "blocked", name)
        sentence = CountedPhrase(
            len(blockers),
            "{cell} is blocked: it shares a row or a column with the marker on {blockers}.",
            "{cell} is blocked: it shares a row or a column with the markers on {blockers}.",
            cell=name,
            blockers=all_of(blockers),
        )
        return IllegalMove(sentence, "blocked", name)

    def _marked(self) -> Iterable[tuple[str, int]]:
        return (*super()._marked(), (_BLOCKED_MARK, self.blocked))


BLOCKING = Variant(
    key="blocking",
    title="Blocking",
    summary=Phrase(
        "Claim a cell; its row and column close. On plain boards size decides: odd Player 1, even Player 2."
    ),
    default_size=5,
    position_class=BlockingPosition,
    other_marks=MappingProxyType({_BLOCKED_MARK: Phrase("blocked")}),
    origin=0,
    size_decides=True,
)
