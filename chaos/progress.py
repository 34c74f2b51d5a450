"""Telling how far a run is, beside its table and not in it."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter

from chaos.event_log import Diary
from chaos.faults.plan import Fault

_SECONDS_BETWEEN_LINES = 5.0


class Progress:
    """Tells on standard error how far a run is."""

    def say(self, text: str) -> None:
        """Print a line."""
        print(text, file=sys.stderr, flush=True)

    async def tell(self, diary: Diary, done: Counter[Fault]) -> None:
        """Tell again and again how much has been done and gone wrong, until cancelled."""
        start = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_LINES)
            passed = asyncio.get_running_loop().time() - start
            kills = sum(number for fault, number in done.items() if fault.name.startswith("KILL"))
            self.say(
                f"{passed:4.0f} s: {len(diary.entries):6,} interactions, "
                f"{len(diary.shown):6,} states of boards, {done.total():5,} faults, {kills:4} kills"
            )
