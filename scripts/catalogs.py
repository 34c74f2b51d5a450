"""Updater of the language catalogs: `python -m scripts.catalogs` adds new texts and removes old ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from discord import app_commands

from cogs.commands.gridlock import command_groups
from cogs.text.i18n import babel_locale

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = ROOT / "cogs" / "languages"
_PACKAGES: Final = ("cogs", "gridlock_host", "gridlock_solver", "gridlock_rules")
SOURCES: Final = tuple(path for folder in _PACKAGES for path in sorted((ROOT / folder).rglob("*.py")))
# Functions whose arguments are translated, and the positions of these arguments.
KEYWORDS: Final = {"Phrase": (1,), "words": (1,), "translatable": (1,), "CountedPhrase": (2, 3), "counted": (2, 3)}

_COMMANDS: Final = "cogs/commands/gridlock.py"


@dataclass(frozen=True)
class Extracted:
    """A text in the program.

    Attributes:
        text: The text; for a counted one, its forms.
        path: Its file, relative to the root.
        line: Its line.
    """

    text: str | tuple[str, ...]
    path: str
    line: int


def extract() -> list[Extracted]:
    """Return all texts of the program."""
    found = [Extracted(text, _COMMANDS, 1) for text in descriptions()]
    for path in SOURCES:
        name = path.relative_to(ROOT).as_posix()
        lines = extract_from_file("python", path, keywords=KEYWORDS)
        found += [Extracted(text, name, line) for line, text, _, _ in lines]
    return found


def untranslated(language: str, program: Iterable[Extracted]) -> Catalog:
    """Return a catalog with all texts of the program, without translations."""
    catalog = Catalog(locale=babel_locale(language))
    for each in program:
        catalog.add(each.text, locations=[(each.path, each.line)])
    return catalog


def descriptions() -> Iterator[str]:
    """Yield the descriptions of commands and options."""
    for group in command_groups():
        yield group.description
        for command in group.walk_commands():
            yield command.description
            if isinstance(command, app_commands.Command):
                yield from (str(option.description) for option in command.parameters)


def read(path: Path) -> Catalog:
    """Return a stored catalog."""
    with path.open("rb") as file:
        return read_po(file, locale=babel_locale(path.stem), abort_invalid=True)


def updated(path: Path, program: Iterable[Extracted]) -> bytes:
    """Return the file of a catalog that has exactly the texts of the program."""
    catalog = read(path)
    catalog.update(untranslated(path.stem, program), no_fuzzy_matching=True)
    header, _, _ = path.read_bytes().partition(b"\n\n")
    entries = BytesIO()
    write_po(entries, catalog, width=110, omit_header=True, sort_output=True, ignore_obsolete=True, no_location=True)
    return header + b"\n\n" + entries.getvalue().strip() + b"\n"


def main() -> None:
    """Update all catalogs."""
    program = extract()
    for path in sorted(FOLDER.glob("*.po")):
        path.write_bytes(updated(path, program))


if __name__ == "__main__":
    main()
