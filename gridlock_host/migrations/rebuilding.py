"""What SQLite forgets when a table is rebuilt: that its ids count up, and how far they have come.

Without it the ids of deleted rows would be given out again, and an old button would act on something new.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

COUNTING_UP: Final = {"sqlite_autoincrement": True}


def last_ids() -> list[dict[str, object]]:
    """The ids that SQLite has given out last, by table: a table that is rebuilt counts from its last row on."""
    if op.get_context().dialect.name != "sqlite":
        return []
    return [dict(row) for row in op.get_bind().execute(sa.text("SELECT name, seq FROM sqlite_sequence")).mappings()]


def restore_last_ids(counters: list[dict[str, object]]) -> None:
    """Let the tables count on from where they were."""
    for counter in counters:
        for statement in (
            "DELETE FROM sqlite_sequence WHERE name = :name",
            "INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :seq)",
        ):
            op.get_bind().execute(sa.text(statement), counter)
