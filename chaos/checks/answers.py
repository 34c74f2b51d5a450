"""Checks of interactions and of the log: one answer each, in time, and no unexpected error."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from chaos.checks.evidence import Breach, Evidence, Invariant
from chaos.event_log import ALREADY_ANSWERED, TYPING, Entry
from chaos.players.visible_messages import Control
from chaos.players.world import guild_id

_GONE = (10003, 10008)
# A request delayed by a fault ends a little after the fault.
_AFTERMATH_SECONDS = 1.0


def check_answers(evidence: Evidence) -> Iterator[Breach]:
    """Look for interactions without an answer, or with a second one."""
    for entry in evidence.events.entries.values():
        yield from _foreign_choices(entry, evidence)
        if not entry.interaction.callbacks and excuse(entry, evidence) is None:
            yield Breach(Invariant.UNANSWERED, str(entry), entry.control.subject or None)
        if _was_answered_twice(entry):
            yield Breach(Invariant.ANSWERED_TWICE, str(entry), entry.control.subject or None)


def _foreign_choices(entry: Entry, evidence: Evidence) -> Iterator[Breach]:
    """Look for other people's games among the choices of an autocomplete."""
    if entry.control != Control(TYPING + "move", 0, 0, "game"):
        return
    for _, value in entry.interaction.choices:
        game = evidence.stored.games.get(int(value))
        if game is None or entry.who not in game.players:
            yield Breach(Invariant.NOT_THEIRS, f"game {value} was offered: {entry}")


def _was_answered_twice(entry: Entry) -> bool:
    """Whether the bot answered again although the interaction came once and its answer was accepted."""
    knew = not entry.twice and not any(one.arrived and one.injected for one in entry.replies)
    return knew and any(one.code == ALREADY_ANSWERED and not one.injected for one in entry.replies)


def count_excuses(evidence: Evidence) -> Counter[str]:
    """The number of interactions without an answer, by excuse."""
    missing = [entry for entry in evidence.events.entries.values() if not entry.interaction.callbacks]
    return Counter(filter(None, (excuse(entry, evidence) for entry in missing)))


def excuse(entry: Entry, evidence: Evidence) -> str | None:
    """The fault that explains a missing answer; None if there is none."""
    interaction = entry.interaction
    first = [one for one in entry.replies if one.at_first]
    if any(one.injected for one in first):
        return "Discord refused the answer"
    if any(one.code in _GONE for one in first) and _is_gone(entry):
        return "the message or its channel was deleted"
    start = interaction.sent_at - _AFTERMATH_SECONDS
    until = interaction.sent_at + evidence.answer_within
    return evidence.outages.between(start, until, guild_id(interaction.channel))


def _is_gone(entry: Entry) -> bool:
    source = entry.interaction.source
    return entry.interaction.channel.deleted or (source is not None and source.deleted)


_DATABASE_FAILED = ("My database does not work", "My database cannot be read", "My database failed while")
# Afterwards the next request must do; one that was sent in time may be answered later.
_SECONDS_TO_WORK_AGAIN = 2.0
# A request may find out late that the database has failed, as on a line that stalls.
_SECONDS_TO_GIVE_UP = 15.0


def failed_for_the_database(entry: Entry) -> bool:
    """Whether the player was told that the database does not work."""
    return any(one.text.startswith(_DATABASE_FAILED) for one in entry.told)


def check_refusals(evidence: Evidence) -> Iterator[Breach]:
    """Look for requests refused for the database although it worked, or had been working again for seconds."""
    for entry in evidence.events.entries.values():
        sent_at = entry.interaction.sent_at
        while_broken = evidence.store_outages.between(sent_at - _SECONDS_TO_WORK_AGAIN, sent_at + _SECONDS_TO_GIVE_UP)
        if failed_for_the_database(entry) and while_broken is None:
            yield Breach(Invariant.REFUSED_LONG, str(entry), entry.control.subject or None)


_ERROR = re.compile(r" (ERROR|CRITICAL) ")
# Connections are broken by the run itself.
_FORESEEN = re.compile(r" ERROR discord\.\S+: Attempting a reconnect\b")
# The log tells once what is wrong with the database. The driver forgets a connection that breaks while its opening is
# given up.
_STORE_FAULT = re.compile(
    r" ERROR (?:gridlock_host\.storage\.|operation\.loop: Future exception was never retrieved.*\n(?:.*\n)*?"
    r"builtins\.ConnectionError)"
)


def check_process(evidence: Evidence) -> Iterator[Breach]:
    """Look for errors in the log, for refused requests, and for games that could not be finished."""
    for line in evidence.log:
        is_foreseen = _FORESEEN.search(line) or (_STORE_FAULT.search(line) and not evidence.store_outages.is_empty)
        if _ERROR.search(line) and not is_foreseen:
            yield Breach(Invariant.ERROR, line)
    for broken in evidence.events.broken_rules:
        yield Breach(Invariant.BROKEN_RULE, broken)
    for number, why in evidence.stuck.items():
        yield Breach(Invariant.STUCK, why, number)
