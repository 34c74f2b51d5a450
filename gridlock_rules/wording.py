"""Texts that players read: English strings that can be translated."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Self

_LONGEST_QUOTE = 20
# Printable by Unicode, but drawn empty: fillers of Hangul, and the Braille pattern without dots.
_LOOKS_EMPTY = "\u115f\u1160\u3164\uffa0\u2800"


class Phrase(str):
    """An English text that keeps its template and values, so that it can be translated.

    It is a string like any other. An f-string or `join` makes a plain string of it, which cannot be translated. To
    build a longer phrase, pass this one as a value.

        >>> where = Phrase("row {row}", row="C")
        >>> Phrase("{cell} is not in {where}.", cell="A1", where=where)
        'A1 is not in row C.'

    Attributes:
        template: The text with the names of its values in braces, as for `str.format`.
        values: The values by name. Values that are phrases are translated too.
    """

    __slots__ = ("template", "values")

    template: str
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Self:
        """Put the values into the template."""
        phrase = super().__new__(cls, template.format(**values))
        phrase.template, phrase.values = template, values
        return phrase

    def __reduce__(self) -> tuple[Callable[..., Phrase], tuple[object, ...]]:
        """Pickle the template and the values."""
        return partial(type(self), **self.values), (self.template,)


class CountedPhrase(Phrase):
    """A phrase with a number, whose form depends on the number: singular or plural.

    Attributes:
        number: How many there are; also among the values, as `number`.
        singular: The template for one.
        plural: The template for every other number.
    """

    __slots__ = ("number", "plural", "singular")

    number: int
    singular: str
    plural: str

    def __new__(cls, number: int, singular: str, plural: str, /, **values: object) -> Self:
        """Put the number and the values into the singular or the plural."""
        phrase = super().__new__(cls, singular if number == 1 else plural, number=number, **values)
        phrase.number, phrase.singular, phrase.plural = number, singular, plural
        return phrase

    def __reduce__(self) -> tuple[Callable[..., Phrase], tuple[object, ...]]:
        """Pickle the template and the values."""
        values: dict[str, Any] = {name: value for name, value in self.values.items() if name != "number"}
        return partial(type(self), **values), (self.number, self.singular, self.plural)


def translatable(text: str) -> str:
    """Return the text unchanged. The call marks a template for translation where no `Phrase` is made of it yet."""
    return text


def quoted(text: str) -> str:
    """Return a text to quote in a sentence: shortened, in backticks, and without backticks of its own."""
    shown = "".join(_harmless(character) for character in text[:_LONGEST_QUOTE])
    return f"`{shown}...`" if len(text) > _LONGEST_QUOTE else f"`{shown}`"


def in_one_line(text: str) -> str:
    """Return a text in one line: line breaks, direction marks and invisible characters become blanks.

    The result is empty if the text has no visible character.
    """
    return " ".join("".join(_seen(character) for character in text).split())


def _seen(character: str) -> str:
    return character if character.isprintable() and character not in _LOOKS_EMPTY else " "


def _harmless(character: str) -> str:
    if character == "`":
        return "'"
    return character if character.isprintable() else "?"


COMMA: Final = Phrase(", ")
"""What stands between the parts of a list in a sentence."""


def listed(parts: Sequence[str], separator: str) -> Phrase:
    """Join phrases into one that can still be translated, as the separator can if it is a phrase."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    template = "{separator}".join(f"{{{name}}}" for name in values)
    return Phrase(template, separator=separator, **values)


def all_of(names: Sequence[str]) -> str:
    """Return the names joined by "and", such as "A1, B2 and C3"."""
    *others, last = names
    return Phrase("{others} and {last}", others=listed(others, COMMA), last=last) if others else last


def any_of(names: Sequence[str]) -> str:
    """Return the names joined by "or", such as "A1, B2 or C3"."""
    *others, last = names
    return Phrase("{others} or {last}", others=listed(others, COMMA), last=last) if others else last
