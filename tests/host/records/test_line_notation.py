"""The line of a game: written and read again without a difference, and refused with the reason."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridlock_host.model.game import Game
from gridlock_host.model.result import Ending
from gridlock_host.model.starts import Swap
from gridlock_host.records.line_notation import LONGEST_LINE, line_of, read_line
from gridlock_host.records.record import BrokenRecord, game_of, record_of
from gridlock_rules import VARIANTS, Player, Variant
from tests.host.support.host import GUILD, NOON
from tests.host.support.recorded_games import stored_games, winner_of


@settings(max_examples=300)
@given(stored_games())
def test_export_import_export_gives_the_same_bytes(game: Game) -> None:
    line = line_of(record_of(game, NOON))
    record = read_line(line)
    assert line_of(record).encode() == line.encode()
    assert record == replace(record_of(game, NOON), details=None)
    assert len(line) < LONGEST_LINE
    assert "\n" not in line


@given(stored_games())
def test_the_game_of_a_record_is_the_same_game(game: Game) -> None:
    imported = game_of(read_line(line_of(record_of(game, NOON))), GUILD)
    assert (imported.position, imported.moves, imported.start) == (game.position, game.moves, game.start)
    assert imported.swap is game.swap
    assert winner_of(imported) is winner_of(game)
    assert imported.is_over


@pytest.mark.parametrize(
    ("line", "canonical"),
    [
        ("lines 3x3: a1", "lines 3x3: A1 *"),
        ("  LINES   3×3 :A1 a3  ", "lines 3x3: A1 A3 *"),  # noqa: RUF001  # the multiplication sign
        ("lines 3x3: 1,1 1,3", "lines 3x3: A1 A3 *"),
        ("dodge 3x3: B2", "dodge 3x3: B2 1-0 no-legal-move"),
        ("dodge 5x5 swap: C3 SWAP *", "dodge 5x5 swap: C3 swap *"),
        ("blocking 5x5 [#b2 #d4] : a1 0-1 Time", "blocking 5x5 [#B2 #D4]: A1 0-1 time"),
        ("lines 5x5 [] : *", "lines 5x5: *"),
        ("lines 5x5 [C3 E3] swap handicap=-2: 0-0 called-off", "lines 5x5 [C3 E3] handicap=-2 swap: 0-0 called-off"),
    ],
)
def test_a_line_may_be_written_by_hand(line: str, canonical: str) -> None:
    assert line_of(read_line(line)) == canonical


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "is no game"),
        ("nonsense", "is no game"),
        ("chess 8x8: A1 *", "no variant `chess`"),
        ("lines 9x9: A1 *", "not 9×9"),  # noqa: RUF001  # the multiplication sign
        ("lines 3x4: A1 *", "as many rows as columns"),
        ("lines 99999999999999999999x99999999999999999999: *", "is played on boards"),
        ("lines 5x5: A1 B2 *", "Move 2, `B2`"),
        ("lines 5x5: A1 Z9 *", "Move 2, `Z9`"),
        ("dodge 3x3: B2 A1 *", "The game is over"),
        ("dodge 3x3: B2 0-1 no-legal-move", "The last move ends the game with 1-0"),
        ("dodge 3x3: B2 1-0 resignation", "another result"),
        ("lines 5x5: A1 1-0 no-legal-move", "still has a legal move"),
        ("lines 5x5: A1 1-0 boredom", "No game ends in the way `boredom`"),
        ("lines 5x5: A1 1-0", "how the game ended"),
        ("lines 5x5: A1 0-0 time", "has a winner"),
        ("lines 5x5: A1 1-0 moderation", "has no winner"),
        ("lines 5x5: A1 swap *", "no right to swap"),
        ("lines 5x5 swap: A1 A3 swap *", "second move"),
        ("lines 5x5 swap: swap *", "second move"),
        ("lines 5x5 swap swap: A1 *", "do not know `swap`"),
        ("lines 5x5 rated: A1 *", "do not know `rated`"),
        ("lines 5x5 handicap=9: A1 *", "no handicap `9`"),
        ("lines 5x5 [#C3]: A1 *", "no obstacles"),
        ("lines 5x5: " + "A1 " * LONGEST_LINE, "characters"),
    ],
)
def test_what_is_no_game_is_refused_with_the_reason(line: str, reason: str) -> None:
    with pytest.raises(BrokenRecord, match=r".") as caught:
        read_line(line)
    assert reason in str(caught.value)


def _is_a_game_or_refused(text: str) -> None:
    try:
        record = read_line(text)
    except BrokenRecord:
        return
    assert read_line(line_of(record)) == record


@given(st.text(max_size=200))
def test_any_text_is_a_game_or_refused(text: str) -> None:
    _is_a_game_or_refused(text)


@given(stored_games(), st.data())
def test_a_damaged_line_is_a_game_or_refused(game: Game, data: st.DataObject) -> None:
    line = line_of(record_of(game, NOON))
    begin = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(begin, len(line)))
    _is_a_game_or_refused(line[:begin] + data.draw(st.text(max_size=3)) + line[end:])


def test_every_ending_can_be_read() -> None:
    for ending in Ending:
        if ending is Ending.NO_LEGAL_MOVE:
            continue
        has_winner = ending in (Ending.RESIGNATION, Ending.TIME, Ending.DEPARTURE)
        score = "0-1" if has_winner else "0-0"
        record = read_line(f"lines 5x5: A1 {score} {ending.value.replace('_', '-')}")
        assert (record.ending, record.winner) == (ending, Player.TWO if has_winner else None)


@pytest.mark.parametrize("variant", VARIANTS, ids=[variant.key for variant in VARIANTS])
def test_a_game_without_a_move_has_a_line(variant: Variant) -> None:
    record = read_line(f"{variant.key} 4x4 swap:")
    assert line_of(record) == f"{variant.key} 4x4 swap: *"
    assert record.swap is Swap.AGREED


def test_the_examples_of_the_document_can_be_read() -> None:
    document = Path(__file__).parents[3].joinpath("docs", "notation.md").read_text(encoding="utf-8")
    block = re.search(r"```text\n(.*?)```", document, re.DOTALL)
    assert block is not None
    for line in block[1].splitlines():
        assert line_of(read_line(line)) == line
