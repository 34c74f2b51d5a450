"""The table of perfect play from the empty board."""

import pytest

from gridlock_solver import perfect_play
from tests.rules.support import KEYS

_ROWS = """
| lines | P1, any first move | P2 | P1, any first move | P2 | P1, any first move | P2 |
| standoff | P1, only B2 | P1, only B2 B3 C2 C3 | P1, only C3 | P1, 24 of 36 first moves | P1, 25 of 49 first moves | \
P1, 56 of 64 first moves |
| dodge | P1, only B2 | P2 | P1, any first move | P2 | P1, any first move | P2 |
| blocking | P1, any first move | P2 | P1, any first move | P2 | P1, any first move | P2 |
| isolation | P1, only B2 | P1, any first move | P2 | - | - | - |
"""
"""What complete search by another program has given. docs/rulings.md has the same."""


def test_the_table_of_perfect_play_is_that_of_another_program(capsys: pytest.CaptureFixture[str]) -> None:
    perfect_play.main()
    out, err = capsys.readouterr()
    head, _, *rows = out.split("\n\n")[0].splitlines()

    assert head == "| variant | 3x3 | 4x4 | 5x5 | 6x6 | 7x7 | 8x8 |"
    assert [row.split()[1] for row in rows] == KEYS
    assert set(_ROWS.split("\n")[1:-1]) <= set(rows)
    assert "isolation 5x5: C3 leaves the fewest winning answers, 8: B2 B3 B4 C2 C4 D2 D3 D4\n" in out
    assert err.startswith("lines 3x3: P1, any first move\n")
