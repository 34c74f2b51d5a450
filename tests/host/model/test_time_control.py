"""Times per move and warnings."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from gridlock_host import TimeControl
from gridlock_host.model.time_control import warning_time

NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("control", "per_move", "warned_before"),
    [
        (TimeControl.FIVE_MINUTES, timedelta(minutes=5), timedelta(minutes=2)),
        (TimeControl.ONE_HOUR, timedelta(hours=1), timedelta(minutes=15)),
        (TimeControl.ONE_DAY, timedelta(days=1), timedelta(hours=6)),
        (TimeControl.THREE_DAYS, timedelta(days=3), timedelta(hours=18)),
        (TimeControl.SEVEN_DAYS, timedelta(days=7), timedelta(hours=42)),
    ],
)
def test_a_warning_comes_with_a_quarter_left_and_never_less_than_two_minutes(
    control: TimeControl, per_move: timedelta, warned_before: timedelta
) -> None:
    assert control.per_move == per_move
    assert TimeControl.of(per_move) is control
    assert NOON - warning_time(NOON, per_move) == warned_before


def test_a_game_without_a_limit_has_no_deadline() -> None:
    assert TimeControl.NONE.per_move is None
