"""Hints as sentences, which name the players as the board does."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings

from cogs.text.i18n import LANGUAGES, Words
from cogs.text.learning.hints import hint_text
from gridlock_host.bot_player.hints import Hint
from gridlock_rules import Position, replay
from gridlock_solver import Budget, Value, explain, solve
from tests.cogs.support.games import game_of
from tests.rules.support import positions

HALF_WIDTH = str.maketrans("（）", "()")  # noqa: RUF001  # the parentheses of Japanese


def hint_in(position: Position, budget: Budget | None = None) -> Hint:
    """The hint in a position that is not over."""
    solution = solve(position, budget)
    assert solution.best is not None
    explanation = explain(position, solution.best, budget, solution=solution)
    return Hint(
        game_of(position, ()),
        solution.best,
        explanation,
        wins=solution.is_won,
        exact=solution.value is not Value.OPEN,
        counted=solution.counted,
    )


def said(hint: Hint, language: str = "en") -> str:
    return Words.of(language).say(hint_text(hint)).splitlines()[0].split(" ", 3)[3]


@pytest.mark.parametrize(
    ("key", "size", "moves", "text"),
    [
        (
            "standoff",
            5,
            "",
            (
                "you (X) win with **C3**. Whatever O plays, X answers opposite through the middle, on the cell with "
                "the same letter, so O is the first without a move."
            ),
        ),
        (
            "dodge",
            3,
            "A3 C3",
            (
                "you (X) win only if I (O) make a mistake. **B1** makes it hardest for me. "
                "O wins with a single answer, B3. Whatever X plays, O answers on the cell with the same letter, so X "
                "is the first without a move."
            ),
        ),
        (
            "lines",
            3,
            "A3",
            "you (O) win only if I (X) make a mistake later on. **A1** is as good as any move. X wins with any answer.",
        ),
        (
            "standoff",
            3,
            "A1 C3 A2 C1",
            "you (X) have no choice: **A3** is the only legal move.",
        ),
        (
            "blocking",
            4,
            "",
            (
                "it makes no difference what you (X) play: **A1**, for example. "
                "Every game on this board lasts 4 moves, so O makes the last one and wins."
            ),
        ),
    ],
)
def test_a_hint_says_how_the_game_stands_and_why(key: str, size: int, moves: str, text: str) -> None:
    assert said(hint_in(replay(key, size, moves.split()))) == text


def test_a_hint_in_a_lost_game_does_not_call_a_move_the_hardest_before_the_answers_are_counted() -> None:
    hint = replace(hint_in(replay("dodge", 3, ["A3", "C3"])), counted=False)

    assert said(hint) == (
        "you (X) win only if I (O) make a mistake. **B1** is worth a try. O wins with a single answer, B3. "
        "Whatever X plays, O answers on the cell with the same letter, so X is the first without a move."
    )


def test_a_hint_without_a_proof_says_so() -> None:
    text = said(hint_in(replay("standoff", 8, ["A1", "H8", "A5", "C1"]), Budget(positions=0)))
    assert re.fullmatch(r"\*\*[A-H][1-8]\*\* looks best for you \(X\), though that is not proved.", text)


def test_a_hint_draws_its_reason_between_the_move_and_the_cost() -> None:
    advice, *board, cost = Words.of("en").say(hint_text(hint_in(replay("dodge", 3, ["A3", "C3"])))).splitlines()

    assert "the cell with the same letter" in advice
    assert board == ["```", "   1  2  3 ", "A  a  b  X ", "B  X  . [O]", "C  b  a  O ", "```"]
    assert cost == "If you win this game, it counts as won with help."


@settings(max_examples=25)
@given(position=positions(sizes=[3]))
def test_a_hint_reads_well_in_every_language(position: Position) -> None:
    """It names the player's mark; no mark precedes a number, plurals are right, and no placeholder is left."""
    if not position.legal_moves:
        return
    hint = hint_in(position, Budget(positions=500))
    for language in LANGUAGES:
        text = Words.of(language).say(hint_text(hint))
        assert f"({position.variant.mark(position.to_move)})" in text.translate(HALF_WIDTH)
        assert not re.search(r"[XOABP12] \d+ \w|\b1 (moves|cells|answers|Züge|Felder|Antworten)|\b0 |\.\.|[{}]", text)
