"""Moves as people write them, in every game and on boards of every size."""

from __future__ import annotations

import contextlib
from typing import Final

from gridlock_rules import VARIANTS, InvalidNotation, RulesError
from gridlock_rules.notation import read_move

SEEDS: Final = ("C3", "c3", " 3,3 ", "3 3", "B2/C3", "B2 C3", "1,1 2,2", "A9", "0,0", "I1", "C3/", "\u0421" + "3")
_SIZES: Final = (3, 5, 8)


def check_move(text: str) -> None:
    """Only what is documented is raised; a move that is read is written and read again as the same one."""
    for variant in VARIANTS:
        for size in _SIZES:
            position = variant.start(size)
            with contextlib.suppress(RulesError):
                move = position.parse(text)
                assert position.parse(str(move)) == move
    for size in _SIZES:
        for origin in (0, 1):
            _check_notation(text, size, origin)


def _check_notation(text: str, size: int, origin: int) -> None:
    refusal = ""
    try:
        move = read_move(text, size=size, origin=origin, cells=2)
    except InvalidNotation as error:
        refusal = str(error)
    else:
        assert read_move(str(move), size=size, origin=origin, cells=2) == move
    assert refusal.isprintable()
