"""What makes a game fair: the start it begins from, and the right to swap."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256
from typing import Final

from gridlock_rules.starts import canonical_start, images_of_start


class StartKind(StrEnum):
    """The kinds of starts. Players choose a handicap instead of the last one."""

    FAIR = "fair"
    PLAIN = "plain"
    HANDICAP = "handicap"


class Swap(StrEnum):
    """What has become of the right to swap, in a game in which the players have agreed on it."""

    AGREED = "agreed"
    TAKEN = "taken"


SWAP_WORD: Final = "swap"
"""What is played in place of a move to swap."""


def next_start(pool: Sequence[str], size: int, players: Sequence[int], last: str | None, seed: str) -> str:
    """Return the start of the next game of two players.

    Each pair has an order of its own for a pool, and goes through it round after round. So a start comes again only
    after all others, however few of the pair's games are known: the last one is enough. Which of the eight symmetric
    images is shown differs from game to game.

    Args:
        pool: The starts to choose from, canonical, at least one.
        size: Number of rows and columns of the board.
        players: The ids of both, in any order.
        last: The start of the pair's last game on this board; None if it had none.
        seed: Differs for each game.
    """
    pair = " ".join(map(str, sorted(players)))
    order = sorted(pool, key=lambda start: _digest(f"{pair} {start}"))
    before = None if last is None else canonical_start(last, size)
    place = order.index(before) + 1 if before in order else int.from_bytes(_digest(f"{pair} {seed}")) % len(order)
    images = images_of_start(order[place % len(order)], size)
    return images[int.from_bytes(_digest(seed)) % len(images)]


def _digest(text: str) -> bytes:
    return sha256(text.encode()).digest()
