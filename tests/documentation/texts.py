"""The documents, and what is taken out of them."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.forked_bot import ROOT


def read(name: str) -> str:
    """Return a document."""
    return (ROOT / name).read_text(encoding="utf-8")


def section(text: str, title: str) -> str:
    """Return a section of a document."""
    return text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def code_blocks(text: str, language: str) -> list[str]:
    """Return the fenced blocks of a language."""
    return re.findall(rf"^ *```{language}\n(.*?)^ *```$", text, re.DOTALL | re.MULTILINE)


def rows(text: str) -> list[list[str]]:
    """Return the first two cells of each table row that begins with a name in backticks."""
    return [row.split("|")[1:3] for row in text.splitlines() if row.startswith("| `")]


def names(cell: str) -> list[str]:
    """Return the names in backticks in a cell."""
    return re.findall(r"`([^`]+)`", cell)


def by_path(document: Path) -> str:
    """Return the name of a document in test ids."""
    return str(document.relative_to(ROOT))
