"""What a run knows of the machine that the bot runs on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from chaos.machine.clock import Clock
from chaos.machine.disk import SmallDisk
from chaos.machine.line import Line


@dataclass(frozen=True, slots=True)
class Machine:
    """Where the bot runs. The parts are None if the run does not spoil them.

    Attributes:
        folder: A folder for files.
        database_url: The database.
        bot_url: The same database as the bot reaches it.
        disk: The disk of the SQLite file.
        line: The line to PostgreSQL.
        clock: The bot's clock.
        environment: What the bot needs in its environment for that.
    """

    folder: Path
    database_url: str
    bot_url: str
    disk: SmallDisk | None = None
    line: Line | None = None
    clock: Clock | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
