"""stub"""

from __future__ import annotations

from local_discord.wire import Json


def check_choices(data: Json) -> list[tuple[str, str | int | float]]:
    """Stub"""
    return [(c["name"], c["value"]) for c in data.get("choices") or []]


def check_modal(data: Json) -> None:
    """Stub"""
