"""Shutdown of a process after a signal, even if it hangs."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from operation import shutdown as stopping
from tests.support.forked_bot import ROOT
from tests.support.patience import PATIENCE

PROGRAM = """
import asyncio, os, signal, threading
from operation.shutdown import StopRequest

async def resist():
    while True:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            pass

async def finish():
    try:
        await asyncio.sleep(3600)
    finally:
        await asyncio.sleep(0)
        print("finished", flush=True)

async def postpone(seconds, then):
    try:
        await asyncio.sleep(3600)
    except asyncio.CancelledError:
        with stop.postponed(seconds):
            print("postponed", flush=True)
            await then
        raise

async def program():
    print("begun", flush=True)
    {deed}
    return 7

stop = StopRequest(seconds={seconds})
{before}
raise SystemExit(stop.run(program))
"""


async def ended(deed: str, *, seconds: float = 0.2, before: str = "", signals: int = 1) -> tuple[int | None, str]:
    """The exit status and output of a program that is stopped right after its start."""
    code = PROGRAM.format(deed=deed, seconds=seconds, before=before)
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, cwd=ROOT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
    )
    assert process.stdout is not None
    printed = await process.stdout.readline()
    for _ in range(signals if printed == b"begun\n" else 0):
        process.send_signal(signal.SIGTERM)
    rest = await asyncio.wait_for(process.stdout.read(), PATIENCE)
    return await process.wait(), (printed + rest).decode()


@pytest.mark.parametrize(
    "deed", ["threading.Event().wait()", "await resist()", "await asyncio.to_thread(threading.Event().wait)"]
)
async def test_a_hanging_program_is_ended(deed: str) -> None:
    status, printed = await ended(deed)
    assert status == 0
    assert "Traceback" not in printed


async def test_repeated_signals_do_not_interrupt_the_cleanup() -> None:
    assert await ended("await finish()", seconds=60, signals=3) == (0, "begun\nfinished\n")


async def test_a_program_that_has_postponed_its_end_runs_on() -> None:
    deed = "await postpone(60, asyncio.sleep(0.5)); print('never')"
    assert await ended(deed, seconds=0.2) == (0, "begun\npostponed\n")


@pytest.mark.parametrize("hangs", ["asyncio.to_thread(threading.Event().wait)", "resist()"])
async def test_a_program_that_has_postponed_its_end_is_ended_too(hangs: str) -> None:
    status, printed = await ended(f"await postpone(0.2, {hangs})")
    assert status == 0
    assert printed.startswith("begun\npostponed\n")


async def test_a_second_signal_ends_what_was_postponed() -> None:
    """The program sends it to itself, when it has postponed its end."""
    again = "async def again():\n    os.kill(os.getpid(), signal.SIGTERM)\n    await asyncio.sleep(3600)"
    assert await ended("await postpone(3600, again())", seconds=60, before=again) == (0, "begun\npostponed\n")


async def test_a_late_second_signal_does_not_change_the_exit_status() -> None:
    """Python removes its signal handlers before it tears down modules."""
    last = (
        "class Last:\n    def __del__(self, kill=os.kill, process=os.getpid(), how=signal.SIGTERM): kill(process, how)"
    )
    assert await ended("await finish()", seconds=60, before=f"{last}\nlast = Last()") == (0, "begun\nfinished\n")


async def test_a_program_that_ends_by_itself_keeps_its_exit_status() -> None:
    assert await ended("", signals=0) == (7, "begun\n")


async def test_a_program_stopped_before_its_start_does_not_start() -> None:
    status, printed = await ended("", seconds=60, before="os.kill(os.getpid(), signal.SIGTERM)")
    assert (status, printed) == (0, "")


@pytest.mark.parametrize(("how", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
async def test_an_interrupted_check_does_not_end_with_status_0(how: signal.Signals, status: int) -> None:
    asked = asyncio.Event()

    async def never_answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(1)
        asked.set()
        await reader.read()
        writer.close()

    async with await asyncio.start_server(never_answer, "127.0.0.1") as server:
        port = server.sockets[0].getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "bot.py",
            "check",
            cwd=ROOT,
            env={"DATABASE_URL": f"postgresql://ada@127.0.0.1:{port}/x"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        await asyncio.wait_for(asked.wait(), PATIENCE)
        process.send_signal(how)
        out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert (process.returncode, out, err) == (status, b"", b"")


def test_the_process_ends_within_the_promised_five_seconds() -> None:
    assert stopping._SECONDS_TO_END + stopping._SECONDS_TO_SAY_SO < 5


def child_of(process_id: int) -> int:
    return int(Path(f"/proc/{process_id}/task/{process_id}/children").read_text())


async def test_a_signal_while_the_program_is_loaded_ends_it_also_as_process_1() -> None:
    """The kernel drops signals that process 1 does not handle."""
    for how in (signal.SIGTERM, signal.SIGINT):
        process = await asyncio.create_subprocess_exec(
            *("unshare", "--pid", "--fork", "--mount-proc", sys.executable, "-v", "bot.py"),
            cwd=ROOT,
            env={"PYTHONDONTWRITEBYTECODE": "1"},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        assert process.stdout is not None
        async for line in process.stdout:
            if b"unshare failed" in line:
                pytest.skip("this user may not make a namespace of processes")
            if b"import 'discord.errors'" in line:
                break
        os.kill(child_of(process.pid), how)
        rest = await asyncio.wait_for(process.stdout.read(), PATIENCE)
        assert (await process.wait(), b"Traceback" in rest) == (128 + how, False)


async def test_a_database_command_can_be_ended_as_process_1() -> None:
    code = (
        "import os, signal; from operation.early_signals import end_on_signals; end_on_signals();"
        "os.kill = lambda process, number: None; signal.raise_signal(signal.SIGTERM)"
    )
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", code, cwd=ROOT)
    assert await asyncio.wait_for(process.wait(), PATIENCE) == 143


@pytest.fixture
def _policy_of_before() -> Iterator[None]:
    before = asyncio.get_event_loop_policy()
    yield
    asyncio.set_event_loop_policy(before)


class FastPolicy(asyncio.DefaultEventLoopPolicy):
    """Stands for uvloop's."""


@pytest.mark.usefixtures("_policy_of_before")
@pytest.mark.parametrize("is_installed", [True, False])
def test_the_faster_event_loop_is_used_where_it_is_installed(
    monkeypatch: pytest.MonkeyPatch, *, is_installed: bool
) -> None:
    uvloop = SimpleNamespace(EventLoopPolicy=FastPolicy, __version__="1")
    monkeypatch.setitem(sys.modules, "uvloop", uvloop if is_installed else None)

    async def program() -> int:
        return 3 + isinstance(asyncio.get_event_loop_policy(), FastPolicy)

    assert stopping.StopRequest().run(program) == (4 if is_installed else 3)
