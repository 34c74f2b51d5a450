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


class StoreFailed(Refusal):
    """The store as a whole does not work: whoever hosts the bot has been told, and has to do something about it."""

    def __init__(self) -> None:
        super().__init__(
            Phrase("My store does not work right now. Nothing was changed; please try again in a few minutes.")
        )


class NothingFits(Refusal):
    """An option was left out, and nothing could be meant."""
