"""The hint for whoever opens the page for the first time."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do.

    Attributes:
        text: What to do, in Markdown.
        line: What the first member types for it, or None if nothing is typed.
    """

    text: str
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Shorthand:
    """Short lines that stand for a command; other lines without a slash are said in the channel.

    Attributes:
        pattern: What the whole of such a line looks like in either letter case, as a regular expression of JavaScript.
        line: The command line it stands for, without the slash, with `{text}` for what was typed.
        hint: What the page says of it below the line.
    """

    pattern: str
    line: str
    hint: str


@dataclass(frozen=True, slots=True)
class Welcome:
    """What whoever wires a bot to the page wants a newcomer to try first.

    Attributes:
        title: The page's title and the hint's heading.
        steps: What to do, in this order; none for no hint.
        shorthand: Short lines that stand for a command, or None.
    """

    title: str = "Pretend Discord"
    steps: tuple[Step, ...] = field(default=())
    shorthand: Shorthand | None = None
