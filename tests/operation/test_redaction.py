"""Redaction of secrets, input and paths in the log."""

from __future__ import annotations

import asyncio
import gc
import logging
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError

from gridlock_host.workers.pool import WorkerFailed
from operation.logs import log_loop_errors
from operation.redaction import Redactor, folders_of, named, traceback_of

PROJECT = Path("/srv/gridlock")
TYPED = "user input"


@pytest.mark.parametrize(
    "address",
    [
        "https://discord.com/api/v10/interactions/123/aW50ZXJhY3Rpb24/callback",
        "https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages/@original",
        "https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24?wait=true",
        "POST /webhooks/123/aW50ZXJhY3Rpb24 failed",
    ],
)
def test_interaction_tokens_are_removed_from_urls(address: str) -> None:
    text = Redactor([], {}).text(f"We are being rate limited. {address} responded with 429.")
    assert "aW50ZXJhY3Rpb24" not in text
    assert "/123/" in text


@given(st.text(min_size=1), st.text(), st.text())
def test_a_secret_is_removed_anywhere_in_a_text(secret: str, before: str, after: str) -> None:
    assert secret not in Redactor([secret], {}).text(before + secret + after).replace("[secret]", "")


def test_paths_begin_at_the_project_or_the_packages() -> None:
    folders = {PROJECT: "", PROJECT / ".venv/lib/python3.11/site-packages": "", Path("/srv"): "home/"}
    redactor = Redactor([], folders)
    assert redactor.text(f'File "{PROJECT}/cogs/runtime/client.py"') == 'File "cogs/runtime/client.py"'
    packages = PROJECT / ".venv/lib/python3.11/site-packages"
    assert redactor.text(f'File "{packages}/discord/http.py"') == 'File "discord/http.py"'
    assert redactor.text("/srv/other.db") == "home/other.db"
    assert redactor.text("/usr/bin and /") == "/usr/bin and /"


def test_paths_of_python_and_packages_are_shortened() -> None:
    redactor = Redactor([], folders_of(PROJECT))
    assert redactor.text(f'File "{asyncio.__file__}"') == 'File "asyncio/__init__.py"'
    assert redactor.text(f'File "{pytest.__file__}"') == 'File "pytest/__init__.py"'


def test_a_user_without_home_folder_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container with a user id that has no account."""
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr("os.getuid", lambda: 4_000_000_000)
    assert "~/" not in folders_of(PROJECT).values()


def test_an_error_is_named_by_class_without_its_text() -> None:
    assert named(ValueError(TYPED)) == "ValueError"
    assert named(FileNotFoundError(2, "No such file or directory", "/srv/x")) == (
        "FileNotFoundError (No such file or directory)"
    )
    assert TYPED not in named(IntegrityError("INSERT", {"reason": TYPED}, Exception(TYPED)))
    assert named(WorkerFailed("choose took longer than 1.2 seconds")).endswith("1.2 seconds")


def test_a_traceback_shows_the_whole_chain_of_errors() -> None:
    def fail() -> None:
        try:
            dict.fromkeys("abc", 0)[TYPED]
        except KeyError as first:
            raise ExceptionGroup(TYPED, [ValueError(TYPED)]) from first

    with pytest.raises(ExceptionGroup) as caught:
        fail()
    text = traceback_of(caught.value)
    assert TYPED not in text
    assert text.index("KeyError") < text.index("direct cause") < text.index("ExceptionGroup") < text.index("ValueError")
    assert "in fail" in text


def test_circular_causes_end() -> None:
    first, second = ValueError(), KeyError()
    first.__context__, second.__context__ = second, first
    assert traceback_of(first).count("Traceback") == 2


async def test_an_uncaught_error_of_a_task_is_logged_without_its_arguments(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(_: str) -> None:
        raise ValueError(TYPED)

    log_loop_errors(asyncio.get_running_loop())
    task = asyncio.create_task(fail(TYPED), name=TYPED)
    await asyncio.wait({task})
    del task
    gc.collect()
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.ERROR, "Task exception was never retrieved")
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], ValueError)
