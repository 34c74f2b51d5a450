"""When an exercise comes again: laws of the spacing."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from gridlock_host.learning.spacing import Repetition
from tests.host.support.host import NOON

DAY = timedelta(days=1)


def test_a_wrong_answer_comes_again_on_the_next_day() -> None:
    wrong = Repetition(0, NOON).after(NOON, is_right=False)
    assert (wrong.answers, wrong.due_at, wrong.answered_at) == (1, NOON + DAY, NOON)


def test_right_answers_come_again_later_and_later() -> None:
    repetition, now, gaps = Repetition(0, NOON), NOON, []
    for _ in range(5):
        repetition = repetition.after(now, is_right=True)
        gaps.append(repetition.due_at - now)
        now = repetition.due_at
    assert gaps == sorted(set(gaps))
    assert gaps[0] > DAY


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 400)), min_size=1, max_size=20))
def test_a_right_answer_never_comes_again_before_a_wrong_one(answers: list[tuple[bool, int]]) -> None:
    """Whatever was answered before, and however late. What is stored is within the bounds of the check."""
    repetition, now = Repetition(0, NOON), NOON
    for is_right, days in answers:
        now += timedelta(days=days)
        wrong, right = (repetition.after(now, is_right=each) for each in (False, True))
        assert now + DAY <= wrong.due_at <= right.due_at
        repetition = right if is_right else wrong
        assert repetition.stability is not None
        assert repetition.difficulty is not None
        assert 0 < repetition.stability <= 100_000
        assert 1 <= repetition.difficulty <= 10
    assert repetition.answers == len(answers)
