"""Settings from the environment and from `.env`."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final
from urllib.parse import unquote

from dotenv import load_dotenv

from cogs.runtime.limits.call_limiter import CALLS_PER_SECOND
from gridlock_host.ownership.shards import FreeShards, Shards
from gridlock_host.storage.address import sqlite_address
from operation.configuration import values
from operation.configuration.values import Address, CannotStart, Endpoint

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_DATABASE = sqlite_address(ROOT / "data" / "gridlock.db")

# The exit status if the bot cannot start.
NOT_STARTED: Final = 2


@dataclass(frozen=True, slots=True, repr=False)
class Settings:
    """The settings. They have no `repr`, because it would show the token.

    Attributes:
        shards: The shards that this process serves, or how many free ones; None for all servers, in as many shards as
            Discord recommends.
        endpoint: Where interactions are delivered over HTTP; None if they come from the gateway.
        identify_seconds: The time between two identifies in one slot; on a stand-in for Discord it can be another one.
        calls_per_second: How many requests Discord takes from the bot in a second; 0 for any number.
    """

    token: str
    database_url: str
    api: str
    gateway: str
    log_level: str
    log_as_json: bool
    sweep_every: timedelta
    shards: Shards | FreeShards | None
    most_uses: int
    endpoint: Endpoint | None
    status: Address | None
    status_hosts: frozenset[str]
    contact: str
    proxy: str
    has_own_emoji: bool
    identify_seconds: float
    calls_per_second: int

    @property
    def secrets(self) -> list[str]:
        """Texts to hide: the token, and the passwords of the database and the proxy, quoted and unquoted."""
        written = re.findall(r"://[^:/@]*(:[^/]+@)", self.database_url)
        written += re.findall(r"[?&]password=([^&]+)", self.database_url)
        written += re.findall(r"://[^:/@]*(:[^/]+@)", self.proxy)
        return list(dict.fromkeys([self.token, *written, *map(unquote, written)]))

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """Read the settings; `.env.example` describes them.

        Raises:
            CannotStart: One of them cannot be used.
        """

        def read(name: str, default: str = "") -> str:
            return environment.get(name, "").strip() or default

        shards = values.shards("GRIDLOCK_SHARDS", read("GRIDLOCK_SHARDS"))
        return cls(
            token=values.token("DISCORD_TOKEN", read("DISCORD_TOKEN")),
            database_url=read("DATABASE_URL"),
            api=read("GRIDLOCK_DISCORD_API"),
            gateway=read("GRIDLOCK_DISCORD_GATEWAY"),
            log_level=values.level("GRIDLOCK_LOG_LEVEL", read("GRIDLOCK_LOG_LEVEL", "INFO").upper()),
            log_as_json=values.is_json("GRIDLOCK_LOG_FORMAT", read("GRIDLOCK_LOG_FORMAT", "text").lower()),
            sweep_every=values.seconds("GRIDLOCK_SWEEP_SECONDS", read("GRIDLOCK_SWEEP_SECONDS", "10")),
            shards=shards,
            most_uses=values.most_uses("GRIDLOCK_LIMIT", read("GRIDLOCK_LIMIT", "20")),
            endpoint=values.endpoint(
                "GRIDLOCK_INTERACTIONS", read("GRIDLOCK_INTERACTIONS"), has_shards=shards is not None
            ),
            status=values.address("GRIDLOCK_STATUS", read("GRIDLOCK_STATUS")),
            status_hosts=values.hosts("GRIDLOCK_STATUS_HOSTS", read("GRIDLOCK_STATUS_HOSTS")),
            contact=values.contact("GRIDLOCK_CONTACT", read("GRIDLOCK_CONTACT")),
            has_own_emoji=values.is_own("GRIDLOCK_EMOJI", read("GRIDLOCK_EMOJI", "own").lower()),
            calls_per_second=values.calls("GRIDLOCK_CALLS", read("GRIDLOCK_CALLS", str(CALLS_PER_SECOND))),
            identify_seconds=values.identify_seconds(read),
            proxy="" if read("GRIDLOCK_DISCORD_API") else values.proxy(read),
        )


def read_settings() -> Settings:
    """Read the settings from the environment, and from the file ``.env`` beside bot.py.

    Raises:
        CannotStart: They cannot be read, or one of them cannot be used.
    """
    path = ROOT / ".env"
    try:
        load_dotenv(path)
    except UnicodeDecodeError as error:
        raise CannotStart(f"{path.name} is not in UTF-8; save it in that encoding.") from error
    except ValueError as error:
        raise CannotStart(f"{path.name} holds a NUL, which no setting can hold. Write it anew.") from error
    except OSError as error:
        raise CannotStart(
            f"{path.name} cannot be read: {error.strerror}. Let the user who runs the bot read it."
        ) from error
    return Settings.from_environment(os.environ)
