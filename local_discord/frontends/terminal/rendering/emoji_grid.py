"""Grids of the application's emoji as grids of abbreviations, with a legend."""

from __future__ import annotations

import re
import textwrap

_EMOJI = re.compile(r"<a?:(\w+):\d+>")
_ROW = re.compile(r"[ \t]*(?:<a?:\w+:\d+>[ \t]*){3,}")
_WIDTH = 72


class Abbreviations:
    """Abbreviations of names, each name's own."""

    def __init__(self) -> None:
        self._taken: dict[str, str] = {}

    def of(self, name: str) -> str:
        """Return the abbreviation of a name: the first letters of its words, or its last word if that is one letter."""
        known = next((short for short, whole in self._taken.items() if whole == name), None)
        if known is not None:
            return known
        first, *rest = name.split("_")
        if rest and len(rest[-1]) == 1:
            return rest[-1].upper()
        ends = "".join(word[:1] for word in rest)
        candidates = [first[:length] + ends for length in range(1, len(first) + 1)]
        short = next((one for one in candidates if one not in self._taken), name)
        self._taken[short] = name
        return short

    def legend(self) -> list[str]:
        """Return what the abbreviations mean, as lines."""
        text = ", ".join(f"{short} = {name}" for short, name in self._taken.items())
        return textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def with_short_grids(text: str) -> str:
    """Return a text in which lines of nothing but emoji are aligned abbreviations, with a legend below.

    Args:
        text: Discord's Markdown, without code blocks.
    """
    short = Abbreviations()
    lines: list[str] = []
    grid: list[list[str]] = []
    for line in [*text.split("\n"), ""]:
        if _ROW.fullmatch(line):
            grid.append([short.of(name) for name in _EMOJI.findall(line)])
            continue
        if grid:
            lines += [*_aligned(grid), *short.legend()]
            short, grid = Abbreviations(), []
        lines.append(line)
    return "\n".join(lines[:-1])


def _aligned(rows: list[list[str]]) -> list[str]:
    width = max(len(text) for row in rows for text in row)
    return [" ".join(text.rjust(width) for text in row) for row in rows]
