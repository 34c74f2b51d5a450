"""Lines from pipes, files and in-memory texts."""

from __future__ import annotations

import asyncio
import io
import os
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from local_discord.frontends.terminal.pipe import read_lines

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO


@pytest.fixture
def pipe() -> Iterator[tuple[TextIO, int]]:
    """A pipe: the stream to read from, and the file descriptor to write to."""
    reading, writing = os.pipe()
    with os.fdopen(reading, encoding="utf-8") as stream:
        yield stream, writing


async def everything(stream: TextIO) -> list[str]:
    return [line async for line in read_lines(stream)]


async def test_lines_come_from_a_text_in_memory() -> None:
    assert await everything(io.StringIO("one\ntwo\r\n\nlast")) == ["one", "two", "", "last"]


async def test_lines_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_text("one\ntwo\n", encoding="utf-8")
    with path.open(encoding="utf-8") as stream:
        assert await everything(stream) == ["one", "two"]


async def test_a_stream_without_lines_ends_at_once() -> None:
    with Path(os.devnull).open(encoding="utf-8") as stream:  # noqa: ASYNC230 - a file is what this is about
        assert await everything(stream) == []


async def test_lines_come_from_a_pipe_as_they_are_written(pipe: tuple[TextIO, int]) -> None:
    stream, writing = pipe
    async with aclosing(read_lines(stream)) as lines:
        for text in ("one", "two"):
            waiting = asyncio.ensure_future(anext(lines))
            # Never reached if reading blocked the event loop.
            await asyncio.sleep(0)
            assert not waiting.done()
            os.write(writing, f"{text}\n".encode())
            assert await waiting == text
    os.close(writing)


async def test_a_character_may_arrive_in_parts(pipe: tuple[TextIO, int]) -> None:
    stream, writing = pipe
    reading = asyncio.ensure_future(everything(stream))
    first, *others = "né\nend".encode().partition(b"\xc3")
    for part in (first, *others):
        os.write(writing, part)
        await asyncio.sleep(0)
    os.close(writing)
    assert await reading == ["né", "end"]


async def test_waiting_for_a_line_can_be_cancelled(pipe: tuple[TextIO, int]) -> None:
    stream, writing = pipe
    reading = asyncio.ensure_future(everything(stream))
    await asyncio.sleep(0)
    reading.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reading
    assert not asyncio.get_running_loop().remove_reader(stream.fileno())
    os.close(writing)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-be"])
@pytest.mark.parametrize("is_file", [True, False])
async def test_a_byte_order_mark_is_skipped_and_tells_the_encoding(
    encoding: str, tmp_path: Path, pipe: tuple[TextIO, int], *, is_file: bool
) -> None:
    written = ("\ufeff" * (encoding == "utf-16-be") + "né\nend\n").encode(encoding)
    stream, writing = pipe
    if is_file:
        (tmp_path / "lines").write_bytes(written)
        with (tmp_path / "lines").open(encoding="ascii") as file:
            assert await everything(file) == ["né", "end"]
        return
    reading = asyncio.ensure_future(everything(stream))
    for byte in written:
        os.write(writing, bytes([byte]))
        await asyncio.sleep(0)
    os.close(writing)
    assert await reading == ["né", "end"]


async def test_a_text_in_memory_may_begin_with_a_byte_order_mark() -> None:
    assert await everything(io.StringIO("\ufeffone\n")) == ["one"]


async def test_bytes_that_are_no_text_are_replaced(tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(b"n\xff\nend")
    with (tmp_path / "lines").open(encoding="utf-8") as stream:
        assert await everything(stream) == ["n\ufffd", "end"]
