"""The log: as text for people or as JSON for programs, with an incident's id and without anything secret."""

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

from cogs.messages.responder import UNDELIVERED
from operation.redaction import Redactor, named, traceback_of

# Other libraries write into their DEBUG lines whatever passes by: tokens, names, what people typed, rows of the store.
_PROJECT: Final = ("cogs", "gridlock_host", "gridlock_solver", "local_discord", "operation")
_JSON_FIELDS: Final = {"levelname": "level", "name": "logger", "exc_info": "traceback"}
# To lose the connection is no error of anybody here, and discord.py connects again.
_RECONNECTING: Final = ("Attempting a reconnect", "Failed to connect for shard_id")
# Alembic says this at each start, whatever is migrated; "non-transactional", of what is all one transaction.
_OF_NO_USE: Final = ("Context impl", "Will assume")
# Choices that came too late, or could not be sent: whoever types goes on without them.
_NO_CHOICES: Final = "Ignoring exception in autocomplete"
# Whatever reaches the port for health and metrics may send what is no HTTP, and is refused.
_HTTP_SERVER: Final = "aiohttp.server"

_ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


def set_up_logging(level: str, *, as_json: bool, redactor: Redactor) -> None:
    """Write what is logged in this process to standard error.

    Args:
        level: From which level on. Below INFO, nothing of libraries is written.
        as_json: Whether each line is a JSON object.
        redactor: Takes out what must not be seen.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.addFilter(_is_of_use)
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
    """Log what nobody has caught in a task or a callback: by the error alone, because what held it shows its values."""
    log = logging.getLogger("operation.loop")

    def note(_: asyncio.AbstractEventLoop, context: Mapping[str, Any]) -> None:
        log.error("%s", context.get("message"), exc_info=context.get("exception"))

    loop.set_exception_handler(note)


def _log_uncaught(uncaught: threading.ExceptHookArgs | sys.UnraisableHookArgs) -> None:
    logging.getLogger("operation").error("an error that nobody could catch", exc_info=uncaught.exc_value)


def _is_of_use(record: logging.LogRecord) -> bool:
    return not str(record.msg).startswith(_OF_NO_USE)


def _prepare(record: logging.LogRecord) -> bool:
    """Give every error an incident id, unless it has one, and let errors be named instead of quoted."""
    if _is_foreseen(record):
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
    if record.levelno >= logging.ERROR and not hasattr(record, "incident"):
        record.incident = secrets.token_hex(4)
    if isinstance(record.args, tuple):
        record.args = tuple(named(one) if isinstance(one, BaseException) else one for one in record.args)
    return True


def _is_foreseen(record: logging.LogRecord) -> bool:
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
