"""The base of all refusals, and those that can meet any request."""

from __future__ import annotations

from gridlock_rules.wording import Phrase


class Refusal(Exception):
    """A request that was not granted. `str()` is the sentence for the person who made it.

    It has changed nothing, unless the sentence says that this is unknown.

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

    def __init__(self, sentence: Phrase | None = None) -> None:
        super().__init__(
            sentence
            or Phrase("My database does not work right now. Nothing was changed; please try again in a few minutes.")
        )


class StoreUnreadable(StoreFailed):
    """The store could not be read. What the request had changed before, if anything, stays."""

    def __init__(self) -> None:
        super().__init__(
            Phrase(
                "My database cannot be read right now. Please try again in a few minutes; `/gridlock games` then shows "
                "how your games stand."
            )
        )


class OutcomeUnknown(StoreFailed):
    """The store broke down while it stored what the request has changed, so it may be stored or not."""

    def __init__(self) -> None:
        super().__init__(
            Phrase(
                "My database broke down at that very moment, so I do not know whether that was done. In a few minutes, "
                "`/gridlock board` shows how a game stands and `/gridlock games` what is open; please look there "
                "before you try again."
            )
        )


class NothingFits(Refusal):
    """An option was left out, and nothing could be meant."""
