"""Ports of this machine that nothing uses."""

from __future__ import annotations

import socket


def free_port() -> int:
    """A port of the loopback interface on which nothing listens."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return int(listening.getsockname()[1])
