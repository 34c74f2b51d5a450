"""The error for a store with which nothing can be begun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError


class DatabaseUnusable(Exception):
    """The database cannot be used as it is; the message tells whoever hosts the bot what to do."""


@contextmanager
def told_if_unusable() -> Iterator[None]:
    """Connect to a database inside this block.

    Raises:
        DatabaseUnusable: The server has no such database, or the address has an option that is unknown.
    """
    try:
        yield
    except DBAPIError as error:
        raise DatabaseUnusable(f"The database cannot be used: {error.orig}.") from error
    except TypeError as error:
        # What stands behind "?" in the address goes to the driver as it is.
        raise DatabaseUnusable(
            f"DATABASE_URL has an option that the database's driver does not know: {error}."
        ) from error
