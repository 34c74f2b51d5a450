"""Move writer: stores a move that does not end its game with one call of the driver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Integer, String, bindparam, insert, select

from gridlock_host.games.rows import notice_in, place_in
from gridlock_host.games.store import ADVANCE, advance_values
from gridlock_host.model.game import Game
from gridlock_host.model.place import Place
from gridlock_host.storage.columns import UTCDateTime
from gridlock_host.storage.database import Database
from gridlock_host.storage.driver.outcome import Failed, Outcome
from gridlock_host.storage.driver.statements import Statement, Step
from gridlock_host.storage.schema import moves

_COLUMNS: Final = ("game_id", "ply", "text", "played_at")
_ADVANCE: Final = Statement(ADVANCE)
_ADD_MOVE: Final = Statement(insert(moves).values({name: bindparam(name) for name in _COLUMNS}))


def _both() -> Statement:
    """Build one statement that makes both steps, for PostgreSQL."""
    advanced = ADVANCE.cte("advanced")
    values = (
        bindparam("ply", type_=Integer),
        bindparam("text", type_=String),
        bindparam("played_at", type_=UTCDateTime),
    )
    added = insert(moves).from_select(_COLUMNS, select(advanced.c.id, *values)).cte("added")
    return Statement(select(advanced).add_cte(added))


_ADVANCE_WITH_MOVE: Final = _both()


def is_plain_move(before: Game, after: Game) -> bool:
    """Whether a change adds one move, and nothing follows from it."""
    return after.ply == before.ply + 1 and not after.is_over


async def write_move(
    database: Database,
    before: Game,
    after: Game,
    now: datetime,
    seen_on: Place | None,
    settle: Callable[[Game | None], None],
) -> Game | None:
    """Store a move by compare-and-swap on the version of the game.

    Args:
        database: The database.
        before: The game as it was read.
        after: The game with the move.
        now: The time of the change.
        seen_on: A message that shows the board; it is noted if no message is known.
        settle: Is called with the stored game, or with None if it is not known to be stored. Unlike the answer, that
            comes also if the task was cancelled.

    Returns:
        As for `store.advance`.

    Raises:
        Busy, StoreFailed, OutcomeUnknown: As for `Database.writing`.
    """
    values = advance_values(before, after, now, seen_on)
    values |= {"ply": before.ply, "text": after.moves[-1], "played_at": after.moved_at[-1]}
    if database.is_sqlite:
        steps = [Step(_ADVANCE, values), Step(_ADD_MOVE, values)]
    else:
        steps = [Step(_ADVANCE_WITH_MOVE, values)]

    stored = None

    def settle_row(outcome: Outcome) -> None:
        nonlocal stored
        stored = None if isinstance(outcome, Failed) else _stored(after, outcome)
        settle(stored)

    await database.write(steps, settle_row)
    return stored


def _stored(after: Game, row: Any) -> Game | None:  # noqa: ANN401  # rows of the driver are not typed
    if row is None:
        return None
    place, notice = place_in(row), notice_in(row)
    if (after.place, after.notice, after.helped, after.voided) == (place, notice, row.helped, row.voided):
        return after
    return replace(after, place=place, notice=notice, helped=row.helped, voided=row.voided)
