"""The base of all refusals, and those that can meet any request."""

from __future__ import annotations

from collections.abc import Sequence


class Refusal(Exception):
    """A request that was not granted and changed nothing. `str()` is the sentence for the person who made it."""


class Busy(Refusal):
    """The store could not be written in time, or others kept changing the same game."""

    def __init__(self) -> None:
        super().__init__("The server is very busy right now. Nothing was changed; please try again.")


class NothingFits(Refusal):
    """An option was left out, and nothing could be meant."""


class SeveralFit(Refusal):
    """An option was left out, and more than one thing could be meant.

    Attributes:
        ids: What could be meant.
    """

    def __init__(self, kind: str, ids: Sequence[int]) -> None:
        self.ids = tuple(ids)
        listed = ", ".join(f"#{one}" for one in ids[:10]) + (" and others" if len(ids) > 10 else "")
        super().__init__(f"More than one {kind} fits: {listed}. Say which with the option `{kind}`.")
