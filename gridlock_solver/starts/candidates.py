"""Candidates for starts: random positions by a recipe for each variant."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType

from gridlock_rules import Move, Position, Variant
from gridlock_rules.geometry import cell_name, cells_of, geometry
from gridlock_rules.starts import OBSTACLE_SIGN
from gridlock_solver.search.symmetry import images
from gridlock_solver.solution import Solution

SIZES = range(4, 9)
"""The boards that have pools. On 3x3 there is too little to choose."""

_FEWEST_CHOICES = 3
"""The fewest legal moves of a start."""


@dataclass(frozen=True)
class Recipe:
    """How the first start of a pair is made from the empty board.

    Attributes:
        plies: The least and the greatest number of moves that have been played, by size.
        obstacles: The least and the greatest number of obstacles, by size; none if it is empty.
        island: The least and the greatest number of cells that are no obstacles, by size; a connected region.
    """

    plies: Mapping[int, tuple[int, int]]
    obstacles: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    island: Mapping[int, tuple[int, int]] = field(default_factory=dict)


_EARLY = MappingProxyType({4: (2, 4), 5: (2, 5), 6: (3, 6), 7: (3, 7), 8: (4, 8)})
RECIPES = MappingProxyType(
    {
        "lines": Recipe(_EARLY),
        "standoff": Recipe(MappingProxyType({4: (1, 3), 5: (1, 3), 6: (2, 4), 7: (3, 5), 8: (4, 6)})),
        "dodge": Recipe(_EARLY),
        "blocking": Recipe(
            MappingProxyType(dict.fromkeys(SIZES, (0, 1))),
            obstacles=MappingProxyType({4: (2, 6), 5: (4, 13), 6: (6, 16), 7: (6, 20), 8: (6, 24)}),
        ),
        "isolation": Recipe(
            MappingProxyType({4: (2, 3), 5: (2, 4), 6: (2, 3), 7: (2, 3), 8: (2, 3)}),
            island=MappingProxyType(dict.fromkeys((6, 7, 8), (15, 17))),
        ),
    }
)
"""The recipes by the keys of the variants."""


@dataclass(frozen=True)
class Start:
    """A start with its position.

    Attributes:
        text: The start as `Variant.start` reads it.
        position: The position.
    """

    text: str
    position: Position

    def after(self, move: Move) -> "Start":
        """Return the start with one more move."""
        return Start(f"{self.text} {move}".strip(), self.position.play(move))

    @property
    def identity(self) -> tuple[int, ...]:
        """What two starts have in common exactly if they are the same game but for a symmetry of the board."""
        masks = [mask for _, mask in self.position.mark_masks]
        # The same cells of the same players may allow other moves, as the last cell decides.
        every = [images(mask, self.position.size) for mask in (*masks, self.position.legal_moves.targets)]
        return min(zip(*every, strict=True))


def random_start(variant: Variant, size: int, chance: Random) -> Start | None:
    """Return a start by the recipe of a variant; None if chance has made none that is worth playing."""
    recipe = RECIPES[variant.key]
    obstacles = _obstacles(recipe, size, chance)
    empty = variant.start(size)
    start = Start(_written(obstacles), empty.with_obstacles(obstacles) if obstacles else empty)
    for _ in range(chance.randint(*recipe.plies[size])):
        if not start.position.legal_moves:
            return None
        start = start.after(chance.choice(start.position.legal_moves))
    return start if is_playable(start.position) else None


def _obstacles(recipe: Recipe, size: int, chance: Random) -> int:
    """Return the mask of the obstacles."""
    board = geometry(size).board
    if size in recipe.obstacles:
        cells = chance.sample(list(cells_of(board)), chance.randint(*recipe.obstacles[size]))
        return sum(1 << cell for cell in cells)
    if size in recipe.island:
        return board & ~_island(size, chance.randint(*recipe.island[size]), chance)
    return 0


def _island(size: int, cells: int, chance: Random) -> int:
    """Return the mask of a connected region with this many cells."""
    board = geometry(size)
    island = 1 << chance.choice(list(cells_of(board.board)))
    while island.bit_count() < cells:
        shore = sum({1 << each for cell in cells_of(island) for each in cells_of(board.neighbours[cell] & ~island)})
        island |= 1 << chance.choice(list(cells_of(shore)))
    return island


def _written(obstacles: int) -> str:
    return " ".join(f"{OBSTACLE_SIGN}{cell_name(cell)}" for cell in cells_of(obstacles))


def is_settled(solution: Solution) -> bool:
    """Return whether it is proved who wins."""
    return solution.is_won or solution.is_lost


def is_playable(position: Position) -> bool:
    """Return whether there is a choice, and no move ends the game at once."""
    moves = position.legal_moves
    return moves.targets.bit_count() >= _FEWEST_CHOICES and all(position.play(move).legal_moves for move in moves)
