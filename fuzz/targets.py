"""What is fuzzed: each target reads one text, and checks what must hold of any text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Final, cast


@dataclass(frozen=True)
class Target:
    """One thing that reads texts, by name, so that a process loads only what it fuzzes.

    Attributes:
        module: Where it is checked.
        check: The function that reads a text. Whatever it raises is a finding.
        seeds: The texts to begin with.
    """

    module: str
    check: str
    seeds: str

    @property
    def names(self) -> tuple[str, str, str]:
        """The target in words, to be told to another process."""
        return self.module, self.check, self.seeds

    def load(self) -> tuple[Callable[[str], None], tuple[str, ...]]:
        """Import the check and its seeds."""
        module = import_module(self.module)
        check, seeds = getattr(module, self.check), getattr(module, self.seeds)
        return cast("Callable[[str], None]", check), cast("tuple[str, ...]", seeds)


TARGETS: Final = {
    "moves": Target("fuzz.moves", "check_move", "SEEDS"),
    "custom ids": Target("fuzz.options", "check_custom_id", "CUSTOM_IDS"),
    "options": Target("fuzz.options", "check_options", "OPTIONS"),
    "hours": Target("fuzz.options", "check_hours", "HOURS"),
    "written": Target("fuzz.markup", "check_written", "SEEDS"),
    "markdown": Target("fuzz.markup", "check_readable", "SEEDS"),
    "command line": Target("fuzz.commands", "check_line", "SEEDS"),
    "completion": Target("fuzz.commands", "check_completion", "SEEDS"),
    "settings": Target("fuzz.addresses", "check_settings", "SETTINGS"),
    "addresses": Target("fuzz.addresses", "check_addresses", "ADDRESSES"),
}
