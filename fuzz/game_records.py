"""Fuzzing of files of games, as people upload them."""

from __future__ import annotations

from typing import Final

from gridlock_host.records.files import BrokenFile, open_file
from gridlock_host.records.line_notation import line_of, read_line

RECORDS: Final = (
    "lines 5x5: C3 E3 E1 1-0 resignation",
    "blocking 5x5 [#B2 #D4] swap: A1 swap B3 C4 0-1 time",
    "isolation 6x6 [A1 F6 B2/C3] handicap=-2: E5/D4 *\n; next\n\ndodge 3x3: B2 1-0 no-legal-move",
    (
        '[{"header":{"game":{"name":"Lines","variants":["size-5"]},"site":{"name":"Gridlock","gameid":"1"},'
        '"date-start":"2030-05-17T12:00:00Z","date-end":"2030-05-17T12:00:00Z","date-generated":"2030-05-17T12:00:00Z",'
        '"players":[{"name":"Player 1","result":1},{"name":"Player 2","result":0}],"ending":"time"},'
        '"moves":[["A1","A3"]]}]'
    ),
    "[[[[",
)
"""Initial texts."""


def check_records(text: str) -> None:
    """Check that a file of games is opened or refused, and that an opened game is written and read as the same game."""
    opened = open_file(text.encode(errors="replace"), 1)
    if isinstance(opened, BrokenFile):
        assert opened.reason
        return
    line = line_of(opened.record)
    assert line_of(read_line(line)) == line
