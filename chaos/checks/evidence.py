"""What the checks look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from chaos.event_log import Diary
from chaos.faults.windows import Troubles
from chaos.store import Stored
from local_discord import Message


@dataclass(frozen=True)
class Evidence:
    """All that is known when it is over.

    Attributes:
        stored: What is stored.
        diary: What people did, saw, and were told.
        messages: What the bot has ever posted for everybody, by id.
        troubles: When the bot could be unable to answer.
        run_out: The games whose time was made to run out.
        stuck: Games that could not be played on, and why.
        still_to_be_shown: What the bot has not come to show.
        log: What the bot has logged.
        answer_within: Seconds within which an interaction must be answered.
    """

    stored: Stored
    diary: Diary
    messages: Mapping[int, Message]
    troubles: Troubles
    run_out: AbstractSet[int]
    stuck: Mapping[int, str]
    still_to_be_shown: Sequence[str]
    log: Sequence[str]
    answer_within: float = 3.0
