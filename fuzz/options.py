"""What Discord hands on as it was typed, or as a manipulated client sends it: custom ids and options."""

from __future__ import annotations

import contextlib
from datetime import time
from typing import Final

from cogs.commands.autocomplete import typed_id
from cogs.components.base import Key
from cogs.components.registry import CONTROLS
from gridlock_host.errors import BadHours
from gridlock_host.members.notifications import read_hour
from gridlock_rules.wording import quoted

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
_FITS_THE_STORE: Final = 2**63


def check_custom_id(text: str) -> None:
    """At most one control feels meant; its key fits the store, and names the control again."""
    matches = [match for control in CONTROLS if (match := control.__discord_ui_compiled_template__.fullmatch(text))]
    assert len(matches) <= 1
    for match in matches:
        key = Key.read(match)
        assert 0 <= key.subject < _FITS_THE_STORE
        again = match.re.fullmatch(key.custom_id(text.split(":")[1]))
        assert again is not None
        assert Key.read(again) == key


def check_options(text: str) -> None:
    """An id fits the store; what is quoted in a sentence stays in its backticks and in its line."""
    number = typed_id(text)
    assert number is None or 0 <= number < _FITS_THE_STORE
    shown = quoted(text)
    assert shown.isprintable()
    assert "`" not in shown[1:-1]


def check_hours(text: str) -> None:
    """What is read is a time of the day, and is read again as the same one."""
    with contextlib.suppress(BadHours):
        hour = read_hour(text)
        assert isinstance(hour, time)
        assert read_hour(f"{hour:%H:%M}") == hour
