"""Cutting a typed line into words, and writing a value so that it stays one word.

Words are separated by blanks. Quotation marks keep blanks and colons inside a word, and the first
colon outside them separates the name of an option from its value: `reason:"no time"`.
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
        name: What stands before the first colon outside quotation marks, or None.
        start: Where the value begins in the line.
    """

    value: str
    name: str | None = None
    start: int = 0

    @property
    def text(self) -> str:
        """The word as one piece, for those to whom a colon means nothing."""
        return self.value if self.name is None else f"{self.name}:{self.value}"


@dataclass(frozen=True, slots=True)
class Scan:
    """A line cut into words, finished or not.

    Attributes:
        words: The words in their order.
        open_quote: Whether the last word lacks its closing quotation mark.
        open_word: Whether the line ends within its last word rather than after a blank.
    """

    words: tuple[Word, ...]
    open_quote: bool
    open_word: bool


def split(line: str) -> tuple[Word, ...]:
    """Cuts a finished line into words.

    Raises:
        NotUnderstood: A quotation mark is not closed.
    """
    found = scan(line)
    if found.open_quote:
        raise NotUnderstood("A quotation mark is not closed.")
    return found.words


def scan(line: str) -> Scan:
    """Cuts a line into words, however far it has been typed."""
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
    """The word with one more piece; its first colon, unless it leads, ends the name."""
    if piece["colon"] and word.name is None and word.value and word.value[0] != ":":
        return Word("", name=word.value, start=piece.end())
    quoted = piece["quoted"]
    text = piece.group() if quoted is None else _ESCAPE.sub(r"\1", quoted)
    return Word(word.value + text, word.name, word.start)


def quote(value: str) -> str:
    """Writes a value so that `split` reads it as one word with that value and no name."""
    if value and not re.search(r'[\s":]', value):
        return value
    escaped = re.sub(r'(["\\])', r"\\\1", value)
    return f'"{escaped}"'


def fill(template: str, text: str) -> tuple[Word, ...]:
    """Returns the words of a command line in which `{text}` stands for what was typed, blanks included."""
    return tuple(Word(word.value.replace("{text}", text), word.name, word.start) for word in split(template))


class NotUnderstood(Exception):
    """A line that means nothing here. Its text is the sentence for whoever typed it."""


class UnknownCommand(NotUnderstood):
    """There is no command of the name that a line begins with."""
