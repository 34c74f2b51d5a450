"""Grounds of Standoff: what is left of a position for the rest of the game.

Only the cells that each player may still claim matter, not those already claimed. Many positions are therefore
equivalent, and more so because:

- a cell that neither player may claim does not matter;
- a cell that only one player may claim, and none of whose neighbours the opponent may claim, is one spare move: the
  integer 1 of combinatorial game theory. A spare move of one player cancels a spare move of the other.
"""

from typing import NamedTuple

from gridlock_rules.geometry import geometry, touching
from gridlock_rules.variants.standoff import StandoffPosition


class Ground(NamedTuple):
    """The rest of a game, as the player to move sees it.

    Attributes:
        own: Mask of the cells that the player to move may claim.
        opposing: Mask of the cells that the opponent may claim.
        spare: The spare moves of the player to move, less those of the opponent. More of them may be left in the masks.
    """

    own: int
    opposing: int
    spare: int = 0

    def settled(self) -> "Ground":
        """Return the ground with all spare moves counted, and taken out of the masks."""
        own, opposing, spare = self
        own_spares, opposing_spares = own & ~touching(opposing), opposing & ~touching(own)
        return Ground(
            own ^ own_spares,
            opposing ^ opposing_spares,
            spare + own_spares.bit_count() - opposing_spares.bit_count(),
        )

    def after(self, cell: int) -> "Ground":
        """Return the ground after a claim, as the opponent sees it."""
        return Ground(self.opposing & ~touching(1 << cell), self.own & ~(1 << cell), -self.spare)

    @property
    def promise(self) -> int:
        """How good a settled ground looks for the player to move; 0 is even."""
        return 3 * self.spare + self.own.bit_count() - self.opposing.bit_count()

    @property
    def value_by_bounds(self) -> bool | None:
        """Whether the player to move wins a settled ground, if two bounds tell; else None.

        - Who has a spare move for every cell that the opponent may claim answers each claim with one. The first claim
          takes a cell from the opponent, because every cell of a settled ground touches one of theirs.
        - If the opponent has a spare move for every cell that the player to move may claim, the opponent does the same.
        """
        own, opposing, spare = self
        if not own:
            return spare > 0
        if spare >= opposing.bit_count():
            return True
        return False if spare + own.bit_count() < 1 else None


def ground_of(position: StandoffPosition) -> Ground:
    """Return the ground of a position, in which every legal move is a cell of `own`."""
    return ground_of_claims(position.size, position.one, position.two)


def ground_of_claims(size: int, one: int, two: int) -> Ground:
    """Return the ground of a position.

    Args:
        size: Number of rows, and of columns.
        one: Mask of the cells that Player 1 has claimed.
        two: Mask of the cells of Player 2: as many, or one less if Player 2 is to move.
    """
    own, opposing = (one, two) if one.bit_count() == two.bit_count() else (two, one)
    free = geometry(size).board & ~(one | two)
    return Ground(free & ~touching(opposing), free & ~touching(own))
