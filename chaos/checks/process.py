"""The bot broke no rule of Discord's, met no error that nobody foresaw, and left no game without a way on."""

from __future__ import annotations

import re
from collections.abc import Iterator

from chaos.checks.breach import Breach, Claim
from chaos.checks.evidence import Evidence

_ERROR = re.compile(r" (ERROR|CRITICAL) ")
# A broken connection is a fault of the run.
_FORESEEN = re.compile(r" ERROR discord\.\S+: Attempting a reconnect\b")


def check_process(evidence: Evidence) -> Iterator[Breach]:
    """Look at the log, at what Discord refused, and at the games that could not be finished."""
    for line in evidence.log:
        if _ERROR.search(line) and not _FORESEEN.search(line):
            yield Breach(Claim.ERROR, line)
    for broken in evidence.diary.broken_rules:
        yield Breach(Claim.BROKEN_RULE, broken)
    for number, why in evidence.stuck.items():
        yield Breach(Claim.STUCK, why, number)
