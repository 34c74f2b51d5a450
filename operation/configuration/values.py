"""Values of settings: what the text of each means.

Every function raises `CannotStart` if the text cannot be used; most take the name of the setting for that message.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final
from urllib.parse import urlsplit

from cogs.runtime.gateway.identify_gate import IDENTIFY_SECONDS
from gridlock_host.ownership.shards import FreeShards, Shards
from gridlock_host.storage.address import may_be_host

# Some actions count as several uses, so a lower limit would block them.
_USES: Final = range(10, 1001)

_PORTS: Final = 65536
_MOST_SHARDS: Final = 10_000
_DISCORD: Final = "discord.com"
_LONGEST_CONTACT: Final = 200


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


def token(name: str, text: str) -> str:
    """Return the token of the bot."""
    # HTTP headers cannot hold such characters.
    if not text.isprintable():
        raise CannotStart(f"{name} holds a line break, or something else that cannot be seen. Copy the token anew.")
    return text


def level(name: str, text: str) -> str:
    """Return the name of a level of the log."""
    if text not in logging.getLevelNamesMapping():
        raise CannotStart(f"{name} is {text!r}; use DEBUG, INFO, WARNING or ERROR.")
    return text


def is_json(name: str, text: str) -> bool:
    """Return whether the log is in JSON."""
    if text not in ("text", "json"):
        raise CannotStart(f"{name} is {text!r}; use text or json.")
    return text == "json"


def is_own(name: str, text: str) -> bool:
    """Return whether boards are drawn with emoji of the application."""
    if text not in ("own", "unicode"):
        raise CannotStart(f"{name} is {text!r}; use own or unicode.")
    return text == "own"


def seconds(name: str, text: str) -> timedelta:
    """Return a time of at most an hour."""
    try:
        time = timedelta(seconds=float(text))
    except (ValueError, OverflowError):
        time = timedelta(0)
    if not timedelta(0) < time <= timedelta(hours=1):
        raise CannotStart(f"{name} is {text!r}; use a number of seconds, at most 3600.")
    return time


def calls(name: str, text: str) -> int:
    """Return a number of requests a second; 0 for any number."""
    if re.fullmatch("0|[1-9][0-9]{0,3}", text) is None:
        raise CannotStart(f"{name} is {text!r}; use a number of requests a second up to 9999, or 0 for no limit.")
    return int(text)


def identify_seconds(read: Callable[[str, str], str]) -> float:
    """Return the time between two identifies in one slot, as a stand-in for Discord may scale it."""
    text = read("GRIDLOCK_IDENTIFY_SECONDS", "")
    if not text or not read("GRIDLOCK_DISCORD_API", ""):
        return IDENTIFY_SECONDS
    return 0.0 if text == "0" else seconds("GRIDLOCK_IDENTIFY_SECONDS", text).total_seconds()


def shards(name: str, text: str) -> Shards | FreeShards | None:
    """Return shards, or how many free ones; None for all servers."""
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


def address(name: str, text: str) -> Address | None:
    """Return an address to listen on; None without one."""
    if not text:
        return None
    found = re.fullmatch(r"(?:(?P<host>[\w.-]+|\[[0-9a-f:]+\]):)?(?P<port>[0-9]{1,5})", text, re.ASCII | re.IGNORECASE)
    if found is None or not 0 < int(found["port"]) < _PORTS:
        raise CannotStart(f"{name} is {text!r}; use a port, or an address such as 127.0.0.1:8080.")
    host = (found["host"] or "127.0.0.1").strip("[]")
    if not may_be_host(host):
        raise CannotStart(f"{name} is {text!r}; there can be no machine of that name.")
    return Address(host, int(found["port"]))


def endpoint(name: str, text: str, *, has_shards: bool) -> Endpoint | None:
    """Return where interactions are delivered over HTTP; None if they come from the gateway.

    Args:
        name: The name of the setting.
        text: Its text.
        has_shards: Whether shards are set, which would contradict it.
    """
    if not text:
        return None
    found = re.fullmatch(r"http://(?P<address>[^/?#]+:[0-9]+)(?P<path>/[\w./~-]*)", text, re.ASCII)
    if found is None:
        raise CannotStart(
            f"{name} is {text!r}; use the address and the path at which the bot listens, such as "
            "http://0.0.0.0:8080/interactions. It is plain HTTP: what is before the bot ends TLS."
        )
    listening = address(name, found["address"])
    if listening is None or has_shards:
        raise CannotStart(
            f"Set {name} or GRIDLOCK_SHARDS, not both: with {name} there is no connection to the gateway to divide."
        )
    return Endpoint(listening, found["path"])


def hosts(name: str, text: str) -> frozenset[str]:
    """Return names and addresses of machines."""
    hosts = [one.strip().strip("[]").lower() for one in text.split(",")] if text else []
    for host in hosts:
        if re.fullmatch(r"[\w.-]+|[0-9a-f:]+", host) is None or not may_be_host(host):
            raise CannotStart(
                f"{name} is {text!r}; use names without ports, separated by commas, such as bot.internal."
            )
    return frozenset(hosts)


def contact(name: str, text: str) -> str:
    """Return one line that tells how to reach a person."""
    if not text.isprintable() or len(text) > _LONGEST_CONTACT:
        raise CannotStart(
            f"{name} can be one line of at most {_LONGEST_CONTACT} characters, such as an e-mail address."
        )
    return text


def proxy(read: Callable[[str], str]) -> str:
    """Return the proxy for Discord as other programs find it: HTTPS_PROXY, unless NO_PROXY excepts Discord."""
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


def most_uses(name: str, text: str) -> int:
    """Return how many uses a person has in ten seconds; 0 for any number."""
    if re.fullmatch("0|[1-9][0-9]{1,3}", text) is None or not (text == "0" or int(text) in _USES):
        raise CannotStart(f"{name} is {text!r}; use a number from {_USES[0]} to {_USES[-1]}, or 0 for no limit.")
    return int(text)
