"""Something that must not be."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Claim(Enum):
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
    """A claim that did not hold.

    Attributes:
        claim: The claim.
        fact: What was found, in a line.
        game: The game that it is about; None where it is about none.
    """

    claim: Claim
    fact: str
    game: int | None = None
