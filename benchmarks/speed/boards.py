"""Benchmark of drawing boards: processor time of one board in each look, compared with writing it as JSON.

Run it with `python -m benchmarks.speed.boards`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import mean, median
from typing import Final

from benchmarks.figures import say
from cogs.messages.boards.board import board_message
from cogs.messages.looks.emoji_set import UNICODE, drawn_set
from cogs.text.i18n import Words
from gridlock_host import Game
from gridlock_host.model.messages.look import Look
from gridlock_rules import VARIANTS
from tests.cogs.support.games import game_of

_SIZES: Final = (5, 8)
_POSITIONS: Final = 5
_ROUNDS: Final = 5
_TIMES: Final = 60
_DRAWN: Final = drawn_set({name: 10**18 + number for number, name in enumerate(UNICODE.codes)})


def positions(size: int) -> Iterator[Game]:
    """Yield open games of all variants after some random moves."""
    for variant in VARIANTS:
        random = Random(variant.key)  # noqa: S311  # for positions, no secret
        for ply in range(1, _POSITIONS + 1):
            position, moves = variant.start(size), list[str]()
            while len(moves) < ply and len(position.legal_moves) > 1:
                move = random.choice(position.legal_moves)
                moves.append(str(move))
                position = position.play(move)
            if position.legal_moves:
                yield game_of(position, tuple(moves))


def microseconds(action: Callable[[], object]) -> float:
    """Return the processor time of an action: the median of several rounds."""

    def one_round() -> float:
        begin = time.process_time()
        for _ in range(_TIMES):
            action()
        return (time.process_time() - begin) / _TIMES * 1e6

    return median(one_round() for _ in range(_ROUNDS))


def main() -> None:
    """Print a table."""
    words = Words()
    print("| board, look | draw | write as JSON | draw to classic | draw and write to classic |")
    print("|---|---|---|---|---|")
    for size in _SIZES:
        games = list(positions(size))
        classic = both_classic = 0.0
        for look in Look:
            say(f"{size}×{size}, {look}")  # noqa: RUF001  # the multiplication sign
            drawn, written = [], []
            for game in games:
                payload = board_message(game, words, look=look, emoji=_DRAWN).payload
                drawn.append(microseconds(lambda g=game, k=look: board_message(g, words, look=k, emoji=_DRAWN)))  # type: ignore[misc]
                written.append(microseconds(lambda p=payload: json.dumps(p, separators=(",", ":"))))  # type: ignore[misc]
            draw, write = mean(drawn), mean(written)
            if look is Look.CLASSIC:
                classic, both_classic = draw, draw + write
            print(
                f"| {size}×{size}, {look} | {draw:.0f} µs | {write:.0f} µs "  # noqa: RUF001  # the multiplication sign
                f"| {draw / classic:.2f} | {(draw + write) / both_classic:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
