"""Notifications for systemd: that the bot is ready, that it is alive, and that it stops.

The protocol is a datagram for each message: https://www.freedesktop.org/software/systemd/man/sd_notify.html
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

_log = logging.getLogger(__name__)

_ALIVE_EVERY_SECONDS: Final = 10.0
_MICROSECONDS: Final = 1_000_000


class ServiceManager:
    """Tells systemd how the bot is, from its event loop: one that hangs tells nothing, and systemd restarts it.

    Until the bot is ready, each message extends the time that it may take to start, because a migration or the end of a
    ban by Discord may take long. Afterwards each one feeds the watchdog.

    Args:
        environment: `NOTIFY_SOCKET` and `WATCHDOG_USEC` of systemd; without the first nothing is sent.

    Attributes:
        is_ready: Whether players can use the bot; to be set as soon as there is a bot.
    """

    def __init__(self, environment: Mapping[str, str]) -> None:
        self._address = _address(environment.get("NOTIFY_SOCKET", ""))
        self._every = _interval(environment)
        self.is_ready: Callable[[], bool] = lambda: False

    async def notify(self) -> None:
        """Send messages until cancelled."""
        if not self._address:
            return
        while not self.is_ready():
            self._send(f"EXTEND_TIMEOUT_USEC={int(3 * self._every * _MICROSECONDS)}\nSTATUS=The bot is starting.")
            await asyncio.sleep(min(1.0, self._every))
        self._send("READY=1\nSTATUS=The bot is connected to Discord.")
        while True:
            self._send("WATCHDOG=1")
            await asyncio.sleep(self._every)

    def stopping(self) -> None:
        """Tell that the bot stops."""
        if self._address:
            self._send("STOPPING=1\nSTATUS=The bot stops.")

    def _send(self, message: str) -> None:
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as sending:
                sending.sendto(message.encode(), self._address)
        except OSError as error:
            _log.warning("systemd cannot be notified: %s", error)


@asynccontextmanager
async def service_manager_notified(environment: Mapping[str, str] = os.environ) -> AsyncIterator[ServiceManager]:
    """Notify systemd until the end of the block, if it has started this process.

    Yields:
        What sends the messages.
    """
    manager = ServiceManager(environment)
    notifying = asyncio.create_task(manager.notify())
    try:
        yield manager
    finally:
        notifying.cancel()
        manager.stopping()


def _address(text: str) -> str:
    """The address of the socket; a leading @ stands for a NUL, as in abstract addresses."""
    return f"\0{text[1:]}" if text.startswith("@") else text


def _interval(environment: Mapping[str, str]) -> float:
    """Seconds between two messages: a third of the watchdog's time at most."""
    text = environment.get("WATCHDOG_USEC", "")
    watchdog = int(text) / _MICROSECONDS if text.isascii() and text.isdigit() else 0.0
    return min(_ALIVE_EVERY_SECONDS, watchdog / 3) if watchdog else _ALIVE_EVERY_SECONDS
