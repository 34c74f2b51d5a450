"""The page's title, first steps and short lines."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Step:
    """A first step.

    Attributes:
        text: What to do, in Markdown.
        line: The line that the first member types for it, or None.
    """

    text: str
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Shorthand:
    """Short lines that stand for a command; other lines without a slash are posted as messages.

    Attributes:
        pattern: A JavaScript regular expression for such lines; the letter case does not matter.
        line: The command line without the slash, with `{text}` for the typed line.
        hint: The hint below the input line.
    """

    pattern: str
    line: str
    hint: str


@dataclass(frozen=True, slots=True)
class Welcome:
    """What the page says about the bot.

    Attributes:
        title: The page's title.
        steps: The first steps, in order; none for no hint.
        shorthand: Short lines that stand for a command, or None.
    """

    title: str = "Pretend Discord"
    steps: tuple[Step, ...] = field(default=())
    shorthand: Shorthand | None = None
