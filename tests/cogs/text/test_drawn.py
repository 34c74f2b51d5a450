"""Boards in sentences: every cell is said, as the board has it."""

from __future__ import annotations

import re

from hypothesis import given

from cogs.messages.boards.board import spoken_board_message
from cogs.messages.looks.cells import CELL_NAMES, Scene, scene_of
from cogs.messages.looks.emoji_set import UNICODE
from cogs.text.drawn import Drawn, drawn_board, spoken_board
from cogs.text.i18n import Words
from gridlock_host import Game
from gridlock_rules import Player, replay
from tests.cogs.support.boards import assert_fits, games, parts

WORDS, GERMAN = Words(), Words.of("de")
_SENTENCE = re.compile(r"([A-H][1-8]) ([^.]*)\.")


def said(text: str) -> dict[str, str]:
    """What is said of each cell."""
    return {match[1]: match[2] for match in _SENTENCE.finditer(text)}


def test_a_board_is_said_row_by_row_to_the_player_who_reads_it() -> None:
    position = replay("blocking", 3, ["B2", "A1"])
    text = WORDS.say(spoken_board(position, 1, legal=1 << CELL_NAMES.index("C3"), reader=Player.ONE))
    assert text.splitlines() == [
        "Row A: A1 your opponent's, last move. A2 blocked. A3 blocked.",
        "Row B: B1 blocked. B2 yours. B3 blocked.",
        "Row C: C1 blocked. C2 blocked. C3 free.",
    ]
    assert "A1 O, last move." in WORDS.say(spoken_board(position, 1))
    assert "A1 dein, letzter Zug." in GERMAN.say(spoken_board(position, 1, reader=Player.TWO))


def test_free_cells_that_the_rules_close_are_said_so() -> None:
    position = replay("lines", 3, ["B2"])
    text = WORDS.say(spoken_board(position, 0, legal=position.legal_moves.targets))
    assert said(text) == {
        **dict.fromkeys(("A1", "A3", "C1", "C3"), "free, not allowed now"),
        **dict.fromkeys(("A2", "B1", "B3", "C2"), "free"),
        "B2": "X",
    }


def test_what_a_drawing_marks_is_said() -> None:
    position = replay("lines", 3, ["B2"])
    drawn = drawn_board(position, position.parse("A2"), [("a", 1)])
    assert WORDS.say(drawn).startswith("```\n")
    assert said(WORDS.aloud.say(drawn))["A1"] == "free, a"
    assert isinstance(drawn, Drawn)


def _state(scene: Scene, cell: int) -> str:
    bit = 1 << cell
    if scene.stones.closed & bit:
        return "closed"
    if scene.stones.taken & bit:
        own = scene.stones.one if scene.reader is Player.ONE else scene.stones.two
        return "yours" if own & bit else "your opponent's"
    return "free" if scene.legal & bit or not scene.legal else "free, not allowed now"


@given(games())
def test_every_cell_is_said_as_the_board_has_it(game: Game) -> None:
    reader = game.player_one_id
    message = spoken_board_message(game, WORDS, reader)
    assert_fits(message)
    text = "\n".join(part["content"] for part in parts(message.payload) if "content" in part)
    assert "```" not in text.split("Who stood to win")[0]
    scene, cells = scene_of(game, WORDS, UNICODE, reader_id=reader), said(text)
    assert scene.reader is Player.ONE
    board = {cell for row in range(game.position.size) for cell in range(row * 8, row * 8 + game.position.size)}
    for cell in board:
        state = cells[CELL_NAMES[cell]].removesuffix(", last move")
        expected = _state(scene, cell)
        assert state == expected or (expected == "closed" and state in game.variant.other_marks.values())
        assert cells[CELL_NAMES[cell]].endswith(", last move") == bool(scene.stones.last >> cell & 1)


@given(games())
def test_a_spoken_board_has_a_menu_choice_for_each_legal_cell(game: Game) -> None:
    message = spoken_board_message(game, WORDS, game.player_one_id)
    offered = [
        option["value"]
        for part in parts(message.payload)
        if part["type"] == 3 and part["custom_id"].startswith("gl1:choose:")
        for option in part["options"]
    ]
    legal = scene_of(game, WORDS, UNICODE).legal
    assert sorted(offered) == sorted(name for cell, name in enumerate(CELL_NAMES) if legal >> cell & 1)
