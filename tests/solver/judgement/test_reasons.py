"""Reasons: what they claim is true, and tells a winning move from a losing one."""

import pytest

from tests.solver.reason_cases import BOARDS, tally, total


@pytest.mark.parametrize("key", BOARDS)
def test_reasons_are_true_and_distinguish(key: str) -> None:
    counted = tally(key, 20)
    assert counted.false == []
    assert counted.alike.total() <= 1


@pytest.mark.exhaustive
def test_5000_reasons_are_true_and_distinguish() -> None:
    """`python -m scripts.checks.reasons` prints what is counted here."""
    counted = total(tally(key, 1_000, seed=1) for key in BOARDS)
    assert counted.false == []
    assert counted.true.total() == 5_000
    assert counted.alike.total() <= 0.05 * counted.compared.total()
