"""Files of game records, as people upload them: a line for each game, or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from gridlock_host.records.json_form import record_in
from gridlock_host.records.line_notation import read_line
from gridlock_host.records.record import BrokenRecord, GameRecord
from gridlock_rules.wording import Phrase

LARGEST_FILE: Final = 512 * 1024
"""The most bytes of a file that is read."""

MOST_GAMES: Final = 2_000
"""The most games of a file that is read."""

_COMMENT: Final = ";"


def file_too_large() -> Phrase:
    """Return why a file is not read that has more than `LARGEST_FILE` bytes."""
    return Phrase("The file is too large: I read {most} KiB at most.", most=LARGEST_FILE // 1024)


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file whose games are all in order.

    Attributes:
        record: The game that was asked for.
        number: Its number in the file, from 1.
        games: The number of games in the file.
    """

    record: GameRecord
    number: int
    games: int


@dataclass(frozen=True, slots=True)
class BrokenFile:
    """A file that cannot be read.

    Attributes:
        reason: Where it is broken, and why, as sentences.
    """

    reason: Phrase


class _Entry(NamedTuple):
    """What a file has in place of a game: a line with its number, or a value of JSON with its number."""

    number: int
    value: object
    is_line: bool


def open_file(content: bytes, number: int) -> OpenedFile | BrokenFile:
    """Check all games of a file, and return one of them.

    The file has at most `LARGEST_FILE` bytes, so it costs a few seconds at most, whatever it contains.

    Args:
        content: The file.
        number: Which game to return, from 1.
    """
    try:
        entries = _entries_of(content)
        if not 1 <= number <= len(entries):
            return BrokenFile(
                Phrase("There is no game {number} in that, but {games}.", number=number, games=len(entries))
            )
        records = [_read(entry) for entry in entries]
    except BrokenRecord as broken:
        return BrokenFile(broken.reason)
    return OpenedFile(records[number - 1], number, len(entries))


def _entries_of(content: bytes) -> list[_Entry]:
    if len(content) > LARGEST_FILE:
        raise BrokenRecord(file_too_large())
    try:
        entries = list(_entries(content.decode("utf-8-sig")))
    except UnicodeDecodeError as error:
        raise BrokenRecord(Phrase("The file is no text in UTF-8.")) from error
    if not entries:
        raise BrokenRecord(Phrase("There is no game in that."))
    if len(entries) > MOST_GAMES:
        raise BrokenRecord(Phrase("There are too many games in that: I read {most} at most.", most=MOST_GAMES))
    return entries


def _read(entry: _Entry) -> GameRecord:
    try:
        return read_line(str(entry.value)) if entry.is_line else record_in(entry.value)
    except BrokenRecord as broken:
        raise BrokenRecord(_located(entry, broken.reason)) from broken


def _located(entry: _Entry, reason: Phrase) -> Phrase:
    if entry.is_line:
        return Phrase("Line {number}: {reason}", number=entry.number, reason=reason)
    return Phrase("Game {number} of the file: {reason}", number=entry.number, reason=reason)


def _entries(text: str) -> Iterator[_Entry]:
    """Yield what stands for a game; empty lines and those after a semicolon do not."""
    if text.lstrip()[:1] in ("{", "["):
        yield from _values(text)
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith(_COMMENT):
            yield _Entry(number, line, is_line=True)


def _values(text: str) -> Iterator[_Entry]:
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise BrokenRecord(
            Phrase("Line {number}: that is no JSON, at character {column}.", number=error.lineno, column=error.colno)
        ) from error
    except (ValueError, RecursionError) as error:
        raise BrokenRecord(Phrase("That is no JSON that I can read.")) from error
    values = value if isinstance(value, list) else [value]
    for number, each in enumerate(values, start=1):
        yield _Entry(number, each, is_line=False)
