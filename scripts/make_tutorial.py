"""Finder of the tutorial's positions: `python -m scripts.make_tutorial` writes them, the same ones on every machine."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

from gridlock_host.learning.tutorial_steps import FILE_NAME, Goal
from gridlock_rules import Move, Player, Position, cell_name, replay
from gridlock_rules.geometry import cells_of, geometry, touching
from gridlock_solver import Budget, solve

TARGET: Final = Path(__file__).resolve().parents[1] / "gridlock_host" / "learning" / FILE_NAME
AMPLE: Final = Budget(seconds=600)
_MOST_POSITIONS: Final = 200_000
_MOST_MIRRORED: Final = 3
"""The most winning moves of a position in which the mirror is to be found."""

_SEED: Final = 7

Entry = dict[str, Any]
Find = Callable[[Position, Move], Entry | None]
"""Returns what a step says beside its position, after its last move; None if the position does not teach it."""


def legal(position: Position, _last: Move) -> Entry | None:
    """A legal move: there are several, and as many free cells that are not legal."""
    barred = _free(position) & ~position.legal_moves.targets
    fits = 4 <= position.ply <= 6 and len(position.targets) >= 3 and barred.bit_count() >= 4
    return {} if fits else None


def stuck(position: Position, _last: Move) -> Entry | None:
    """The last move of the game, without a choice; other cells are free."""
    moves = position.legal_moves
    if len(moves) != 1 or position.play(moves[0]).legal_moves or _free(position).bit_count() < _least_free(position):
        return None
    return {"right": str(moves[0])}


def win_in_one(position: Position, _last: Move) -> Entry | None:
    """One of at least three cells ends the game."""
    ending = [move for move in position.legal_moves if not position.play(move).legal_moves]
    if len({move.cell for move in ending}) != 1 or not 3 <= len(position.targets) <= 6:
        return None
    return {"right": _listed(ending)}


def keep_win(position: Position, _last: Move) -> Entry | None:
    """One of several moves wins, and it does not end the game."""
    if not 3 <= len(position.legal_moves) <= 12 or _late(position):
        return None
    solution = solve(position, AMPLE)
    if len(solution.winning_moves) != 1 or not position.play(solution.winning_moves[0]).legal_moves:
        return None
    return {"right": str(solution.winning_moves[0]), "replies": _replies(position, solution.winning_moves)}


def pairs(position: Position, last: Move) -> Entry | None:
    """The last cell and all free cells are pairs; its partner is the only move that wins."""
    free = list(cells_of(_free(position)))
    if len(free) not in (5, 7) or not position.legal_moves:
        return None
    found = _paired([last.cell, *free], lambda one, other: _may_follow(position, one, other))
    if found is None:
        return None
    partner = next(other for one, other in found if one == last.cell)
    if solve(position, AMPLE).winning_moves != (Move(partner),):
        return None
    return {"right": cell_name(partner), "pairs": [f"{cell_name(one)} {cell_name(other)}" for one, other in found]}


def mirror(position: Position, last: Move) -> Entry | None:
    """The opponent has broken the symmetry around the centre, and its image wins, as few other moves do."""
    size = position.size
    images = {cell: _image(cell, size) for cell in cells_of(geometry(size).board)}
    masks = [mask for _, mask in position.mark_masks]
    centre = 1 << _image_centre(size)
    if position.ply != 4 or not masks[0] & centre:
        return None
    if _without_image(masks[0] & ~centre, masks[1], images) != last.cell:
        return None
    image, winning = Move(images[last.cell]), solve(position, AMPLE).winning_moves
    return {"right": str(image)} if image in winning and len(winning) <= _MOST_MIRRORED else None


def cut_off(position: Position, _last: Move) -> Entry | None:
    """All moves that win separate the tokens, and nothing else does yet."""
    if position.ply < 2 or not 6 <= len(position.legal_moves) <= 24 or _is_separated(position):
        return None
    solution = solve(position, AMPLE)
    winning = solution.winning_moves
    if not 1 <= len(winning) <= 3 or not all(_leaves_more_room(position.play(move)) for move in winning):
        return None
    return {"right": _listed(winning), "replies": _replies(position, winning)}


def blocks(position: Position, _last: Move) -> Entry | None:
    """Three rows are open; two moves block both of two cells."""
    if position.size - position.ply != 3:
        return None
    first, *_, last = position.targets
    right = [
        str(move)
        for move in position.legal_moves
        if not {first, last} & ({move.cell} | set(position.play(move).targets))
    ]
    return {"right": " ".join(right), "cells": f"{cell_name(first)} {cell_name(last)}"} if len(right) == 2 else None


def three_rows(position: Position, _last: Move) -> Entry | None:
    """Three rows are open, so the player to move makes the last move."""
    return {} if position.size - position.ply == 3 else None


_CLAIMS: Final[Sequence[tuple[Goal, int, Find]]] = (
    (Goal.LEGAL, 5, legal),
    (Goal.STUCK, 4, stuck),
    (Goal.WIN_IN_ONE, 4, win_in_one),
    (Goal.KEEP_WIN, 4, keep_win),
)
PLAN: Final[Mapping[str, Sequence[tuple[Goal, int, Find]]]] = {
    "lines": (*_CLAIMS, (Goal.PAIRS, 4, pairs)),
    "standoff": (*_CLAIMS, (Goal.MIRROR, 5, mirror)),
    "dodge": (*_CLAIMS, (Goal.PAIRS, 4, pairs)),
    "blocking": (
        (Goal.LEGAL, 5, three_rows),
        (Goal.BLOCKS, 5, blocks),
        (Goal.STUCK, 5, stuck),
        (Goal.NOTHING_LOST, 5, three_rows),
        (Goal.PARITY, 4, three_rows),
    ),
    "isolation": (
        (Goal.LEGAL, 5, legal),
        (Goal.STUCK, 4, stuck),
        (Goal.WIN_IN_ONE, 4, win_in_one),
        (Goal.KEEP_WIN, 4, keep_win),
        (Goal.CUT_OFF, 5, cut_off),
    ),
}


def find(variant_key: str) -> list[Entry]:
    """Return the steps of a variant."""
    return [_find(variant_key, number, *of) for number, of in enumerate(PLAN[variant_key])]


def _find(variant_key: str, number: int, goal: Goal, size: int, teaches: Find) -> Entry:
    for moves, position in islice(_positions(variant_key, size, number), _MOST_POSITIONS):
        entry = teaches(position, moves[-1]) if position.legal_moves else None
        if entry is not None:
            return {"goal": goal.value, "size": size, "moves": _listed(moves)} | entry
    raise LookupError(f"no position of {variant_key} on {size}x{size} teaches {goal}")


def _positions(variant_key: str, size: int, number: int) -> Iterator[tuple[tuple[Move, ...], Position]]:
    """Yield positions of random games, each with the moves that lead there."""
    chance = Random(f"{_SEED} {variant_key} {number}")  # noqa: S311  # not for secrets
    while True:
        position, moves = replay(variant_key, size, ()), []
        while legal_moves := position.legal_moves:
            moves.append(legal_moves[int(chance.random() * len(legal_moves))])
            position = position.play(moves[-1])
            yield tuple(moves), position


def _replies(position: Position, winning: Sequence[Move]) -> dict[str, str]:
    """Return a winning answer to each move that loses."""
    losing = [move for move in position.legal_moves if move not in winning]
    return {str(move): str(solve(position.play(move), AMPLE).winning_moves[0]) for move in losing}


def _listed(moves: Sequence[Move]) -> str:
    return " ".join(map(str, moves))


def _free(position: Position) -> int:
    occupied = 0
    for _, mask in position.mark_masks:
        occupied |= mask
    return geometry(position.size).board & ~occupied


def _least_free(position: Position) -> int:
    """So many free cells a position without a choice has at least, or there would be nothing to press in vain."""
    return 1 if position.variant.other_marks else 3


def _late(position: Position) -> bool:
    return max(len(position.play(move).legal_moves) for move in position.legal_moves) < 2


def _may_follow(position: Position, one: int, other: int) -> bool:
    neighbours = geometry(position.size).lines[one]
    if position.variant.key == "dodge":
        neighbours = geometry(position.size).board & ~touching(1 << one)
    return bool(neighbours >> other & 1)


def _paired(cells: Sequence[int], fit: Callable[[int, int], bool]) -> list[tuple[int, int]] | None:
    """Return the cells in pairs that fit; None if they cannot all be paired."""
    if not cells:
        return []
    first, *others = cells
    for other in others:
        if fit(first, other):
            rest = _paired([cell for cell in others if cell != other], fit)
            if rest is not None:
                return [(first, other), *rest]
    return None


def _image(cell: int, size: int) -> int:
    """Return the image of a cell under a half-turn of the board."""
    row, column = divmod(cell, 8)
    return (size - 1 - row) * 8 + size - 1 - column


def _image_centre(size: int) -> int:
    return size // 2 * 8 + size // 2


def _without_image(one: int, two: int, images: Mapping[int, int]) -> int | None:
    """Return the one cell of Player 2 whose image Player 1 has not; None if they differ in more than that."""
    wanted = {images[cell] for cell in cells_of(two)}
    lonely = wanted - set(cells_of(one))
    return images[lonely.pop()] if len(lonely) == 1 and one.bit_count() == len(wanted) - 1 else None


def _regions(position: Position) -> tuple[int, int]:
    """Return the cells that each token reaches by steps, its own included."""
    closed, tokens = _closed_and_tokens(position)
    open_cells = geometry(position.size).board & ~closed
    regions = []
    for token, other in (tokens, tokens[::-1]):
        reached, grown = 0, token
        while grown != reached:
            reached, grown = grown, touching(grown) & open_cells & ~other | token
        regions.append(reached)
    return regions[0], regions[1]


def _closed_and_tokens(position: Position) -> tuple[int, tuple[int, int]]:
    masks = dict(position.mark_masks)
    one, two = (masks.pop(mark) for mark in position.variant.player_marks)
    return sum(masks.values()), (one, two)


def _is_separated(position: Position) -> bool:
    (one, two), (_, tokens) = _regions(position), _closed_and_tokens(position)
    return not (one & two or touching(tokens[0]) & tokens[1])


def _leaves_more_room(after: Position) -> bool:
    """Whether the tokens are separated, and the player who has just moved has more cells."""
    sizes = [region.bit_count() for region in _regions(after)]
    own, other = sizes if after.to_move is Player.TWO else sizes[::-1]
    return _is_separated(after) and own > other


def main() -> None:
    """Write the positions of all variants."""
    entries = {key: find(key) for key in PLAN}
    TARGET.write_text(json.dumps(entries, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
