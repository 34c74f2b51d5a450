"""The summary of a rush in the log."""

from __future__ import annotations

import asyncio
import logging

import pytest

from cogs.runtime.limits.rush_log import RushLog


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


async def until_logged(caplog: pytest.LogCaptureFixture, number: int) -> None:
    """Let the event loop run until there are so many lines."""
    while len(lines(caplog)) < number:  # noqa: ASYNC110  # a log has no event
        await asyncio.sleep(0)


async def test_a_rush_is_one_line_that_names_the_server_with_most_of_it(caplog: pytest.LogCaptureFixture) -> None:
    log = RushLog(seconds=60)
    for _ in range(200):
        log.note_dropped(7)
    log.note_dropped(-5)
    log.note_refused(8)
    assert lines(caplog) == []
    log.summarize()
    (line,) = lines(caplog)
    assert line.startswith("a rush: 201 interactions were dropped and 1 refused as too fast within 60 seconds")
    assert line.endswith("in 3 servers or direct messages; 200 of them in the server 7")
    log.summarize()
    assert len(lines(caplog)) == 1


async def test_the_line_comes_by_itself_and_the_next_rush_has_its_own(caplog: pytest.LogCaptureFixture) -> None:
    log = RushLog(seconds=0)
    log.note_refused(-5)
    await until_logged(caplog, 1)
    log.note_dropped(7)
    await until_logged(caplog, 2)
    assert "1 of them in direct messages of one person" in lines(caplog)[0]
    assert "-5" not in lines(caplog)[0]
    assert "1 of them in the server 7" in lines(caplog)[1]


async def test_a_quiet_time_is_no_rush(caplog: pytest.LogCaptureFixture) -> None:
    RushLog().summarize()
    assert lines(caplog) == []
