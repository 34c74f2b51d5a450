"""Refusals about lessons."""

from __future__ import annotations

from gridlock_host.errors.refusal import Refusal
from gridlock_rules.wording import Phrase


class NoSuchExercise(Refusal):
    """The person has no such exercise, or not any more."""

    sentence = Phrase(
        "You do not have that exercise any more. `/gridlock learn lesson` shows the next one that is due."
    )


class LikeARunningGame(Refusal):
    """A person asks for the review of an imported game, and plays one that may become it."""

    sentence = Phrase(
        "You are playing a game that may become this one, so I say nothing about its moves until yours is over."
    )
