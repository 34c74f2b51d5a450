"""The address of Discord: the real one, or a stand-in on this machine."""

from __future__ import annotations

import ipaddress

import discord
import yarl
from discord.gateway import DiscordWebSocket


class NotLoopback(ValueError):
    """The address is not on this machine, so a token must not be sent there."""


def use_stand_in(api: str, gateway: str) -> None:
    """Let discord.py connect to a stand-in for Discord, in this whole process.

    Args:
        api: The base of its REST routes, such as ``http://127.0.0.1:8080/api/v10``.
        gateway: The address of its gateway, such as ``ws://127.0.0.1:8080/gateway``.

    Raises:
        NotLoopback: One of the addresses is not a loopback address; nothing is changed.
    """
    for address, schemes in ((api, {"http", "https"}), (gateway, {"ws", "wss"})):
        check_loopback(address, schemes)
    # discord.py has no setting for its addresses. The first also holds for webhooks and interactions.
    discord.http.Route.BASE = api.rstrip("/")
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def check_loopback(address: str, schemes: set[str]) -> None:
    """Check that an address is on this machine.

    Raises:
        NotLoopback: It is not, or its scheme is none of these.
    """
    scheme, host = _scheme_and_host(address)
    if scheme not in schemes or not is_loopback(host):
        raise NotLoopback(
            f"{address} is not an address of this machine. A stand-in for Discord is used on loopback only "
            "(127.0.0.1, ::1 or localhost), so that the token never leaves the machine."
        )


def _scheme_and_host(address: str) -> tuple[str, str]:
    """Return both parts of an address; empty ones if it is malformed, which may show only when the host is read."""
    try:
        url = yarl.URL(address)
        host = url.host or ""
    except (ValueError, IndexError):  # the latter for some brackets
        return "", ""
    return url.scheme, host


def is_loopback(host: str) -> bool:
    """Return whether a host name or an IP address is this machine's own."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False
