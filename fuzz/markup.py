"""Texts with Markdown in them: those that people give as reasons, and those that the terminal shows."""

from __future__ import annotations

import re
from typing import Final

from cogs.text.shared import as_written
from gridlock_rules.wording import in_one_line
from local_discord.frontends.terminal.markdown import Names, readable, shown_name, without_control_codes

SEEDS: Final = (
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
    """What somebody has written stays in its line, and every mark of Markdown in it is escaped."""
    shown = as_written(text)
    assert shown.isprintable()
    assert not _MARK.search(re.sub(r"\\.", "", shown))
    line = in_one_line(text)
    assert in_one_line(line) == line


def check_readable(text: str) -> None:
    """The terminal shows any text, and is steered by none."""
    assert not _STEERING.search(without_control_codes(readable(text, _NAMES)))
    assert shown_name(text).isprintable()
