"""How much one person may ask of the bot at once."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from discord.ext import commands

SECONDS: Final = 10.0
"""The time for which uses are counted, from the first one on."""


class UseLimit:
    """Counts what each person uses, in memory and for as long as it counts.

    Args:
        most: How often one person may use something in ten seconds; 0 for any number.
        clock: Tells seconds that go by, more than 0.
    """

    def __init__(self, most: int, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._is_on = most > 0
        self._clock = clock
        self._people = commands.CooldownMapping[int].from_cooldown(most, SECONDS, int)

    def seconds_to_wait(self, person: int, *, uses: int = 1) -> float | None:
        """Count a use; None if it is within the limit, else after how many seconds the next one will be.

        Args:
            person: The id of whoever uses something.
            uses: As how many uses it counts. What is too much uses up what is left.
        """
        if not self._is_on:
            return None
        return self._people.update_rate_limit(person, self._clock(), tokens=uses)
