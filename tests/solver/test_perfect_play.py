"""The script's table is the one of the rulings, which another program's complete search has given."""

import pytest

from gridlock_solver import perfect_play

_TABLE = """
| variant | 3x3 | 4x4 | 5x5 | 6x6 |
|---|---|---|---|---|
| lines | P1, any first move | P2 | P1, any first move | P2 |
| standoff | P1, only B2 | P1, only B2 B3 C2 C3 | P1, only C3 | - |
| dodge | P1, only B2 | P2 | P1, any first move | P2 |
| blocking | P1, any first move | P2 | P1, any first move | P2 |
| isolation | P1, only B2 | P1, any first move | P2 | - |

"""


def test_the_script_prints_the_table_and_its_progress(capsys: pytest.CaptureFixture[str]) -> None:
    perfect_play.main()
    out, err = capsys.readouterr()

    assert out.startswith(_TABLE.lstrip())
    assert "isolation 5x5: C3 leaves the fewest winning answers, 8: B2 B3 B4 C2 C4 D2 D3 D4\n" in out
    assert err.startswith("lines 3x3: P1, any first move\n")
