"""The base class of refusals, and those that any request can get."""

from __future__ import annotations

from typing import ClassVar

from gridlock_rules.wording import Phrase


class Refusal(Exception):
    """A request that was not granted. `str()` is the sentence for the person who made it.

    Nothing was changed, unless the sentence says that this is unknown.

    Args:
        sentence: The sentence; by default the one of the class. None for a refusal that is not shown.
    """

    sentence: ClassVar[Phrase | None] = None

    def __init__(self, sentence: Phrase | None = None) -> None:
        sentence = sentence or self.sentence
        super().__init__(*(() if sentence is None else (sentence,)))


class Busy(Refusal):
    """The database could not be written in time, or other processes kept changing the same game."""

    sentence = Phrase("I am very busy right now. Nothing was changed; please try again.")


class StoreFailed(Refusal):
    """The database as a whole does not work. The failure is logged, and the operator has to act."""

    sentence = Phrase("My database does not work right now. Nothing was changed; please try again in a few minutes.")


class StoreUnreadable(StoreFailed):
    """The database could not be read. What the request had changed before stays."""

    sentence = Phrase(
        "My database cannot be read right now. Please try again in a few minutes; `/gridlock games` then shows "
        "how your games stand."
    )


class OutcomeUnknown(StoreFailed):
    """The connection failed during COMMIT, so the change may be stored or not."""

    sentence = Phrase(
        "My database failed while I was storing that, so I do not know whether it is stored. Before you try "
        "again, please wait a few minutes and check: `/gridlock board` shows how a game stands, and "
        "`/gridlock games` lists your open games and challenges."
    )


class NothingFits(Refusal):
    """An option was left out, and nothing fits."""
