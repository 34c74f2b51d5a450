"""Mutations: defects as data, read from the catalog and applied to a copy of the code."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CATALOG: Final = Path(__file__).parent / "catalog"


class NotApplicable(Exception):
    """The text of a mutation is not in its file exactly once; the message says so."""


@dataclass(frozen=True, slots=True)
class Mutation:
    """A defect.

    Attributes:
        name: What is wrong with it, in a few words.
        file: The file, relative to the checkout.
        old: The text that is replaced. It must be in the file exactly once.
        new: The text that replaces it.
        tests: The tests that must catch it, as pytest takes them.
        run: The run that must catch it too: "chaos", "races", or none. Further arguments may follow; `{postgresql}`
            stands for the URL of the server that tests use.
    """

    name: str
    file: str
    old: str
    new: str
    tests: tuple[str, ...]
    run: str = ""

    @contextmanager
    def applied(self, checkout: Path) -> Iterator[None]:
        """Apply it to the files of a checkout for as long as the block lasts.

        Raises:
            NotApplicable: The code has changed, so that the catalog has to be adapted.
        """
        path = checkout / self.file
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        times = before.count(self.old)
        if times != 1:
            raise NotApplicable(f"{self.file} has the text {times} times: {self.old!r}")
        path.write_text(before.replace(self.old, self.new), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(before, encoding="utf-8")


def load_catalog(folder: Path = CATALOG) -> list[Mutation]:
    """Return all mutations of the files in a folder, in order."""
    return [
        Mutation(tests=tuple(row.pop("tests")), **row)
        for path in sorted(folder.glob("*.toml"))
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["mutation"]
    ]
