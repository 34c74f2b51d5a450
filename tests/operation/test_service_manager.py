"""Notifications for systemd, received by a socket in its place."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from operation.supervision.service_manager import ServiceManager, service_manager_notified


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[socket.socket]:
    """The socket on which systemd listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.setblocking(False)
        listening.bind(str(tmp_path / "notify"))
        yield listening


async def received(systemd: socket.socket) -> str:
    return (await asyncio.get_running_loop().sock_recv(systemd, 4096)).decode()


def environment(systemd: socket.socket) -> dict[str, str]:
    return {"NOTIFY_SOCKET": systemd.getsockname(), "WATCHDOG_USEC": "6000"}


async def test_a_start_is_extended_until_the_bot_is_ready_and_then_the_watchdog_is_fed(systemd: socket.socket) -> None:
    async with service_manager_notified(environment(systemd)) as manager:
        for _ in range(3):
            assert await received(systemd) == "EXTEND_TIMEOUT_USEC=6000\nSTATUS=The bot is starting."
        manager.is_ready = lambda: True
        while (told := await received(systemd)).startswith("EXTEND"):
            pass
        assert told == "READY=1\nSTATUS=The bot is connected to Discord."
        assert [await received(systemd) for _ in range(2)] == ["WATCHDOG=1", "WATCHDOG=1"]
    while (told := await received(systemd)) == "WATCHDOG=1":
        pass
    assert told == "STOPPING=1\nSTATUS=The bot stops."


async def test_an_event_loop_that_hangs_feeds_no_watchdog(systemd: socket.socket) -> None:
    async with service_manager_notified(environment(systemd)) as manager:
        manager.is_ready = lambda: True
        while await received(systemd) != "WATCHDOG=1":
            pass
        asked = asyncio.get_running_loop().time()
        while asyncio.get_running_loop().time() < asked + 0.02:  # what must not be
            pass
        with pytest.raises(BlockingIOError):
            systemd.recv(4096)


async def test_a_missing_systemd_is_logged_and_harms_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with service_manager_notified({"NOTIFY_SOCKET": str(tmp_path / "gone")}):
        await asyncio.sleep(0)
    assert "systemd cannot be notified" in caplog.text


async def test_without_systemd_nothing_is_sent(caplog: pytest.LogCaptureFixture) -> None:
    manager = ServiceManager({})
    await manager.notify()
    manager.stopping()
    assert caplog.text == ""


async def test_an_abstract_address_is_used() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.setblocking(False)
        listening.bind("\0gridlock-test-notify")
        async with service_manager_notified({"NOTIFY_SOCKET": "@gridlock-test-notify"}):
            assert (await received(listening)).startswith("EXTEND_TIMEOUT_USEC=30000000\n")
