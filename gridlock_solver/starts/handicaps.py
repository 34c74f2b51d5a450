"""Handicap starts: positions that favour one seat, the more levels of handicap, the more.

The favoured seat wins such a start with perfect play, and also most games of players who move at random. So it is
favoured between players of any strength. The share of random games tells how much.
"""

from collections.abc import Iterator, Sequence
from random import Random
from types import MappingProxyType

from gridlock_rules import Position, Variant
from gridlock_rules.start_pools import HANDICAPS
from gridlock_solver.registry import solve
from gridlock_solver.starts.candidates import Start, is_playable, is_settled, random_start

STARTS = 12
"""The most starts of a pool: of one handicap, for one of the players."""

_CANDIDATES = 48
"""The starts for one of the players of which the pools are chosen."""

_RANDOM_GAMES = 40
_MOST_TRIES = 150

_LARGEST = MappingProxyType({"standoff": 6})
"""The largest boards that have pools, in variants in which it takes minutes to solve enough starts of larger ones."""

_FIRST_AND_SECOND = ("first", "second")


def handicap_pools(variant: Variant, size: int, taken: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, str, str]]:
    """Yield a handicap, the player it favours ("first" or "second" to move) and a start, for all pools of a board.

    Args:
        variant: The variant.
        size: Number of rows and columns.
        taken: The identities of starts that are not to be among them.
    """
    if size > _LARGEST.get(variant.key, size):
        return
    chance = Random(f"handicaps {variant.key} {size}x{size}")  # noqa: S311  # positions, not secrets
    found = _candidates(variant, size, set(taken), chance)
    for player in _FIRST_AND_SECOND:
        by_share = sorted(found[player], key=lambda start: _share(start.position, player, chance))
        parts = len(HANDICAPS) + 1
        width = min(STARTS, len(by_share) // parts)
        for handicap in HANDICAPS:
            # The middle, the upper and the topmost part.
            last = len(by_share) * (handicap + 1) // parts
            for start in by_share[last - width : last]:
                yield handicap, player, start.text


def _candidates(variant: Variant, size: int, seen: set[tuple[int, ...]], chance: Random) -> dict[str, list[Start]]:
    """Return different starts by the player who wins them.

    Few random starts of some variants are lost for the player to move; others are made of won ones by a winning move.
    """
    first, second = _FIRST_AND_SECOND
    found: dict[str, list[Start]] = {first: [], second: []}
    for _ in range(_MOST_TRIES):
        start = random_start(variant, size, chance)
        if start is None:
            continue
        solution = solve(start.position)
        player = second if solution.is_lost else first
        if solution.is_won and len(found[second]) < len(found[first]):
            start, player = start.after(chance.choice(solution.winning_moves)), second
        is_new = start.identity not in seen and is_playable(start.position)
        if is_settled(solution) and is_new and len(found[player]) < _CANDIDATES:
            seen.add(start.identity)
            found[player].append(start)
    return found


def _share(position: Position, player: str, chance: Random) -> float:
    """Return the share of random games that a player wins."""
    won = sum(_first_wins(position, chance) for _ in range(_RANDOM_GAMES)) / _RANDOM_GAMES
    return won if player == _FIRST_AND_SECOND[0] else 1 - won


def _first_wins(position: Position, chance: Random) -> bool:
    first = position.to_move
    while moves := position.legal_moves:
        position = position.play(moves[chance.randrange(len(moves))])
    return position.to_move is not first
