"""Settings from the environment and from `.env`."""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

from dotenv import load_dotenv

from cogs.runtime.gateway.identify_gate import IDENTIFY_SECONDS
from cogs.runtime.limits.call_limiter import CALLS_PER_SECOND
from gridlock_host.ownership.shards import FreeShards, Shards
from gridlock_host.storage.address import may_be_host, sqlite_address

# Some actions count as several uses, so a lower limit would block them.
_USES: Final = range(10, 1001)

_PORTS: Final = 65536

ROOT = Path(__file__).resolve().parents[1]
DEFAULT_DATABASE = sqlite_address(ROOT / "data" / "gridlock.db")
_MOST_SHARDS = 10_000
_DISCORD: Final = "discord.com"
_LONGEST_CONTACT: Final = 200


# The exit status if the bot cannot start.
NOT_STARTED: Final = 2


class CannotStart(Exception):
    """The bot cannot start with these settings; the message says what to do."""


@dataclass(frozen=True, slots=True)
class Address:
    """An address to listen on."""

    host: str
    port: int

    def __str__(self) -> str:
        """The address as in a URL."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where Discord, or a load balancer before the bot, delivers interactions.

    Attributes:
        address: The address to listen on.
        path: The path of the requests.
    """

    address: Address
    path: str

    def __str__(self) -> str:
        return f"http://{self.address}{self.path}"


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

        shards = _shards("GRIDLOCK_SHARDS", read("GRIDLOCK_SHARDS"))
        return cls(
            token=_token("DISCORD_TOKEN", read("DISCORD_TOKEN")),
            database_url=read("DATABASE_URL"),
            api=read("GRIDLOCK_DISCORD_API"),
            gateway=read("GRIDLOCK_DISCORD_GATEWAY"),
            log_level=_level("GRIDLOCK_LOG_LEVEL", read("GRIDLOCK_LOG_LEVEL", "INFO").upper()),
            log_as_json=_is_json("GRIDLOCK_LOG_FORMAT", read("GRIDLOCK_LOG_FORMAT", "text").lower()),
            sweep_every=_seconds("GRIDLOCK_SWEEP_SECONDS", read("GRIDLOCK_SWEEP_SECONDS", "10")),
            shards=shards,
            most_uses=_most_uses("GRIDLOCK_LIMIT", read("GRIDLOCK_LIMIT", "20")),
            endpoint=_endpoint("GRIDLOCK_INTERACTIONS", read("GRIDLOCK_INTERACTIONS"), has_shards=shards is not None),
            status=_address("GRIDLOCK_STATUS", read("GRIDLOCK_STATUS")),
            status_hosts=_hosts("GRIDLOCK_STATUS_HOSTS", read("GRIDLOCK_STATUS_HOSTS")),
            contact=_contact("GRIDLOCK_CONTACT", read("GRIDLOCK_CONTACT")),
            has_own_emoji=_is_own("GRIDLOCK_EMOJI", read("GRIDLOCK_EMOJI", "own").lower()),
            calls_per_second=_calls("GRIDLOCK_CALLS", read("GRIDLOCK_CALLS", str(CALLS_PER_SECOND))),
            identify_seconds=_identify_seconds(read),
            proxy="" if read("GRIDLOCK_DISCORD_API") else _proxy(read),
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


def _token(name: str, text: str) -> str:
    # HTTP headers cannot hold such characters.
    if not text.isprintable():
        raise CannotStart(f"{name} holds a line break, or something else that cannot be seen. Copy the token anew.")
    return text


def _level(name: str, text: str) -> str:
    if text not in logging.getLevelNamesMapping():
        raise CannotStart(f"{name} is {text!r}; use DEBUG, INFO, WARNING or ERROR.")
    return text


def _is_json(name: str, text: str) -> bool:
    if text not in ("text", "json"):
        raise CannotStart(f"{name} is {text!r}; use text or json.")
    return text == "json"


def _is_own(name: str, text: str) -> bool:
    if text not in ("own", "unicode"):
        raise CannotStart(f"{name} is {text!r}; use own or unicode.")
    return text == "own"


def _seconds(name: str, text: str) -> timedelta:
    try:
        time = timedelta(seconds=float(text))
    except (ValueError, OverflowError):
        time = timedelta(0)
    if not timedelta(0) < time <= timedelta(hours=1):
        raise CannotStart(f"{name} is {text!r}; use a number of seconds, at most 3600.")
    return time


def _calls(name: str, text: str) -> int:
    if re.fullmatch("0|[1-9][0-9]{0,3}", text) is None:
        raise CannotStart(f"{name} is {text!r}; use a number of requests a second up to 9999, or 0 for no limit.")
    return int(text)


def _identify_seconds(read: Callable[[str, str], str]) -> float:
    """The time between two identifies in one slot, as a stand-in for Discord may scale it."""
    text = read("GRIDLOCK_IDENTIFY_SECONDS", "")
    if not text or not read("GRIDLOCK_DISCORD_API", ""):
        return IDENTIFY_SECONDS
    return 0.0 if text == "0" else _seconds("GRIDLOCK_IDENTIFY_SECONDS", text).total_seconds()


def _shards(name: str, text: str) -> Shards | FreeShards | None:
    if not text:
        return None
    if (free := re.fullmatch("auto(?::([1-9][0-9]{0,3}))?/([1-9][0-9]{0,3})", text)) is not None:
        return FreeShards(min(int(free[1] or free[2]), int(free[2])), int(free[2]))
    try:
        ids, count = text.split("/")
        shards = Shards(tuple(sorted({int(one) for one in ids.split(",")})), int(count))
    except ValueError:
        shards = Shards((), 0)
    if not 0 < shards.count <= _MOST_SHARDS or not all(0 <= one < shards.count for one in shards.ids):
        raise CannotStart(
            f"{name} is {text!r}; use the shards that this process serves and their number in all, such as 0,1/4: "
            f"each from 0 to one less than that number, and at most {_MOST_SHARDS:,} in all. Or let the process take "
            "free ones: auto/4, or auto:2/4 for two of them."
        )
    return shards


def _address(name: str, text: str) -> Address | None:
    if not text:
        return None
    found = re.fullmatch(r"(?:(?P<host>[\w.-]+|\[[0-9a-f:]+\]):)?(?P<port>[0-9]{1,5})", text, re.ASCII | re.IGNORECASE)
    if found is None or not 0 < int(found["port"]) < _PORTS:
        raise CannotStart(f"{name} is {text!r}; use a port, or an address such as 127.0.0.1:8080.")
    host = (found["host"] or "127.0.0.1").strip("[]")
    if not may_be_host(host):
        raise CannotStart(f"{name} is {text!r}; there can be no machine of that name.")
    return Address(host, int(found["port"]))


def _endpoint(name: str, text: str, *, has_shards: bool) -> Endpoint | None:
    if not text:
        return None
    found = re.fullmatch(r"http://(?P<address>[^/?#]+:[0-9]+)(?P<path>/[\w./~-]*)", text, re.ASCII)
    if found is None:
        raise CannotStart(
            f"{name} is {text!r}; use the address and the path at which the bot listens, such as "
            "http://0.0.0.0:8080/interactions. It is plain HTTP: what is before the bot ends TLS."
        )
    address = _address(name, found["address"])
    if address is None or has_shards:
        raise CannotStart(
            f"Set {name} or GRIDLOCK_SHARDS, not both: with {name} there is no connection to the gateway to divide."
        )
    return Endpoint(address, found["path"])


def _hosts(name: str, text: str) -> frozenset[str]:
    hosts = [one.strip().strip("[]").lower() for one in text.split(",")] if text else []
    for host in hosts:
        if re.fullmatch(r"[\w.-]+|[0-9a-f:]+", host) is None or not may_be_host(host):
            raise CannotStart(
                f"{name} is {text!r}; use names without ports, separated by commas, such as bot.internal."
            )
    return frozenset(hosts)


def _contact(name: str, text: str) -> str:
    if not text.isprintable() or len(text) > _LONGEST_CONTACT:
        raise CannotStart(
            f"{name} can be one line of at most {_LONGEST_CONTACT} characters, such as an e-mail address."
        )
    return text


def _proxy(read: Callable[[str], str]) -> str:
    """The proxy for Discord as other programs find it: HTTPS_PROXY, unless NO_PROXY excepts Discord."""
    text = read("https_proxy") or read("HTTPS_PROXY")
    excepted = read("no_proxy") or read("NO_PROXY")
    if not text or any(_covers(one.strip(), _DISCORD) for one in excepted.split(",")):
        return ""
    address = text if "://" in text else f"http://{text}"
    if not _is_proxy(address):
        raise CannotStart(
            "HTTPS_PROXY names no HTTP proxy, such as http://proxy.example:3128. Change it, or except Discord with "
            f"NO_PROXY={_DISCORD}."
        )
    return address


def _is_proxy(address: str) -> bool:
    try:
        parts = urlsplit(address)
        return (
            parts.scheme in ("http", "https")
            and bool(parts.hostname)
            and may_be_host(str(parts.hostname))
            and parts.port != 0
        )
    except ValueError:
        return False


def _covers(exception: str, host: str) -> bool:
    name = exception.lower().removeprefix("*").lstrip(".").partition(":")[0]
    return exception == "*" or host == name or (bool(name) and host.endswith(f".{name}"))


def _most_uses(name: str, text: str) -> int:
    if re.fullmatch("0|[1-9][0-9]{1,3}", text) is None or not (text == "0" or int(text) in _USES):
        raise CannotStart(f"{name} is {text!r}; use a number from {_USES[0]} to {_USES[-1]}, or 0 for no limit.")
    return int(text)
