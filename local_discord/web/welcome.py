"""The hint for whoever opens the page for the first time."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Step:
    """One thing to do.

    Attributes:
        text: What to do, in Markdown.
        line: What to type for it, or None if nothing is typed.
    """

    text: str
    line: str | None = None


@dataclass(frozen=True, slots=True)
class Welcome:
    """What whoever wires a bot to the page wants a newcomer to try first.

    Attributes:
        title: The page's title and the hint's heading.
        steps: What to do, in this order; none for no hint.
    """

    title: str = "Pretend Discord"
    steps: tuple[Step, ...] = field(default=())
