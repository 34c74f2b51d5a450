"""A proxy to PostgreSQL that breaks connections during COMMIT."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from enum import Enum, auto

from sqlalchemy import make_url

# What the driver sends to commit; and to prepare the statement of a move, which the server commits by itself.
_COMMIT = b"COMMIT;\0"
_GOODBYE = b"X\0\0\0\4"
_MOVE = re.compile(rb"(__asyncpg_stmt_[0-9a-f]+__)\0WITH advanced AS")


class Breaks(Enum):
    """When the line breaks."""

    BEFORE_COMMIT = auto()
    """The server does not hear of the commit."""

    BEFORE_ANSWER = auto()
    """The server has committed, and its word of that is lost."""

    AFTER_ANSWER = auto()
    """The server has committed, and its word of that arrives before the line breaks."""


class Line:
    """A line through which the server is reached.

    Args:
        url: The server's database.
        tells_of_ends: Whether a connection ends for the program as well, once the server has ended it. If not, the
            program gets the server's last words, but not the end.

    Attributes:
        url: The same database through this line.
        broken: How often the line broke.
        turned_away: How many connections it has turned away since.
    """

    def __init__(self, url: str, *, tells_of_ends: bool = True) -> None:
        self._server = make_url(url)
        self._tells_of_ends = tells_of_ends
        self._breaks: Breaks | None = None
        self._value = b""
        self._stays_broken = False
        self._is_down = False
        self._resets = False
        self._writers: set[asyncio.StreamWriter] = set()
        self.url = ""
        self.broken = 0
        self.turned_away = 0

    def break_once(self, when: Breaks, *, value: str = "", for_good: bool = False, resets: bool = False) -> None:
        """Break at the next commit.

        Args:
            when: Before or after the server has heard of it.
            value: Break only at the commit of a transaction in which this text was sent as a value.
            for_good: Whether all other connections break, too, and nobody can connect afterwards.
            resets: Whether the connection is reset, instead of being closed.
        """
        self._breaks, self._stays_broken, self._resets = when, for_good, resets
        self._value = len(value).to_bytes(4) + value.encode() if value else b""

    def mend(self) -> None:
        """Accept connections again."""
        self._is_down = False

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[Line]:
        """Carry connections until the end of the block."""
        server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        self.url = self._server.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
        try:
            yield self
        finally:
            server.close()
            for writer in self._writers:
                writer.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_down:
            self.turned_away += 1
            writer.transport.abort()
            return
        server_reader, server_writer = await asyncio.open_connection(self._server.host, self._server.port or 5432)
        self._writers |= {writer, server_writer}
        answers = asyncio.create_task(self._pass_on(server_reader, writer))
        transaction, move = b"", None
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                transaction += data
                prepared = _MOVE.search(data)
                move = move or (prepared and prepared[1])
                if _COMMIT in data or (move is not None and _runs(move, data)):
                    if self._breaks is not None and self._value in transaction:
                        answers.cancel()
                        await asyncio.wait([answers])
                        await self._break(data, server_reader, server_writer, writer)
                        if self._resets:
                            writer.transport.abort()
                        break
                    transaction = b""
                server_writer.write(data)
                await server_writer.drain()
                if data.endswith(_GOODBYE):
                    break
        writer.close()
        server_writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(1 << 16):
                writer.write(data)
                await writer.drain()
        if self._tells_of_ends:
            writer.close()

    async def _break(
        self, data: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, client: asyncio.StreamWriter
    ) -> None:
        self.broken += 1
        if self._breaks is not Breaks.BEFORE_COMMIT:
            writer.write(data)
            answer = await reader.read(1 << 16)
            assert b"COMMIT" in answer or b"SELECT 1" in answer
            if self._breaks is Breaks.AFTER_ANSWER:
                client.write(answer)
                await client.drain()
        self._breaks = None
        if self._stays_broken:
            self._is_down = True
            for each in self._writers:
                each.transport.abort()


def _runs(statement: bytes, data: bytes) -> bool:
    """Whether a prepared statement is run, in the portal without a name."""
    return b"\0" + statement + b"\0" in data
