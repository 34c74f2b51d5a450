"""Independent check of Standoff's solver: `python -m scripts.checks.standoff`.

A plain search, written from the rules alone, tells who wins: it knows nothing of spare moves, bounds, symmetry or
tables, and shares no code with the solver. It searches the whole empty 6x6 board, which takes some minutes, and random
positions of 7x7 and 8x8 from the ply on at which it ends in time, with all their moves. `--quick` leaves the 6x6 board
out.
"""

import argparse
import sys
import time
from random import Random

import gridlock_rules as rules
from gridlock_solver import Budget, solve

_SAMPLES = 200
_FIRST_PLIES = {7: 14, 8: 22}
_MOST_POSITIONS = 400_000
_AMPLE = Budget(seconds=3600.0)


class TooManyPositions(Exception):
    """Plain search has visited as many positions as it may."""


class PlainSearch:
    """Search of all play on one board.

    Args:
        size: Number of rows, and of columns.
        most: The most positions that it visits.
    """

    def __init__(self, size: int, most: int = sys.maxsize) -> None:
        self.size = size
        self.visited = 0
        self._most = most
        self._known: dict[tuple[int, int], bool] = {}
        self._around = [
            sum(
                1 << other
                for other in range(size * size)
                if abs(cell // size - other // size) <= 1 and abs(cell % size - other % size) <= 1
            )
            for cell in range(size * size)
        ]

    def open_to(self, own: list[int], opposing: list[int]) -> int:
        """Return the mask of the free cells that touch no opposing cell, given the claimed cells of both."""
        closed = sum(1 << cell for cell in own)
        for cell in opposing:
            closed |= self._around[cell]
        return ((1 << self.size * self.size) - 1) & ~closed

    def wins(self, mine: int, yours: int) -> bool:
        """Return whether the player to move wins, given the cells that each may still claim.

        Raises:
            TooManyPositions: It has visited as many positions as it may.
        """
        known = self._known.get((mine, yours))
        if known is not None:
            return known
        self.visited += 1
        if self.visited > self._most:
            raise TooManyPositions
        after = []
        rest = mine
        while rest:
            lowest = rest & -rest
            rest ^= lowest
            after.append((yours & ~self._around[lowest.bit_length() - 1], mine & ~lowest))
        # The order only makes it faster: few cells for the opponent first.
        after.sort(key=lambda cells: cells[0].bit_count() - cells[1].bit_count())
        won = any(not self.wins(*cells) for cells in after)
        self._known[mine, yours] = won
        return won

    def winning_cells(self, mine: int, yours: int) -> set[int]:
        """Return the cells whose claim wins."""
        claimable = [cell for cell in range(self.size**2) if mine >> cell & 1]
        return {cell for cell in claimable if not self.wins(yours & ~self._around[cell], mine & ~(1 << cell))}


def agrees(position: rules.Position, search: PlainSearch) -> bool:
    """Return whether the solver finds the same winning moves.

    Raises:
        TooManyPositions: Plain search cannot tell.
    """
    size = position.size
    claimed: tuple[list[int], list[int]] = ([], [])
    for row, marks in enumerate(position.marks):
        for column, mark in enumerate(marks):
            if mark != rules.EMPTY_MARK:
                claimed[mark == "B"].append(row * size + column)
    own, opposing = claimed if position.ply % 2 == 0 else claimed[::-1]
    plain = search.winning_cells(search.open_to(own, opposing), search.open_to(opposing, own))
    solution = solve(position, _AMPLE)
    found = {move.cell // 8 * size + move.cell % 8 for move in solution.winning_moves}
    return solution.exact and found == plain


def check_board(size: int) -> bool:
    """Compare the first moves of an empty board, and print the result."""
    begin, search = time.process_time(), PlainSearch(size)
    same = agrees(rules.find_variant("standoff").start(size), search)
    print(
        f"{size}x{size}, all first moves: {'the same' if same else 'DIFFERENT'}",
        f"({search.visited:,} positions, {time.process_time() - begin:.0f} s)",
        flush=True,
    )
    return same


def check_samples(size: int, samples: int = _SAMPLES, *, seed: int = 0) -> bool:
    """Compare the winning moves of random positions, and print the result."""
    chance, same, different, left_out, visited = Random(seed), 0, 0, 0, 0  # noqa: S311  # for positions, no secret
    while same + different < samples:
        position = rules.find_variant("standoff").start(size)
        for _ in range(_FIRST_PLIES[size] + chance.randrange(6)):
            if position.legal_moves:
                position = position.play(chance.choice(position.legal_moves))
        if not position.legal_moves:
            continue
        search = PlainSearch(size, _MOST_POSITIONS)
        try:
            agreed = agrees(position, search)
        except TooManyPositions:
            left_out += 1
            continue
        same, different, visited = same + agreed, different + (not agreed), visited + search.visited
    print(
        f"{size}x{size}, random positions: {same} the same, {different} different, {left_out} left out as too large",
        f"({visited:,} positions)",
        flush=True,
    )
    return not different


def main() -> int:
    """Print what was compared. Returns 1 if anything is different."""
    parser = argparse.ArgumentParser(description="Compare Standoff's solver with plain search.")
    parser.add_argument("--quick", action="store_true", help="leave the empty 6x6 board out")
    boards = [3, 4, 5] if parser.parse_args().quick else [3, 4, 5, 6]
    results = [check_samples(size) for size in _FIRST_PLIES] + [check_board(size) for size in boards]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
