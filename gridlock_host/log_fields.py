"""Fields of log lines: which interaction, server and game the current task is about."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from types import MappingProxyType
from typing import Final

Fields = Mapping[str, str | int]

_FIELDS: Final[ContextVar[Fields]] = ContextVar("log_fields", default=MappingProxyType({}))


def log_about(*, interaction: int | None = None, server: int | None = None, game: int | None = None) -> None:
    """Note what the current task, and those that it starts from now on, are about. What is None stays as it was.

    Ids of Discord become texts, because programs that read JSON may round such large numbers.
    """
    fields = dict(_FIELDS.get())
    if interaction is not None:
        fields["interaction"] = str(interaction)
    if server is not None:
        fields["server"] = str(server)
    if game is not None:
        fields["game"] = game
    _FIELDS.set(fields)


def log_fields() -> Fields:
    """Return what the current task is about."""
    return _FIELDS.get()
