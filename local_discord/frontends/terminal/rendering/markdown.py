"""Discord's Markdown as plain text.

Code blocks stay as they are. Elsewhere emphasis marks are removed, mentions become names, timestamps become words, and
links show their targets. Grids of emoji become grids of abbreviations.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from local_discord.frontends.terminal.rendering.emoji_grid import with_short_grids

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FORMATS = {
    "t": "%H:%M UTC",
    "T": "%H:%M:%S UTC",
    "d": "%Y-%m-%d",
    "D": "%d %B %Y",
    "f": "%d %B %Y %H:%M UTC",
    "F": "%A, %d %B %Y %H:%M UTC",
    "s": "%Y-%m-%d %H:%M UTC",
    "S": "%Y-%m-%d %H:%M:%S UTC",
}
_UNITS = (
    ("year", 31_536_000),
    ("month", 2_592_000),
    ("day", 86_400),
    ("hour", 3_600),
    ("minute", 60),
    ("second", 1),
)

_BLOCK = re.compile(r"```(?:[\w+.-]*\n)?(.*?)\n?```", re.DOTALL)
_LINE_START = re.compile(r"^(?:#{1,3}|-#) +", re.MULTILINE)
_JUMP = re.compile(r"https?://[^\s/]+/channels/(?:\d+|@me)/\d+/(\d+)")
_CONTROL = re.compile(
    r"\x1b\[[0-9;]*[A-Za-z]|[\x00-\x08\x0b-\x1f\x7f-\x9f]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_INLINE = re.compile(
    r"""
      \\(?P<escaped>[^\w\s])
    | (?P<tick>`{1,2})(?P<code>[^`]+)(?P=tick)
    | <@!?(?P<member>\d+)>
    | <@&(?P<role>\d+)>
    | <\#(?P<channel>\d+)>
    | <a?(?P<emoji>:\w+:)\d+>
    | <(?P<command>/[^:<>]+):\d+>
    | <t:(?P<time>-?\d{1,15})(?::(?P<style>[tTdDfFsSR]))?>
    | \[(?P<label>[^\[\]]+)\]\(<?(?P<target>https?://[^\s<>()]+)>?(?:\ "[^"]*")?\)
    | <(?P<quiet>https?://[^\s<>]+)>
    | (?P<link>https?://[^\s<>)]+)
    | (?P<mark>\*{1,3}|__)(?=\S)(?P<inner>.+?)(?<=\S)(?P=mark)
    | (?<!\w)_(?=\S)(?P<slanted>[^_]+)(?<=\S)_(?!\w)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True)
class Names:
    """The names of the ids in a text.

    Attributes:
        members: Names of members, by id.
        roles: Names of roles, by id.
        channels: Names of channels, by id.
        messages: Short numbers of messages, by id.
        now: The current time, in seconds since 1970 in UTC.
    """

    members: Mapping[str, str] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
    channels: Mapping[str, str] = field(default_factory=dict)
    messages: Mapping[str, int] = field(default_factory=dict)
    now: float = 0.0


def readable(text: str, names: Names) -> str:
    """Return a message's text as plain text.

    Args:
        text: Discord's Markdown.
        names: The names of the ids in it.
    """
    parts = _BLOCK.split(text)
    shown = [_prose(part, names) if index % 2 == 0 else part for index, part in enumerate(parts)]
    return "\n".join(part for part in shown if part.strip())


def without_control_codes(text: str) -> str:
    """Return the text without control codes: terminal escapes, `ansi` colours, direction marks."""
    return _CONTROL.sub("", text)


def shown_name(name: str) -> str:
    """Return a name on one line, with printable characters only."""
    return " ".join("".join(sign if sign.isprintable() else " " for sign in name).split())


def _prose(text: str, names: Names) -> str:
    unmarked = _LINE_START.sub("", with_short_grids(text))
    return _inline(unmarked, names).strip("\n")


def _inline(text: str, names: Names) -> str:
    return _INLINE.sub(lambda match: _plain(match, names), text)


def _plain(match: re.Match[str], names: Names) -> str:
    """Return one piece of markup as plain text."""
    kind = match.lastgroup or ""
    found = match.groupdict()
    if kind in {"escaped", "code", "emoji", "command"}:
        return str(found[kind])
    if kind in {"inner", "slanted"}:
        return _inline(found[kind], names)
    if found["label"] is not None:
        return f"{_inline(found['label'], names)} ({_address(found['target'], names)})"
    if kind in {"quiet", "link"}:
        return _address(found[kind], names)
    return _reference(match, names)


def _reference(match: re.Match[str], names: Names) -> str:
    """Return a mention or a timestamp as text; one that cannot be resolved stays as it is."""
    if match["member"]:
        return "@" + names.members.get(match["member"], "unknown-user")
    if match["role"]:
        return "@" + names.roles.get(match["role"], "unknown-role")
    if match["channel"]:
        return "#" + names.channels.get(match["channel"], "unknown")
    shown = readable_time(int(match["time"]), match["style"] or "f", names.now)
    return match.group() if shown is None else shown


def _address(url: str, names: Names) -> str:
    """Return a link, or the short number of the message it leads to."""

    def short(jump: re.Match[str]) -> str:
        number = names.messages.get(jump[1])
        return jump.group() if number is None else f"message #{number}"

    return _JUMP.sub(short, url)


def readable_time(seconds: int, style: str, now: float) -> str | None:
    """Return a time in one of Discord's styles.

    Args:
        seconds: The time, in seconds since 1970 in UTC.
        style: One of `t T d D f F s S`, or `R` for a relative time.
        now: The current time, in seconds since 1970 in UTC.

    Returns:
        The text, or None if the calendar has no such time.
    """
    if style == "R":
        return _distance(seconds - round(now))
    try:
        moment = _EPOCH + timedelta(seconds=seconds)
    except OverflowError:
        return None
    return moment.strftime(_FORMATS[style])


def _distance(seconds: int) -> str:
    """Return "in 2 hours" or "1 day ago", in the largest unit that the time rounds to."""
    amount = abs(seconds)
    # 3590 seconds are an hour, not 60 minutes: the time is rounded in the next smaller unit first.
    for (unit, length), (_, smaller) in pairwise((*_UNITS, _UNITS[-1])):
        if round(amount / smaller) * smaller >= length:
            count = round(amount / length)
            span = f"{count} {unit}" if count == 1 else f"{count} {unit}s"
            return f"in {span}" if seconds > 0 else f"{span} ago"
    return "now"
