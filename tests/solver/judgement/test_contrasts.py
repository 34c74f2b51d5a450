"""Reasons that tell a winning move from the losing ones."""

from hypothesis import given, settings

import gridlock_rules as rules
from gridlock_solver import Reason, explain, solve
from gridlock_solver.judgement.contrasts import telling_feature, winning_answers
from tests.rules.support import positions
from tests.solver.support import AMPLE

CUTS_OFF = "C4 B1 B5/A4 A2/E3 A5/D2 B1/C2 B4/D4 C1/D3 C4/B4 B1/A1 C5/B3 B2/E5 B5/C5"


def test_the_region_that_a_turn_cuts_off_is_named() -> None:
    position = rules.replay("isolation", 5, CUTS_OFF.split())
    explanation = explain(position, position.parse("A2/C3"))

    assert explanation.reason is Reason.CUT_OFF
    assert [rules.cell_name(cell) for cell in explanation.cells] == ["A5", "C4", "D5", "E4"]


def test_what_another_move_does_as_well_is_no_reason() -> None:
    position = rules.replay("isolation", 5, CUTS_OFF.split())
    move = position.parse("A2/C3")

    assert telling_feature(position, move, [])
    assert telling_feature(position, move, [move]) is None


@settings(max_examples=25)
@given(position=positions(keys=["isolation", "standoff", "dodge"], sizes=[3, 4, 5], last=12))
def test_the_answers_to_losing_moves_are_those_that_the_solver_finds(position: rules.Position) -> None:
    solution = solve(position)
    losing = [move for move in position.legal_moves if move not in solution.winning_moves][:8]

    answers = winning_answers(position, losing, AMPLE)
    assert answers is not None
    assert list(answers) == losing
    for move, found in answers.items():
        winning = set(solve(position.play(move)).winning_moves)
        # Those of Standoff are as many as are needed.
        assert (set() < set(found) <= winning) if position.variant.key == "standoff" else set(found) == winning
