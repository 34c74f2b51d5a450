"""Keeping out of the log what is nobody's business: secrets, what people typed, where things are on this machine."""

from __future__ import annotations

import re
import sys
import sysconfig
import traceback
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from gridlock_host.workers.pool import ThinkingFailed

SECRET: Final = "[secret]"  # noqa: S105  # what stands for one

# An interaction's token is in the addresses to which its answers are sent, and whoever has it can answer in its place.
_TOKENS_IN_ADDRESSES: Final = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s\"'?]+")
# What tells an error without quoting anything: Discord's, the operating system's, SQLite's, PostgreSQL's.
_HARMLESS: Final = ("status", "code", "strerror", "sqlite_errorname", "sqlstate")
_CAUSED: Final = "\nThe above exception was the direct cause of the following exception:\n\n"
_DURING: Final = "\nDuring handling of the above exception, another exception occurred:\n\n"


class Redactor:
    """Takes secrets and absolute paths out of texts.

    Args:
        secrets: What must never be seen.
        folders: For each folder of this machine, how it is called in the log.
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
    """The folders from which code is loaded, and that of whoever runs it, each under a name that tells no place."""
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
        # Whoever runs it has none, and no name either.
        return {}


def named(error: BaseException) -> str:
    """An error by its kind and code. Its text may quote what somebody typed, or what the store holds of others."""
    if isinstance(error, ThinkingFailed):
        # What thinks knows positions only.
        return f"{type(error).__name__}: {error}"
    details = [str(value) for name in _HARMLESS if (value := getattr(error, name, None)) is not None]
    return f"{type(error).__name__} ({', '.join(details)})" if details else type(error).__name__


def traceback_of(error: BaseException) -> str:
    """Where an error was raised, and those that led to it; as Python writes it, but without the texts of the errors."""
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
