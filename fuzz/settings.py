"""Fuzz checks of the settings of the bot."""

from __future__ import annotations

import contextlib
from datetime import timedelta
from io import StringIO
from typing import Final

from dotenv import dotenv_values

from cogs.runtime.endpoint import NotLoopback, check_loopback
from operation.configuration.settings import Settings
from operation.configuration.values import CannotStart

SETTINGS: Final = (
    "DISCORD_TOKEN=abc\nGRIDLOCK_LOG_LEVEL=debug\nGRIDLOCK_SWEEP_SECONDS=2.5",
    "export DATABASE_URL='sqlite:///data/gridlock.db' # where\nGRIDLOCK_SWEEP_SECONDS=nan",
    'GRIDLOCK_SWEEP_SECONDS="1e400"\nGRIDLOCK_LOG_LEVEL=${DISCORD_TOKEN:-INFO}',
)
ADDRESSES: Final = (
    "http://127.0.0.1:8080/api/v10",
    "ws://[::1]:8080/gateway",
    "https://localhost/api",
    "http://xn--a/",
    "http://127.0.0.1@example.org/",
)
_LONGEST_SWEEP: Final = timedelta(hours=1)


def check_settings(text: str) -> None:
    """Check that a settings file is read or refused with a sentence, and that no secret is shown."""
    values = {name: value or "" for name, value in dotenv_values(stream=StringIO(text), interpolate=False).items()}
    with contextlib.suppress(CannotStart):
        settings = Settings.from_environment(values)
        assert timedelta(0) < settings.sweep_every <= _LONGEST_SWEEP
        assert len(settings.token) < 8 or settings.token not in repr(settings)


def check_addresses(text: str) -> None:
    """Check that an address is a loopback address or refused with a sentence."""
    with contextlib.suppress(NotLoopback):
        check_loopback(text, {"http", "ws"})
