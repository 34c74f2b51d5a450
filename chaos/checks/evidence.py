"""The invariants that a run checks, their breaches, and what the checks look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum

from chaos.event_log import EventLog
from chaos.recorder import Outages
from chaos.store import Stored
from local_discord import Message


@dataclass(frozen=True)
class Evidence:
    """All that is known when it is over.

    Attributes:
        stored: What is stored.
        events: What people did, saw, and were told.
        messages: What the bot has ever posted for everybody, by id.
        outages: When the bot could be unable to answer.
        run_out: The games whose time was made to run out.
        stuck: Games that could not be played on, and why.
        still_to_be_shown: What the bot has not come to show.
        log: What the bot has logged.
        answer_within: Seconds within which an interaction must be answered.
    """

    stored: Stored
    events: EventLog
    messages: Mapping[int, Message]
    outages: Outages
    run_out: AbstractSet[int]
    stuck: Mapping[int, str]
    still_to_be_shown: Sequence[str]
    log: Sequence[str]
    answer_within: float = 3.0


class Invariant(Enum):
    """What the bot claims never to do; the value is how the report calls it."""

    LOST = "acknowledged moves lost"
    TWICE = "moves made twice"
    REFUSED_MADE = "refused moves made"
    NOT_THEIRS = "acts in a game that is not theirs"
    ACKNOWLEDGED_LOST = "other acknowledged acts lost"
    MISCOUNTED = "results counted wrongly"
    STUCK = "games without a way on"
    WRONG_BOARD = "messages that differ from the store"
    UNANSWERED = "interactions without an answer and without an excuse"
    ANSWERED_TWICE = "interactions answered twice"
    MENTION = "mentions of people who are not concerned"
    BROKEN_RULE = "requests that broke a rule of Discord's"
    SLOW_STOP = "times that it took more than 5 seconds to end after SIGTERM"
    ERROR = "errors that nobody foresaw"


@dataclass(frozen=True, slots=True)
class Breach:
    """A invariant that did not hold.

    Attributes:
        invariant: The invariant.
        fact: What was found, in a line.
        game: The game that it is about; None where it is about none.
    """

    invariant: Invariant
    fact: str
    game: int | None = None
