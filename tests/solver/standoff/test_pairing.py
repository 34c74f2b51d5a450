"""Pairings of Standoff: a reply to each claim."""

import pytest
from hypothesis import given, settings

import gridlock_rules as rules
from gridlock_rules.geometry import cell_name
from gridlock_rules.variants.standoff import StandoffPosition
from gridlock_solver import Explanation, Reason, solve
from gridlock_solver.standoff import pairing
from tests.rules.support import positions


def reason(position: rules.Position, move: rules.Move) -> Explanation | None:
    assert isinstance(position, StandoffPosition)
    return pairing.reason(position, move)


def partners(explanation: Explanation) -> dict[str, str]:
    """Return the cell that has the same letter as each cell."""
    pairs = [(cell_name(one), cell_name(other)) for one, other in explanation.pairs]
    return dict(pairs) | {other: one for one, other in pairs}


def holds_to_the_end(position: rules.Position, replies: dict[str, str]) -> bool:
    """Return whether the replies are legal after every sequence of claims of the player to move."""
    for answer in position.legal_moves:
        after = position.play(answer)
        reply = next((move for move in after.legal_moves if str(move) == replies[str(answer)]), None)
        if reply is None or not holds_to_the_end(after.play(reply), replies):
            return False
    return True


@pytest.mark.parametrize(("size", "middle"), [(5, "C3"), (7, "D4")])
def test_the_middle_of_an_odd_board_is_answered_opposite(size: int, middle: str) -> None:
    position = rules.find_variant("standoff").start(size)
    found = reason(position, position.parse(middle))
    assert found is not None
    assert found.reason is Reason.OPPOSITE


def test_a_reflection_has_a_name_of_its_own() -> None:
    position = rules.replay("standoff", 4, ["B1", "D4"])
    found = reason(position, position.parse("B3"))
    assert found is not None
    assert found.reason is Reason.MIRRORED
    assert partners(found).items() >= {"D1": "A1", "D2": "A2", "D3": "A3"}.items()


@settings(max_examples=30)
@given(position=positions(keys=["standoff"], sizes=[3, 4, 5]))
def test_a_move_with_a_pairing_wins(position: rules.Position) -> None:
    winning = solve(position).winning_moves
    for move in position.legal_moves:
        if position.play(move).legal_moves and reason(position, move):
            assert move in winning


@settings(max_examples=40)
@given(position=positions(keys=["standoff"], sizes=[3, 4, 5], last=6))
def test_the_replies_of_a_pairing_are_legal_whatever_the_opponent_claims(position: rules.Position) -> None:
    for move in position.legal_moves:
        after = position.play(move)
        found = reason(position, move) if after.legal_moves else None
        assert found is None or holds_to_the_end(after, partners(found))
