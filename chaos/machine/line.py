"""The line to PostgreSQL, which can break, lose what is on its way, or stall."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Final

from sqlalchemy import make_url

_BYTES_AT_ONCE: Final = 1 << 16
_PORT: Final = 5432


class Line:
    """A line through which a bot reaches its database.

    Args:
        url: The database.

    Attributes:
        url: The same database through this line; "" before it is laid.
    """

    def __init__(self, url: str) -> None:
        self._server = make_url(url)
        self._writers: set[asyncio.StreamWriter] = set()
        self._connections: set[asyncio.Task[None]] = set()
        self._is_cut = False
        self._flows = asyncio.Event()
        self._flows.set()
        self._cut_in: int | None = None
        self._is_heard = False
        self.url = ""

    @asynccontextmanager
    async def laid(self) -> AsyncIterator[Line]:
        """Carry connections until the end of the block."""
        server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        self.url = self._server.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
        try:
            yield self
        finally:
            server.close()
            self.cut()
            self._flows.set()
            await asyncio.gather(*self._connections)

    def cut(self) -> None:
        """Break all connections, and turn new ones away."""
        self._is_cut = True
        for writer in self._writers:
            writer.transport.abort()

    def cut_in(self, requests: int, *, is_heard: bool) -> None:
        """Do so at one of the next requests.

        Args:
            requests: The number of the request.
            is_heard: Whether the database still hears it; its answer is lost in any case.
        """
        self._cut_in, self._is_heard = requests, is_heard

    def stall(self) -> None:
        """Carry nothing more, without a sign of that."""
        self._flows.clear()

    def mend(self) -> None:
        """Carry everything again."""
        self._cut_in = None
        self._is_cut = False
        self._flows.set()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connection = asyncio.create_task(self._carry(reader, writer))
        self._connections.add(connection)
        connection.add_done_callback(self._connections.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        host, port = self._server.host or "127.0.0.1", self._server.port or _PORT
        server_reader, server_writer = await asyncio.open_connection(host, port)
        both = {writer, server_writer}
        self._writers |= both
        await asyncio.gather(self._ask(reader, server_writer), self._answer(server_reader, writer))
        self._writers -= both

    async def _ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(_BYTES_AT_ONCE):
                await self._flows.wait()
                is_last = self._is_last_request()
                if not is_last or self._is_heard:
                    writer.write(data)
                    await writer.drain()
                if is_last:
                    # It may have been mended while this was being sent.
                    if self._cut_in is not None:
                        self.cut()
                    break
        writer.close()

    def _is_last_request(self) -> bool:
        if self._cut_in is None:
            return False
        self._cut_in -= 1
        return self._cut_in <= 0

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(_BYTES_AT_ONCE):
                await self._flows.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
