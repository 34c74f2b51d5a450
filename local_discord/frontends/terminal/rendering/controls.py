"""Rows of buttons and menus as lines."""

from __future__ import annotations

import textwrap
from itertools import takewhile
from typing import TYPE_CHECKING

from local_discord.frontends.terminal.rendering.emoji_grid import Abbreviations
from local_discord.frontends.terminal.rendering.markdown import readable
from local_discord.model.components import emoji_text
from local_discord.wire import ComponentType

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from local_discord.frontends.terminal.rendering.markdown import Names
    from local_discord.wire import Json

_SHORT = 3
"""The longest label that is padded, so that short buttons form a grid."""
_GRID = 3
"""The least number of rows and columns of a grid."""
_WIDTH = 72


def button_label(emoji: str | None, label: str | None) -> str:
    """Return the text of a button: its emoji, its label or both."""
    parts = (emoji or "", (label or "").replace("\u200b", " "))
    return " ".join(part for part in parts if part)


def row_lines(rows: Sequence[Json], names: Names, *, drawn_above: bool) -> list[str]:
    """Return rows of controls that follow each other as lines.

    Args:
        rows: The rows, as Discord's JSON.
        names: The names of the ids in their texts.
        drawn_above: Whether the message draws something in a code block. Then a grid of buttons would show it a second
            time, and only those that can be pressed are listed; the ones with a label, if any has one.
    """
    grid = _grid_in(rows)
    rest = rows[len(grid) :]
    if drawn_above:
        usable = [one for row in grid for one in row["components"] if not one.get("disabled")]
        named = [one for one in usable if one.get("label")] or usable
        return [*_wrapped([_button(one, names) for one in named]), *_plain(rest, names)]
    short = Abbreviations()
    lines = _aligned([[_cell(one, short) for one in row["components"]] for row in grid])
    return [*lines, *short.legend(), *_plain(rest, names)]


def control_text(control: Json, names: Names) -> str:
    """Return a button or a menu as text."""
    return _button(control, names) if control["type"] == ComponentType.BUTTON else _select(control)


def _grid_in(rows: Sequence[Json]) -> list[Json]:
    """Return the rows at the beginning that form a grid of short buttons; none if there are few."""
    width = len(rows[0]["components"]) if rows else 0
    grid = list(takewhile(lambda row: len(row["components"]) == width and all(map(_is_short, row["components"])), rows))
    return grid if len(grid) >= _GRID and width >= _GRID else []


def _is_short(control: Json) -> bool:
    label = control.get("label") or ""
    is_button = control["type"] == ComponentType.BUTTON and not control.get("url")
    return is_button and len(label) <= _SHORT and not (label.strip() and control.get("emoji"))


def _cell(button: Json, short: Abbreviations) -> str:
    emoji = button.get("emoji") or {}
    shown = short.of(emoji["name"]) if emoji.get("id") else emoji_text(emoji)
    return _bracketed(button_label(shown, button.get("label")), button)


def _plain(rows: Iterable[Json], names: Names) -> list[str]:
    """Return rows as they are; short buttons that stand below each other are aligned."""
    texts = [[control_text(one, names) for one in row["components"]] for row in rows]
    brackets = 2
    return _aligned(texts, most=_SHORT + brackets)


def _aligned(rows: Sequence[Sequence[str]], *, most: int | None = None) -> list[str]:
    """Return rows of texts as lines, those of at most so many characters padded to one width."""
    width = max((len(text) for row in rows for text in row if most is None or len(text) <= most), default=0)
    return [" ".join(text.ljust(width) for text in row).rstrip() for row in rows]


def _wrapped(texts: Sequence[str]) -> list[str]:
    return textwrap.wrap(" ".join(texts), _WIDTH, break_long_words=False, break_on_hyphens=False)


def _button(button: Json, names: Names) -> str:
    label = button_label(emoji_text(button.get("emoji")), button.get("label"))
    if url := button.get("url"):
        return _bracketed(f"{label} -> {readable(url, names)}", button)
    return _bracketed(label, button)


def _select(select: Json) -> str:
    prompt = select.get("placeholder") or "choose"
    options = ", ".join(
        option["label"] + ("*" if option.get("default") else "") for option in select.get("options", ())
    )
    return _bracketed(f"{prompt}: {options}" if options else prompt, select)


def _bracketed(text: str, control: Json) -> str:
    return f"({text})" if control.get("disabled") else f"[{text}]"
