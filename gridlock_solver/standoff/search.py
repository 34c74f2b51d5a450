"""Search of Standoff in Python. `search.c` is its compiled twin, with the same results.

Whether the player to move wins a ground rises with the number of spare moves. So what is known of a ground is two
thresholds: with how many spare moves it is won, and with how many it is lost. Grounds are the same if a symmetry of the
board maps one to the other.

If a symmetry maps the cells of the player to move to cells of the opponent, the opponent can answer each claim with its
image, and the player to move runs out of moves first. This needs a symmetry that is its own inverse, no cell that
touches its own image or is its own image, and no spare move of the player to move. The image may also be one of the
opponent's spare moves.
"""

from collections.abc import Iterator
from functools import cache
from typing import Protocol

from gridlock_rules.geometry import cells_of, geometry, touching
from gridlock_solver.search.budget import Allowance
from gridlock_solver.search.symmetry import QUARTER_TURNS, canonical_pair, images
from gridlock_solver.standoff.ground import Ground

_MOST_GROUNDS = 300_000
"""The most grounds that are remembered, in about 60 MB."""

_NOTHING = 64, -64
"""The thresholds of a ground of which nothing is known: no board has so many spare moves."""


class GroundSearch(Protocol):
    """A search that tells who wins, and remembers what it has found."""

    def wins(self, ground: Ground, allowance: Allowance) -> bool:
        """Return whether the player to move wins.

        Raises:
            Exhausted: The allowance is spent. What was found until then is remembered.
        """
        ...


class PythonSearch:
    """Search of the grounds of one size of board."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._close = _cells_close_to_their_images(size)
        self._thresholds: dict[int, tuple[int, int]] = {}

    def wins(self, ground: Ground, allowance: Allowance) -> bool:
        """Return whether the player to move wins.

        Raises:
            Exhausted: The allowance is spent.
        """
        return self._wins(ground.settled(), allowance)

    def _wins(self, ground: Ground, allowance: Allowance) -> bool:
        known = ground.value_by_bounds
        if known is not None:
            return known
        own, opposing, spare = ground
        key = canonical_pair(own, opposing, self._size)
        won_from, lost_to = self._thresholds.get(key, _NOTHING)
        if spare >= won_from or spare <= lost_to:
            return spare >= won_from
        if spare <= 0 and self._is_mirrored(ground):
            return False
        allowance.spend()
        won = self._by_search(ground, allowance)
        self._note(key, spare, won=won)
        return won

    def _by_search(self, ground: Ground, allowance: Allowance) -> bool:
        open_grounds = []
        for after in _successors(ground):
            known = after.value_by_bounds
            if known is False:
                return True
            if known is None:
                open_grounds.append(after)
        open_grounds.sort(key=_promise)
        return any(not self._wins(after, allowance) for after in open_grounds) or (
            ground.spare > 0 and not self._wins(Ground(ground.opposing, ground.own, 1 - ground.spare), allowance)
        )

    def _is_mirrored(self, ground: Ground) -> bool:
        """Return whether the opponent can answer each claim with its image."""
        own, opposing, spare = ground
        for image, close in zip(images(own, self._size), self._close, strict=True):
            if not own & close:
                missing = image & ~opposing
                if not missing or (spare + missing.bit_count() <= 0 and not touching(missing) & own):
                    return True
        return False

    def _note(self, key: int, spare: int, *, won: bool) -> None:
        if len(self._thresholds) >= _MOST_GROUNDS:
            self._thresholds.clear()
        won_from, lost_to = self._thresholds.get(key, _NOTHING)
        self._thresholds[key] = (min(won_from, spare), lost_to) if won else (won_from, max(lost_to, spare))


def _successors(ground: Ground) -> Iterator[Ground]:
    """Yield the settled grounds after each claim."""
    return (ground.after(cell).settled() for cell in cells_of(ground.own))


def _promise(ground: Ground) -> int:
    return ground.promise


@cache
def _cells_close_to_their_images(size: int) -> tuple[int, ...]:
    """Return for each symmetry the mask of the cells that are or touch their own image.

    For a symmetry that is not its own inverse these are all cells.
    """
    cells = [1 << cell for cell in cells_of(geometry(size).board)]
    return tuple(
        sum(cell for cell in cells if number in QUARTER_TURNS or images(cell, size)[number] & touching(cell))
        for number in range(8)
    )
