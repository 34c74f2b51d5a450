"""stub"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from local_discord.wire import Json


def check_commands(commands: list[Json]) -> None:
    """Stub"""
