"""The base of all refusals, and those that can meet any request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from gridlock_rules.wording import Phrase

_MOST_LISTED: Final = 10


class Refusal(Exception):
    """A request that was not granted and changed nothing. `str()` is the sentence for the person who made it.

    Args:
        sentence: That sentence; None for a refusal that nobody hears of.
    """

    def __init__(self, sentence: Phrase | None = None) -> None:
        super().__init__(*(() if sentence is None else (sentence,)))


class Busy(Refusal):
    """The store could not be written in time, or others kept changing the same game."""

    def __init__(self) -> None:
        super().__init__(Phrase("I am very busy right now. Nothing was changed; please try again."))


class NothingFits(Refusal):
    """An option was left out, and nothing could be meant."""


class SeveralFit(Refusal):
    """An option was left out, and more than one thing could be meant.

    Attributes:
        ids: What could be meant.
    """

    def __init__(self, kind: Literal["game", "challenge"], ids: Sequence[int]) -> None:
        self.ids = tuple(ids)
        listed = ", ".join(f"#{one}" for one in ids[:_MOST_LISTED])
        if len(ids) > _MOST_LISTED:
            listed = Phrase("{ids} and others", ids=listed)
        if kind == "game":
            sentence = Phrase("More than one game fits: {ids}. Say which with the option `game`.", ids=listed)
        else:
            sentence = Phrase("More than one challenge fits: {ids}. Say which with the option `challenge`.", ids=listed)
        super().__init__(sentence)
