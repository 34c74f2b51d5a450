"""Inserting a row that may exist already: one statement, so that two processes cannot both find it missing."""

from __future__ import annotations

from sqlalchemy import Dialect, Table
from sqlalchemy.dialects import postgresql, sqlite


def insert_into(table: Table, dialect: Dialect) -> postgresql.Insert | sqlite.Insert:
    """An insert that can say what happens `on_conflict`; both databases know that, each by a class of its own."""
    return postgresql.insert(table) if dialect.name == "postgresql" else sqlite.insert(table)
