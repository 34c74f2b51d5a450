"""Fuzz checks of what players type: moves, custom ids, options, hours, and Markdown."""

from __future__ import annotations

import contextlib
import re
from datetime import time
from typing import Final

from cogs.commands.option_checks import typed_id
from cogs.components.registry import HANDLERS, find_control
from cogs.text.shared import as_written
from gridlock_host.errors import BadHours
from gridlock_host.members.notifications import read_hour
from gridlock_rules import VARIANTS, InvalidNotation, RulesError
from gridlock_rules.notation import read_move
from gridlock_rules.wording import in_one_line, quoted
from local_discord.frontends.terminal.rendering.markdown import Names, readable, shown_name, without_control_codes

CUSTOM_IDS: Final = (
    "gl1:cell:12:4:C3",
    "gl1:cell:12:4:B2/C3",
    "gl1:accept:7:0:",
    "gl1:top:1:0:points/all/next",
    "gl1:review:3:9:turn",
    "gl1:remove:3:9:B2/0",
    "gl1:why:3:0:",
    "gl1:rules:999999999999999999:9999:",
)
OPTIONS: Final = ("12", "#12", " 12 ", "999999999999999999", "\u0661", "-1", "`@everyone`")
HOURS: Final = ("22", "7:30", "24", "23:59", "\u0662", "1:1")
_INT64_LIMIT: Final = 2**63


def check_custom_id(text: str) -> None:
    """Check that at most one control matches, and that its key fits a 64-bit column and gives the same custom id."""
    assert sum(kind.read(text) is not None for kind in HANDLERS) <= 1
    found = find_control(text)
    if found is not None:
        kind, key = found
        assert 0 <= key.subject < _INT64_LIMIT
        assert kind.read(key.custom_id(kind.action)) == key


def check_options(text: str) -> None:
    """Check that an id fits a 64-bit column, and that quoted text stays inside its backticks and on one line."""
    number = typed_id(text)
    assert number is None or 0 <= number < _INT64_LIMIT
    shown = quoted(text)
    assert shown.isprintable()
    assert "`" not in shown[1:-1]


def check_hours(text: str) -> None:
    """Check that an hour is read as a time of day, and that this is read as the same one."""
    with contextlib.suppress(BadHours):
        hour = read_hour(text)
        assert isinstance(hour, time)
        assert read_hour(f"{hour:%H:%M}") == hour


MOVES: Final = ("C3", "c3", " 3,3 ", "3 3", "B2/C3", "B2 C3", "1,1 2,2", "A9", "0,0", "I1", "C3/", "\u0421" + "3")
_SIZES: Final = (3, 5, 8)


def check_move(text: str) -> None:
    """Check that only documented errors are raised, and that a parsed move is written and parsed as the same move."""
    for variant in VARIANTS:
        for size in _SIZES:
            position = variant.start(size)
            with contextlib.suppress(RulesError):
                move = position.parse(text)
                assert position.parse(str(move)) == move
    for size in _SIZES:
        for origin in (0, 1):
            _check_notation(text, size, origin)


def _check_notation(text: str, size: int, origin: int) -> None:
    refusal = ""
    try:
        move = read_move(text, size=size, origin=origin, cells=2)
    except InvalidNotation as error:
        refusal = str(error)
    else:
        assert read_move(str(move), size=size, origin=origin, cells=2) == move
    assert refusal.isprintable()


TEXTS: Final = (
    "It is **your** turn",
    "*a* _b_ __c__ ***d*** ~~e~~ ||f||",
    "```\nA  X\n``` `code` ``a`b``",
    "<@7> <#8> <@&9> <t:1785000000:R> <:tick:1>",
    "[rules](https://example.org) <https://example.org> https://discord.com/channels/1/8/9",
    "# one\n- two\n> three",
    r"\*not\* \\",
    "\u202eboB\u2066 \u200b \x1b[31mred",
)
_NAMES: Final = Names(members={"7": "Ada"}, channels={"8": "games"}, messages={"9": 3}, now=1_785_000_000)
_MARK: Final = re.compile(r"[`*_~|\[]")
_STEERING: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def check_written(text: str) -> None:
    """Check that user text stays on one line, with all Markdown escaped."""
    shown = as_written(text)
    assert shown.isprintable()
    assert not _MARK.search(re.sub(r"\\.", "", shown))
    line = in_one_line(text)
    assert in_one_line(line) == line


def check_readable(text: str) -> None:
    """Check that no text sends control codes to the terminal."""
    assert not _STEERING.search(without_control_codes(readable(text, _NAMES)))
    assert shown_name(text).isprintable()
