"""Words of a typed line, with names and quotation marks.

Words are separated by spaces. Quotation marks keep spaces and colons inside a word, and the first colon outside them
separates the name of an option from its value: `reason:"no time"`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_PIECE = re.compile(
    r'"(?P<quoted>(?:[^"\\]|\\.)*)(?P<close>"?)|(?P<plain>[^\s":]+)|(?P<colon>:)|(?P<blank>\s+)',
    re.DOTALL,
)
_ESCAPE = re.compile(r'\\(["\\])')


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a line.

    Attributes:
        value: The word without its name and quotation marks.
        name: The text before the first colon outside quotation marks, or None.
        start: The position of the value in the line.
    """

    value: str
    name: str | None = None
    start: int = 0

    @property
    def text(self) -> str:
        """The word with its name, where colons have no meaning."""
        return self.value if self.name is None else f"{self.name}:{self.value}"


@dataclass(frozen=True, slots=True)
class Scan:
    """A finished or unfinished line, split into words.

    Attributes:
        words: The words, in order.
        open_quote: Whether the last word lacks its closing quotation mark.
        open_word: Whether the line ends within its last word rather than after a blank.
    """

    words: tuple[Word, ...]
    open_quote: bool
    open_word: bool


def split(line: str) -> tuple[Word, ...]:
    """Split a finished line into words.

    Raises:
        NotUnderstood: A quotation mark is not closed.
    """
    found = scan(line)
    if found.open_quote:
        raise NotUnderstood("A quotation mark is not closed.")
    return found.words


def scan(line: str) -> Scan:
    """Split an unfinished line into words."""
    words: list[Word] = []
    word: Word | None = None
    open_quote = False
    for piece in _PIECE.finditer(line):
        if piece["blank"] is not None:
            words.extend([word] if word else [])
            word = None
            continue
        open_quote = piece["quoted"] is not None and not piece["close"]
        word = _extended(word or Word("", start=piece.start()), piece)
    words.extend([word] if word else [])
    return Scan(tuple(words), open_quote, open_word=word is not None)


def _extended(word: Word, piece: re.Match[str]) -> Word:
    """Return the word with one more piece; its first colon, unless it is the first character, ends the name."""
    if piece["colon"] and word.name is None and word.value and word.value[0] != ":":
        return Word("", name=word.value, start=piece.end())
    quoted = piece["quoted"]
    text = piece.group() if quoted is None else _ESCAPE.sub(r"\1", quoted)
    return Word(word.value + text, word.name, word.start)


def quote(value: str) -> str:
    """Quote a value if needed, so that `split` returns it as one word without a name."""
    if value and not re.search(r'[\s":]', value):
        return value
    escaped = re.sub(r'(["\\])', r"\\\1", value)
    return f'"{escaped}"'


def fill(template: str, text: str) -> tuple[Word, ...]:
    """Return the words of a command line with `{text}` replaced by a text, spaces included."""
    return tuple(Word(word.value.replace("{text}", text), word.name, word.start) for word in split(template))


class NotUnderstood(Exception):
    """A line that cannot be parsed. The text tells the person why."""


class UnknownCommand(NotUnderstood):
    """The line begins with an unknown command."""
