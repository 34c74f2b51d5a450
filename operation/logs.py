"""Logging: text or JSON lines, with incident ids and without secrets."""

from __future__ import annotations

import asyncio
import logging
import secrets
import sys
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Final

from aiohttp.http_exceptions import HttpProcessingError
from pythonjsonlogger.json import JsonFormatter

from cogs.discord_api.failures import UNDELIVERED
from gridlock_host.log_fields import log_fields
from operation.redaction import Redactor, named, traceback_of

# DEBUG lines of libraries hold tokens, names, user input and rows of the database.
_PROJECT: Final = ("cogs", "gridlock_host", "gridlock_ratings", "gridlock_solver", "local_discord", "operation")
_JSON_FIELDS: Final = {"levelname": "level", "name": "logger", "exc_info": "traceback"}
# A lost connection is no error of the bot, and discord.py reconnects.
_RECONNECTING: Final = ("Attempting a reconnect", "Failed to connect for shard_id")
# Alembic logs these lines at each start, and calls a transaction "non-transactional".
_NOISE: Final = ("Context impl", "Will assume")
# Autocomplete choices that were late or could not be sent; the user types on without them.
_NO_CHOICES: Final = "Ignoring exception in autocomplete"
# Clients of the status port may send something that is not HTTP, and get an error.
_HTTP_SERVER: Final = "aiohttp.server"

_ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def set_up_logging(level: str, *, as_json: bool, redactor: Redactor) -> None:
    """Set up logging of this process to standard error.

    Args:
        level: The lowest level. Libraries never log below INFO.
        as_json: Whether each line is a JSON object.
        redactor: Removes secrets.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_is_useful)
    handler.addFilter(_prepare)
    handler.setFormatter(_JsonLines(redactor) if as_json else _TextLines(redactor))
    levels = logging.getLevelNamesMapping()
    logging.basicConfig(level=max(levels[level], logging.INFO), handlers=[handler])
    for name in _PROJECT:
        logging.getLogger(name).setLevel(level)
    logging.captureWarnings(capture=True)
    threading.excepthook = _log_uncaught
    sys.unraisablehook = _log_uncaught


def log_loop_errors(loop: asyncio.AbstractEventLoop) -> None:
    """Log uncaught errors of tasks and callbacks, without the repr of the task, which shows its arguments."""
    log = logging.getLogger("operation.loop")

    def note(_: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        log.error("%s", context.get("message"), exc_info=context.get("exception"))

    loop.set_exception_handler(note)


def _log_uncaught(uncaught: threading.ExceptHookArgs | sys.UnraisableHookArgs) -> None:
    logging.getLogger("operation").error("an error that nobody could catch", exc_info=uncaught.exc_value)


def _is_useful(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith(_NOISE)


def _prepare(record: logging.LogRecord) -> bool:
    """Give every error an incident id, say what the task is about, and replace exceptions in arguments by names."""
    if _is_expected(record):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    if record.levelno >= logging.ERROR and not hasattr(record, "incident"):
        record.incident = secrets.token_hex(4)
    for name, value in log_fields().items():
        if not hasattr(record, name):
            setattr(record, name, value)
    if isinstance(record.args, tuple):
        record.args = tuple(named(one) if isinstance(one, BaseException) else one for one in record.args)
    return True


def _is_expected(record: logging.LogRecord) -> bool:
    message, error = str(record.msg), record.exc_info and record.exc_info[1]
    if message.startswith(_RECONNECTING):
        return True
    if message.startswith(_NO_CHOICES):
        return isinstance(error, UNDELIVERED)
    return record.name == _HTTP_SERVER and isinstance(error, HttpProcessingError)


class _TextLines(logging.Formatter):
    def __init__(self, redactor: Redactor) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._redactor = redactor

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's name
        incident = getattr(record, "incident", None)
        line = super().formatMessage(record)
        return line if incident is None else f"{line} [incident {incident}]"

    def formatException(self, ei: _ExceptionInfo) -> str:  # noqa: N802  # logging's name
        return "" if ei[1] is None else traceback_of(ei[1])

    def format(self, record: logging.LogRecord) -> str:
        return self._redactor.text(super().format(record))


class _JsonLines(JsonFormatter):
    def __init__(self, redactor: Redactor) -> None:
        super().__init__("%(levelname)s %(name)s %(message)s", timestamp="time", rename_fields=_JSON_FIELDS)
        self._redactor = redactor

    def formatException(self, ei: _ExceptionInfo) -> str:  # noqa: N802  # logging's name
        return "" if ei[1] is None else traceback_of(ei[1])

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        return {name: self._redactor.text(one) if isinstance(one, str) else one for name, one in log_data.items()}
