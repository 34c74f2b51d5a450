"""What a run spoils on the bot's machine: the line to the database, the clock, and the disk."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from chaos.bot_process import ROOT
from chaos.faults.plan import Fault
from chaos.machine.clock import Clock, find_compiler
from chaos.machine.line import Line
from chaos.setup import why_not

_TELLS_THE_TIME = """
import time
from datetime import UTC, datetime
for read in (time.time, lambda: datetime.now(UTC).timestamp()):
    begun = time.monotonic()
    print(read(), flush=True)
    input()
    time.sleep(0.01)
    assert 0.01 <= time.monotonic() - begun < 3_600
"""


# Without its own mounts, the program starts itself again inside them, under the same name.
_FILLS_A_DISK = """
import errno, sys
from pathlib import Path
from chaos.machine.disk import NoOwnMounts, SmallDisk, enter_own_mounts

try:
    enter_own_mounts("fills_a_disk", sys.argv[1:])
    disk = SmallDisk(Path(sys.argv[1]))
except NoOwnMounts as error:
    sys.exit(f"no mounts: {error}")
file = Path(sys.argv[1], "file")
with disk.full():
    try:
        file.write_bytes(b"1")
    except OSError as error:
        print(errno.errorcode[error.errno])
print(file.write_bytes(b"1"))
disk.unmount()
"""


class Server:
    """Answers each line of text with the same line, as a database far simpler than PostgreSQL."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while line := await reader.readline():
                self.heard.append(line)
                writer.write(line)
        writer.close()


@asynccontextmanager
async def laid(server: Server) -> AsyncIterator[Line]:
    listening = await asyncio.start_server(server.answer, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    async with Line(f"postgresql://127.0.0.1:{port}/games").laid() as line:
        yield line
    listening.close()


class Client:
    """Somebody at the near end of a line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def ask(self, text: bytes) -> bytes:
        """The answer; nothing if the line breaks."""
        self._writer.write(text)
        return await self.hear()

    async def hear(self) -> bytes:
        try:
            return await self._reader.readline()
        except ConnectionError:
            return b""


@asynccontextmanager
async def connected(line: Line) -> AsyncIterator[Client]:
    port = int(line.url.split(":")[2].split("/")[0])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    yield Client(reader, writer)
    writer.close()


async def test_a_cut_breaks_all_connections_and_turns_new_ones_away_until_it_is_mended() -> None:
    server = Server()
    async with laid(server) as line:
        async with connected(line) as one, connected(line) as other:
            assert (await one.ask(b"1\n"), await other.ask(b"2\n")) == (b"1\n", b"2\n")
            line.cut()
            assert (await one.hear(), await other.hear()) == (b"", b"")
        async with connected(line) as late:
            assert await late.ask(b"3\n") == b""
        line.mend()
        async with connected(line) as later:
            assert await later.ask(b"4\n") == b"4\n"
    assert server.heard == [b"1\n", b"2\n", b"4\n"]


@pytest.mark.parametrize(("is_heard", "heard"), [(True, [b"1\n", b"2\n"]), (False, [b"1\n"])])
async def test_the_answer_to_one_request_is_lost_whether_it_was_heard_or_not(
    is_heard: bool, heard: list[bytes]
) -> None:
    server = Server()
    async with laid(server) as line, connected(line) as client:
        line.cut_in(2, is_heard=is_heard)
        assert await client.ask(b"1\n") == b"1\n"
        assert await client.ask(b"2\n") == b""
    assert server.heard == heard


async def test_what_is_sent_on_a_line_that_stalls_arrives_when_it_is_mended() -> None:
    server = Server()
    async with laid(server) as line, connected(line) as client:
        line.stall()
        asked = asyncio.ensure_future(client.ask(b"1\n"))
        # The line takes other connections, which are as silent.
        async with connected(line):
            assert server.heard == []
        line.mend()
        assert await asked == b"1\n"


def test_a_running_process_goes_by_a_clock_that_was_set_ahead_and_back(tmp_path: Path) -> None:
    compiler = find_compiler()
    if compiler is None:
        pytest.skip("there is no C compiler for Linux")
    clock = Clock(tmp_path, compiler)
    clock.set(timedelta(days=2))
    with subprocess.Popen(
        [sys.executable, "-c", _TELLS_THE_TIME],
        env=os.environ | clock.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        ahead = _difference(process.stdout.readline())
        clock.set(timedelta(days=-3))
        process.stdin.write("\n")
        process.stdin.flush()
        behind = _difference(process.stdout.readline())
        process.communicate("\n")
    assert (ahead, behind, process.returncode) == (2, -3, 0)


def _difference(told: str) -> int:
    """By how many days a time is ahead of the true one."""
    return round((datetime.fromtimestamp(float(told), UTC) - datetime.now(UTC)) / timedelta(days=1))


def test_a_full_disk_takes_no_byte_until_the_fault_is_over(tmp_path: Path) -> None:
    (tmp_path / "fills_a_disk.py").write_text(_FILLS_A_DISK, encoding="utf-8")
    disk = tmp_path / "disk"
    done = subprocess.run(
        [sys.executable, "-m", "fills_a_disk", str(disk)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": f"{tmp_path}:{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.stderr.startswith("no mounts"):
        pytest.skip(done.stderr)
    assert (done.stdout.split(), done.stderr) == (["ENOSPC", "1"], "")
    assert list(disk.iterdir()) == []


@pytest.mark.parametrize(
    ("further", "is_sqlite", "processes", "why"),
    [
        (set(), True, 1, None),
        ({Fault.FULL_DISK, Fault.SECOND_PROCESS}, True, 1, None),
        ({Fault.FULL_DISK}, False, 1, "only the disk of an SQLite file can be filled"),
        ({Fault.BROKEN_LINE}, False, 2, None),
        ({Fault.BROKEN_LINE}, True, 1, "SQLite has no line"),
        (set(), True, 2, "several processes need PostgreSQL"),
    ],
)
def test_faults_that_a_database_cannot_have_are_refused_with_the_reason(
    further: set[Fault], is_sqlite: bool, processes: int, why: str | None
) -> None:
    said = why_not(further, is_sqlite=is_sqlite, processes=processes)
    assert said is None if why is None else (said is not None and said.startswith(why))
