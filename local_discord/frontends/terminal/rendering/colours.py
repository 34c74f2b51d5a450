"""Colours of the terminal's output. They repeat what signs and words say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_RESET = "\x1b[0m"
_BOLD, _DIM, _RED, _GREEN, _YELLOW, _CYAN = (f"\x1b[{code}m" for code in (1, 2, 31, "1;32", 33, "1;36"))
_HEADING = re.compile(r"#\d+ .*:")
_ERROR = re.compile(r"! .*")
_MENTION = re.compile(r" *\(@.* (?:was|were) mentioned.*\)")
_CONTROLS = re.compile(r" *(?:\[[^\]\n]*\]|\([^()\n]*\))(?: +(?:\[[^\]\n]*\]|\([^()\n]*\)))* *")
_CONTROL = re.compile(r"\[[^\]]*\]|\([^()]*\)")
_MARKED = re.compile(r"\[[^\]\s]{1,3}\]")


def wants_colours(environment: Mapping[str, str]) -> bool:
    """Return whether a terminal with this environment takes colours; see no-color.org."""
    return not environment.get("NO_COLOR") and environment.get("TERM") not in {None, "", "dumb"}


def painted(line: str) -> str:
    """Return a line of output with colours.

    Args:
        line: The line, without control codes.
    """
    if _HEADING.fullmatch(line):
        return f"{_CYAN}{line}{_RESET}"
    if _ERROR.fullmatch(line):
        return f"{_RED}{line}{_RESET}"
    if _MENTION.fullmatch(line):
        return f"{_YELLOW}{line}{_RESET}"
    if _CONTROLS.fullmatch(line):
        return _CONTROL.sub(lambda one: f"{_GREEN if one[0].startswith('[') else _DIM}{one[0]}{_RESET}", line)
    return _MARKED.sub(lambda one: f"{_BOLD}{one[0]}{_RESET}", line)
