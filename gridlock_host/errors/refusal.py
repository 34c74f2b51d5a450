"""The base of all refusals, and those that can meet any request."""

from __future__ import annotations

from gridlock_rules.wording import Phrase


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
