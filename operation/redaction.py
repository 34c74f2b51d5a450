"""Redaction of the log: secrets, user input and local paths."""

from __future__ import annotations

import re
import sys
import sysconfig
import traceback
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from gridlock_host.workers.pool import WorkerFailed

SECRET: Final = "[secret]"  # noqa: S105  # a placeholder

# URLs of responses hold the interaction's token, which allows anyone to respond.
_TOKENS_IN_ADDRESSES: Final = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s\"'?]+")
# Attributes of errors that quote no data: Discord's, the operating system's, SQLite's, PostgreSQL's.
_HARMLESS: Final = ("status", "code", "strerror", "sqlite_errorname", "sqlstate")
_CAUSED: Final = "\nThe above exception was the direct cause of the following exception:\n\n"
_DURING: Final = "\nDuring handling of the above exception, another exception occurred:\n\n"


class Redactor:
    """Removes secrets and absolute paths from texts.

    Args:
        secrets: Texts to hide.
        folders: The name in the log for each folder of this machine.
    """

    def __init__(self, secrets: Iterable[str], folders: Mapping[Path, str]) -> None:
        names = {str(folder) + "/": name for folder, name in folders.items() if folder != Path("/")}
        self._replacements = {secret: SECRET for secret in secrets if secret} | names
        longest_first = sorted(map(re.escape, self._replacements), key=len, reverse=True)
        self._known = re.compile("|".join(longest_first) or r"(?!)")

    def text(self, text: str) -> str:
        """The text without them."""
        known = self._known.sub(lambda found: self._replacements[found[0]], text)
        return _TOKENS_IN_ADDRESSES.sub(rf"\g<1>{SECRET}", known)


def folders_of(project: Path) -> dict[Path, str]:
    """The folders of the code and the home folder, each with a name for the log."""
    paths = sysconfig.get_paths()
    return {
        **_home(),
        Path(sys.base_prefix): "python/",
        Path(sys.prefix): "environment/",
        Path(paths["stdlib"]): "",
        Path(paths["purelib"]): "",
        Path(paths["platlib"]): "",
        project: "",
    }


def _home() -> dict[Path, str]:
    try:
        return {Path.home(): "~/"}
    except RuntimeError:
        # The user has neither a home folder nor a name.
        return {}


def named(error: BaseException) -> str:
    """The class and code of an error. Its text is left out, because it may quote user input or rows."""
    if isinstance(error, WorkerFailed):
        # Workers know nothing but positions.
        return f"{type(error).__name__}: {error}"
    details = [str(value) for name in _HARMLESS if (value := getattr(error, name, None)) is not None]
    return f"{type(error).__name__} ({', '.join(details)})" if details else type(error).__name__


def traceback_of(error: BaseException) -> str:
    """The traceback of an error and its causes, without the texts of the errors."""
    return "".join(_lines(error, set())).rstrip("\n")


def _lines(error: BaseException, told: set[int]) -> Iterator[str]:
    told.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in told:
        yield from _lines(before, told)
        yield _CAUSED if error.__cause__ else _DURING
    yield "Traceback (most recent call last):\n"
    yield from traceback.format_tb(error.__traceback__)
    yield f"{type(error).__module__}.{named(error)}\n"
    for each in getattr(error, "exceptions", ()):
        if isinstance(each, BaseException) and id(each) not in told:
            yield from _lines(each, told)
