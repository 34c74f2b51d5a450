"""Explanations of moves."""

import pickle
import string

import pytest
from hypothesis import given, settings

import gridlock_rules as rules
from gridlock_solver import Budget, Explanation, Reason, Solution, explain, solve
from tests.rules.support import positions

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
    ("blocking", 5, "C3 A1", "E5", "Every game on this board lasts 5 moves, so X makes the last one and wins"),
    ("blocking", 4, "", "A1", "Every game on this board lasts 4 moves, so O makes the last one and wins"),
    ("standoff", 5, "", "C3", "It is the only one of 25 moves that wins"),
    ("dodge", 3, "", "A1", "O can win by answering A3"),
    ("dodge", 3, "A3 C3", "B1", "O wins with a single answer, B3"),
    ("dodge", 3, "A3 C3", "A1", "O wins with 2 of 3 answers"),
    ("lines", 3, "A3", "A1", "X wins with any answer"),
    ("standoff", 3, "A1 C3 A2 C1", "A3", "It is the only legal move"),
    ("standoff", 4, "", "A1", "O can win by answering B3"),
    ("standoff", 4, "", "B2", "O then has 7 cells to choose from"),
    (
        "lines",
        3,
        "",
        "A1",
        "X has a winning reply to every answer of O: A2 → B2, A3 → C3, B1 → B3, C1 → C2",
    ),
    ("standoff", 4, "A1 B3", "D4", "O wins with 4 of 7 answers"),
]


@pytest.mark.parametrize(("key", "size", "moves", "move", "sentence"), EXAMPLES)
def test_the_explanation_is_the_expected_sentence(key: str, size: int, moves: str, move: str, sentence: str) -> None:
    position = rules.replay(key, size, moves.split())

    assert str(explain(position, position.parse(move))) == sentence


def test_an_explanation_does_not_contradict_the_given_solution() -> None:
    position = rules.find_variant("standoff").start(5)
    move = position.parse("C3")
    unproved = Solution((), move, exact=False)

    assert explain(position, move).reason is Reason.ONLY_WINNING
    assert explain(position, move, solution=unproved).reason is Reason.LEAVES_CELLS


def test_the_only_cell_left_is_named() -> None:
    position = rules.replay("standoff", 4, ["D4", "A4", "C3", "C1"])

    assert str(explain(position, position.parse("A2"))) == "O then has a single cell to choose, D1"


def test_without_a_proof_the_explanation_counts_the_cells_left() -> None:
    position = rules.find_variant("standoff").start(8)
    explanation = explain(position, position.parse("A1"), Budget(positions=0))

    assert explanation == Explanation.of(Reason.LEAVES_CELLS, opponent="O", cells=60)


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(rules.IllegalMove):
        explain(rules.find_variant("dodge").start(3), rules.Move(63))


def pairs_of(explanation: Explanation) -> dict[str, str]:
    """Return the reply to each answer."""
    text = explanation.values["pairs"]
    return dict(pair.split(" → ") for pair in str(text).split(", "))


@settings(max_examples=15)
@given(positions(keys=["lines", "dodge"], sizes=[3, 4, 5]))
def test_the_pairs_are_winning_replies_to_all_answers(position: rules.Position) -> None:
    """A move without pairs does not win, unless it ends the game."""
    winning = solve(position).winning_moves
    for move in position.legal_moves:
        explanation, after = explain(position, move), position.play(move)
        assert (explanation.reason in (Reason.PAIRED, Reason.ENDS_GAME)) == (move in winning)
        if explanation.reason is Reason.PAIRED:
            pairs = pairs_of(explanation)
            assert list(pairs) == [str(answer) for answer in after.legal_moves]
            for answer, reply in pairs.items():
                after_answer = after.play(after.parse(answer))
                assert after_answer.parse(reply) in solve(after_answer).winning_moves


@settings(max_examples=20)
@given(positions(keys=["standoff", "dodge"], sizes=[3]))
def test_the_numbers_of_winning_answers_are_right(position: rules.Position) -> None:
    for move in position.legal_moves:
        explanation, after = explain(position, move), position.play(move)
        winning, legal = len(solve(after).winning_moves), len(after.legal_moves)
        match explanation.reason:
            case Reason.LEAVES_ONE_WINNING:
                assert winning == 1
            case Reason.LEAVES_ALL_WINNING:
                assert winning == legal > 1
            case Reason.LEAVES_WINNING:
                assert 1 < winning < legal
                assert (explanation.values["winning"], explanation.values["answers"]) == (winning, legal)


@settings(max_examples=25)
@given(positions(sizes=[3, 4, 5]))
def test_an_explanation_has_the_values_that_its_template_names(position: rules.Position) -> None:
    for move in position.legal_moves[:3]:
        explanation = explain(position, move, Budget(positions=200))
        names = {name for _, name, _, _ in string.Formatter().parse(explanation.template) if name}
        assert names == set(explanation.values)
        assert pickle.loads(pickle.dumps(explanation)) == explanation  # noqa: S301  # our own bytes
