"""Column types that SQLite and PostgreSQL share."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import BigInteger, DateTime, Integer, TypeDecorator
from sqlalchemy.engine import Dialect


class UTCDateTime(TypeDecorator[datetime]):
    """An aware datetime in UTC, even in SQLite, which stores no time zone."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Refuse a naive time; store an aware one as UTC."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a time zone cannot be stored")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """Read a time back as an aware one."""
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


# SQLite numbers rows only in a column declared as INTEGER.
RowId = BigInteger().with_variant(Integer, "sqlite")
