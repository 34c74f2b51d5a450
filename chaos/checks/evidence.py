"""The invariants that a run checks, their breaches, and the evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import Enum

from chaos.event_log import EventLog
from chaos.recorder import Outages
from chaos.store import Stored
from local_discord import Message


@dataclass(frozen=True)
class Evidence:
    """Everything that the checks compare.

    Attributes:
        stored: The rows of the database.
        events: The interactions and replies.
        messages: All public messages that the bot posted, by id.
        outages: When the bot may have been unable to answer.
        store_outages: When the database did not work, or was about to fail. That excuses no missing answer.
        run_out: The games whose deadline was set into the past.
        stuck: Games that could not be continued, and why.
        still_to_be_shown: Changes that the bot has not shown yet.
        log: The log entries of the bot.
        posts: The posts in channels for results.
        tables: The leaderboards as the bot shows them now, by the server and the number of the season, or None.
        ratings: The tables of ratings as the bot shows them now, by the server.
        still_named: The people who were forgotten and are named in the database.
        answer_within: Seconds within which an interaction must be answered.
    """

    stored: Stored
    events: EventLog
    messages: Mapping[int, Message]
    outages: Outages
    store_outages: Outages
    run_out: AbstractSet[int]
    stuck: Mapping[int, str]
    still_to_be_shown: Sequence[str]
    log: Sequence[str]
    posts: Sequence[Message] = ()
    tables: Mapping[tuple[int, int | None], str] = field(default_factory=dict)
    ratings: Mapping[int, str] = field(default_factory=dict)
    still_named: AbstractSet[int] = frozenset()
    answer_within: float = 3.0


class Invariant(Enum):
    """An invariant, named by its breach; the value is its line in the report."""

    LOST = "acknowledged moves lost"
    TWICE = "moves made twice"
    REFUSED_MADE = "refused moves made"
    NOT_THEIRS = "acts in a game that is not theirs"
    ACKNOWLEDGED_LOST = "other acknowledged acts lost"
    MISCOUNTED = "results counted wrongly"
    WRONG_TABLE = "tables that differ from what the results give"
    VOID_LOST = "acts of moderators lost, or games voided wrongly"
    TOLD_TWICE = "games or champions told twice in the channel for results"
    NOT_TOLD = "games or champions never told there"
    STILL_NAMED = "forgotten members named in the database"
    STUCK = "games without a way on"
    WRONG_BOARD = "messages that differ from the store"
    LATE = "starts after which it took more than 30 seconds until everything was shown"
    LATE_ALONE = "times that it took more than 90 seconds to show everything without a restart"
    OVERDUE = "open games whose time has run out"
    EARLY = "challenges that expired before their time"
    INTRUDER = "second processes that were not refused"
    REFUSED_LONG = "interactions refused for the database although it worked"
    UNANSWERED = "interactions without an answer and without an excuse"
    ANSWERED_TWICE = "interactions answered twice"
    MENTION = "mentions of people who are not concerned"
    BROKEN_RULE = "requests that broke a rule of Discord's"
    SLOW_STOP = "times that it took more than 5 seconds to end after SIGTERM"
    ERROR = "unexpected errors"


@dataclass(frozen=True, slots=True)
class Breach:
    """A violated invariant.

    Attributes:
        invariant: The invariant.
        fact: What was found, in one line.
        game: The number of the game concerned, if any.
    """

    invariant: Invariant
    fact: str
    game: int | None = None
