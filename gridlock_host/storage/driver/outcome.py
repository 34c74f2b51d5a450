"""Outcome of a write: the row it has returned, none if it was refused, or a failure."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple


class Failed(NamedTuple):
    """A write that failed.

    Attributes:
        error: Why.
        is_commit: Whether the commit failed, so that the write may be stored.
    """

    error: Exception
    is_commit: bool = False


Outcome = Any
"""A row; None if the first step returned none; or `Failed`."""

Settle = Callable[[Outcome], None]
