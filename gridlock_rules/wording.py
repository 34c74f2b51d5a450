"""Sentences that players read: English text that can also be said in other languages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Self

_LONGEST_QUOTE = 20
# Letters and signs by Unicode, but nothing is drawn for them: fillers of Hangul, and a pattern of Braille without dots.
_LOOKS_EMPTY = "\u115f\u1160\u3164\uffa0\u2800"


class Phrase(str):
    """An English text that knows what it was made of, so that somebody else can say it in another language.

    It is a string like any other. Whatever makes a new string of it, such as an f-string or `join`, gives plain
    English text: a phrase becomes part of another as one of its values.

        >>> where = Phrase("row {row}", row="C")
        >>> Phrase("{cell} is not in {where}.", cell="A1", where=where)
        'A1 is not in row C.'

    Attributes:
        template: The text with the names of its values in braces, as `str.format` has them.
        values: The values by name. Those that are phrases are translated on their own.
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
        """Pickle what it was made of."""
        return partial(type(self), **self.values), (self.template,)


class CountedPhrase(Phrase):
    """A phrase about a number of things, of which languages have several forms.

    Attributes:
        number: How many there are; it is among the values as `number`.
        singular: The template for one.
        plural: The template for none, and for several.
    """

    __slots__ = ("number", "plural", "singular")

    number: int
    singular: str
    plural: str

    def __new__(cls, number: int, singular: str, plural: str, /, **values: object) -> Self:
        """Put the number and the values into the form that fits."""
        phrase = super().__new__(cls, singular if number == 1 else plural, number=number, **values)
        phrase.number, phrase.singular, phrase.plural = number, singular, plural
        return phrase

    def __reduce__(self) -> tuple[Callable[..., Phrase], tuple[object, ...]]:
        """Pickle what it was made of."""
        values: dict[str, Any] = {name: value for name, value in self.values.items() if name != "number"}
        return partial(type(self), **values), (self.number, self.singular, self.plural)


def translatable(text: str) -> str:
    """Return the text as it is; it is a template of which phrases are made elsewhere, and thus translated."""
    return text


def quoted(text: str) -> str:
    """Return the text fit to stand in a sentence: short, in backticks, and unable to leave them."""
    shown = "".join(_harmless(character) for character in text[:_LONGEST_QUOTE])
    return f"`{shown}...`" if len(text) > _LONGEST_QUOTE else f"`{shown}`"


def in_one_line(text: str) -> str:
    """Return what somebody has written as one line: blanks for what breaks lines, turns directions or is not seen.

    Empty where nothing of it can be seen.
    """
    return " ".join("".join(_seen(character) for character in text).split())


def _seen(character: str) -> str:
    return character if character.isprintable() and character not in _LOOKS_EMPTY else " "


def _harmless(character: str) -> str:
    if character == "`":
        return "'"
    return character if character.isprintable() else "?"


def all_of(names: Sequence[str]) -> str:
    """Return the names as a list in a sentence, such as "A1, B2 and C3"."""
    *others, last = names
    return Phrase("{others} and {last}", others=", ".join(others), last=last) if others else last


def any_of(names: Sequence[str]) -> str:
    """Return the names as a choice in a sentence, such as "A1, B2 or C3"."""
    *others, last = names
    return Phrase("{others} or {last}", others=", ".join(others), last=last) if others else last
