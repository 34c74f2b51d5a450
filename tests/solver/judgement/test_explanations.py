"""Explanations of moves."""

import pickle
import string

import pytest
from hypothesis import given, settings

import gridlock_rules as rules
from gridlock_solver import Budget, Explanation, Reason, Solution, explain, solve
from tests.rules.support import positions

PAIRS = (
    "Whatever {opponent} plays, {player} answers on the cell with the same letter, "
    "so {opponent} is the first without a move"
)
EXAMPLES = [
    (
        "dodge",
        3,
        "",
        "B2",
        ("It ends the game, because O has no move left: O needs a free cell that does not touch X's last marker on B2"),
    ),
    (
        "lines",
        3,
        "A1 A2 B2 B3 C3",
        "A3",
        "It ends the game, because X has no move left: X needs a free cell in row A or column 3",
    ),
    ("blocking", 5, "C3 A1", "E5", "However it goes on, the game lasts 5 moves, so X makes the last one and wins"),
    ("blocking", 4, "", "A1", "Every game on this board lasts 4 moves, so O makes the last one and wins"),
    (
        "standoff",
        5,
        "",
        "C3",
        (
            "Whatever O plays, X answers opposite through the middle, on the cell with the same letter, so O is the "
            "first without a move"
        ),
    ),
    ("dodge", 3, "", "A1", f"O can win by answering B3. {PAIRS.format(player='O', opponent='X')}"),
    ("dodge", 3, "A3 C3", "B1", f"O wins with a single answer, B3. {PAIRS.format(player='O', opponent='X')}"),
    ("dodge", 3, "A3 C3", "A1", "O wins only with C1 or C2"),
    ("lines", 3, "A3", "A1", "X wins with any answer"),
    ("standoff", 3, "A1 C3 A2 C1", "A3", "It is the only move"),
    ("lines", 3, "", "A1", PAIRS.format(player="X", opponent="O")),
]


@pytest.mark.parametrize(("key", "size", "moves", "move", "sentence"), EXAMPLES)
def test_the_explanation_is_the_expected_sentence(key: str, size: int, moves: str, move: str, sentence: str) -> None:
    position = rules.replay(key, size, moves.split())

    assert str(explain(position, position.parse(move))) == sentence


def test_an_explanation_does_not_contradict_the_given_solution() -> None:
    position = rules.replay("isolation", 5, ["C3", "A1", "C4/E5"])
    move = solve(position).winning_moves[0]
    unproved = Solution((), move, exact=False)

    assert explain(position, move).reason is not Reason.UNPROVED
    assert explain(position, move, solution=unproved).reason is Reason.UNPROVED


def test_without_a_proof_nothing_is_claimed() -> None:
    position = rules.replay("isolation", 8, ["D4", "E6", "D5/A1"])

    assert explain(position, position.parse("E7/A2"), Budget(positions=0)) == Explanation.of(Reason.UNPROVED)


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(rules.IllegalMove):
        explain(rules.find_variant("dodge").start(3), rules.Move(63))


@settings(max_examples=15)
@given(positions(keys=["lines", "dodge"]))
def test_in_lines_and_dodge_a_move_that_wins_is_proved_by_the_board(position: rules.Position) -> None:
    winning = solve(position).winning_moves
    proofs = {Reason.ENDS_GAME, Reason.FORCED_ENDING, Reason.ENDED_BY_ONE, Reason.ENDED_NEXT, Reason.PAIRED}
    for move in position.legal_moves[:10]:
        if len(position.legal_moves) > 1:
            assert (explain(position, move).reason in proofs) == (move in winning)


@settings(max_examples=25)
@given(positions(sizes=[3, 4, 5]))
def test_an_explanation_has_the_values_that_its_template_names(position: rules.Position) -> None:
    for move in position.legal_moves[:3]:
        explanation = explain(position, move, Budget(positions=200))
        names = {name for _, name, _, _ in string.Formatter().parse(explanation.template) if name}
        assert names == set(explanation.values)
        assert pickle.loads(pickle.dumps(explanation)) == explanation  # noqa: S301  # our own bytes
