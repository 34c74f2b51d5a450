"""Differences between stored numbers and those that were counted again."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sqlalchemy import Table, select
from sqlalchemy.ext.asyncio import AsyncConnection

Key = tuple[Any, ...]
Counts = dict[Key, Counter[str]]


async def differences(
    connection: AsyncConnection, table: Table, counted: Counts, whose: str, source: str = "results"
) -> list[str]:
    """Return a sentence for each row of a table that differs from what was counted in its source."""
    keys = [column.name for column in table.primary_key]
    numbers = [column.name for column in table.c if not column.primary_key and column.computed is None]
    stored = {
        tuple(row[name] for name in keys): Counter({name: row[name] for name in numbers})
        for row in (await connection.execute(select(table))).mappings()
    }
    return [
        f"{whose.format(**dict(zip(keys, key, strict=True)))} say {_said(has)}; the {source} say {_said(should_have)}."
        for key in sorted(stored.keys() | counted.keys())
        if (has := stored.get(key, Counter())) != (should_have := counted.get(key, Counter()))
    ]


def _said(count: Counter[str]) -> str:
    return ", ".join(f"{number} {name.replace('_', ' ')}" for name, number in sorted(count.items()) if number) or (
        "nothing"
    )
