"""The page's title, first steps, guide and short lines."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Act:
    """What a member does in a first step: a command, or a press of a button that the step before has brought.

    Attributes:
        member: The member's name.
        line: A command line, with its slash; or "".
        press: The label of a button, or "".
    """

    member: str
    line: str = ""
    press: str = ""


@dataclass(frozen=True, slots=True)
class FirstStep:
    """A button that an empty channel shows: one press does everything until something can be done.

    Attributes:
        label: Its label.
        note: What it brings, in a few words.
        acts: What members do, in order; afterwards the page shows the first one's view.
        side_by_side: Whether the page shows two members side by side afterwards, where there is room.
    """

    label: str
    note: str
    acts: tuple[Act, ...]
    side_by_side: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A step of the guide.

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
        steps: The guide, in order; none for no guide.
        first_steps: The buttons of an empty channel, the most important one first.
        shorthand: Short lines that stand for a command, or None.
    """

    title: str = "Pretend Discord"
    steps: tuple[Step, ...] = field(default=())
    shorthand: Shorthand | None = None
    first_steps: tuple[FirstStep, ...] = field(default=())
