"""Summary of a rush in the log: how much was dropped or refused in a minute, and where most of it came from."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Final

_log = logging.getLogger(__name__)

SECONDS: Final = 60.0
# Each of many servers or persons takes room until the summary.
_MOST_COUNTED: Final = 10_000


class RushLog:
    """Counts what is dropped or refused, and logs one line a minute as long as there is something.

    Args:
        seconds: The time from the first of them to the line.
    """

    def __init__(self, *, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._kinds: Counter[str] = Counter()
        self._servers: Counter[int] = Counter()
        self._timer: asyncio.TimerHandle | None = None

    def note_dropped(self, server: int) -> None:
        """Count an interaction that was dropped without an answer.

        Args:
            server: The id of its server, or minus that of a person who wrote a direct message.
        """
        self._note("dropped", server)

    def note_refused(self, server: int) -> None:
        """Count an interaction that was refused because the person is too fast."""
        self._note("refused", server)

    def summarize(self) -> None:
        """Log what was counted, if anything was, and begin anew."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if not self._kinds:
            return
        (server, most), *_ = self._servers.most_common(1)
        _log.warning(
            "a rush: %d interactions were dropped and %d refused as too fast within %.0f seconds, in %d servers or "
            "direct messages; %d of them in %s",
            self._kinds["dropped"],
            self._kinds["refused"],
            self._seconds,
            len(self._servers),
            most,
            f"the server {server}" if server > 0 else "direct messages of one person",
            extra={"dropped": self._kinds["dropped"], "refused": self._kinds["refused"]},
        )
        self._kinds.clear()
        self._servers.clear()

    def _note(self, kind: str, server: int) -> None:
        self._kinds[kind] += 1
        if server in self._servers or len(self._servers) < _MOST_COUNTED:
            self._servers[server] += 1
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._seconds, self.summarize)
