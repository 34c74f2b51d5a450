"""Files of games: one game of them is opened, or the line and the reason are told."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock_host.model.game import Game
from gridlock_host.records.files import LARGEST_FILE, MOST_GAMES, BrokenFile, OpenedFile, open_file
from gridlock_host.records.json_form import json_of
from gridlock_host.records.line_notation import line_of
from gridlock_host.records.record import record_of
from tests.host.support.host import NOON
from tests.host.support.recorded_games import stored_games

_GAME = "lines 5x5: A1 A3 A5 1-0 resignation"


@given(st.lists(stored_games(finished=True), min_size=1, max_size=3), st.booleans(), st.data())
def test_each_game_of_a_file_is_opened(games: list[Game], is_json: bool, data: st.DataObject) -> None:
    records = [record_of(game, NOON) for game in games]
    number = data.draw(st.integers(1, len(games)))
    if is_json:
        content = "[\n" + ",\n".join(map(json_of, records)) + "\n]\n"
    else:
        content = "".join(f"{line_of(record)}\n" for record in records)
    opened = open_file(content.encode(), number)
    assert isinstance(opened, OpenedFile)
    assert (opened.number, opened.games) == (number, len(games))
    assert line_of(opened.record) == line_of(records[number - 1])
    assert pickle.loads(pickle.dumps(opened)) == opened  # noqa: S301  # made here


@pytest.mark.parametrize(
    ("content", "number", "reason"),
    [
        (b"", 1, "no game in that"),
        (b"; only a comment\n\n", 1, "no game in that"),
        (f"{_GAME}\n\n; next\nlines 5x5: A1 B2 *\n".encode(), 1, "Line 4: Move 2, `B2`"),
        (f"{_GAME}\n".encode(), 2, "no game 2"),
        (f"{_GAME}\n".encode(), 0, "no game 0"),
        (b"\xff\xfe", 1, "UTF-8"),
        (b'[\n{"header": }\n]', 1, "Line 2: that is no JSON, at character 12"),
        (b"[1]", 1, "Game 1 of the file: The record has no `header`"),
        (b"[" * 100_000, 1, "no JSON"),
        (b"[" + b"9" * 10_000 + b"]", 1, "no JSON"),
        (b"x" * (LARGEST_FILE + 1), 1, "too large"),
        (b"x\n" * (MOST_GAMES + 1), 1, "too many games"),
        (b"x" * LARGEST_FILE, 1, "Line 1: The line has more than"),
    ],
)
def test_a_broken_file_is_refused_with_the_line_and_the_reason(content: bytes, number: int, reason: str) -> None:
    opened = open_file(content, number)
    assert isinstance(opened, BrokenFile)
    assert reason in opened.reason
    assert pickle.loads(pickle.dumps(opened)) == opened  # noqa: S301  # made here


@given(st.binary(max_size=300))
def test_any_file_is_opened_or_refused(content: bytes) -> None:
    assert isinstance(open_file(content, 1), OpenedFile | BrokenFile)


def test_a_mark_at_the_beginning_of_a_text_is_no_part_of_it() -> None:
    assert isinstance(open_file(b"\xef\xbb\xbf" + _GAME.encode(), 1), OpenedFile)
