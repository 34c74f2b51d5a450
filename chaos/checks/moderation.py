"""Checks of what moderators did, and of people who were forgotten."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row

from chaos.checks.evidence import Breach, Evidence, Invariant
from chaos.event_log import Entry, EventLog
from chaos.players.visible_messages import FORGOTTEN
from chaos.store import Stored, StoredGame

_ACTIONS: Final = frozenset(f"/gridlock-server moderate {name}" for name in ("void", "unvoid", "ban", "unban"))
# How the answer to a moderator tells each action, with the game or the member.
_DONE: Final = {
    ("void", "game"): re.compile(r" took game #(\d+) out of standings"),
    ("unvoid", "game"): re.compile(r" put game #(\d+) back into standings"),
    ("void", "member"): re.compile(r" took the games of <@(\d+)> out of standings"),
    ("unvoid", "member"): re.compile(r" put the games of <@(\d+)> back into standings"),
    ("ban", "member"): re.compile(r" banned <@(\d+)> from new games"),
    ("unban", "member"): re.compile(r" lifted the ban of <@(\d+)>"),
}
UNCLEAR: Final = timedelta(seconds=10)
"""So close to each other, two stored times do not tell which came first."""

_SECONDS_ON_THE_WAY: Final = 15.0


def check_moderation(evidence: Evidence) -> Iterator[Breach]:
    """Compare what moderators were told with their log, and voided games with both."""
    said = Counter(done for entry in evidence.events.entries.values() for done in _done(entry))
    logged = Counter(
        (row.action, what, number)
        for row in evidence.stored.moderation
        for what, number in (("game", row.game_id), ("member", row.member_id))
        if number is not None
    )
    were_erased = {entry.who for entry in evidence.events.entries.values() if entry.control.action == "forget"}
    for (action, what, number), times in said.items():
        if logged[action, what, number] < times and number not in were_erased:
            fact = f"{action} of {what} {number}: {times} times done, {logged[action, what, number]} times stored"
            yield Breach(Invariant.VOID_LOST, fact, number if what == "game" else None)
    for number, game in evidence.stored.games.items():
        should = _is_voided(game, evidence.stored)
        if should is not None and bool(game.row.voided) != should:
            yield Breach(Invariant.VOID_LOST, f"voided is {game.row.voided}, by the log {should}", number)


def _done(entry: Entry) -> Iterator[tuple[str, str, int]]:
    """What a moderator was told to be done: the action, whether it is about a game or a member, and its number."""
    if entry.control.action not in _ACTIONS:
        return
    text = "\n".join(one.text for one in entry.told)
    for (action, what), pattern in _DONE.items():
        yield from ((action, what, int(number)) for number in set(pattern.findall(text)))


def _is_voided(game: StoredGame, stored: Stored, until: datetime | None = None) -> bool | None:
    """Whether a game is voided by the log, now or at a time; None if that is not clear."""
    if game.has_forgotten_player:
        return None
    begun = game.row.created_at
    state = _of_the_game_before(game, stored)
    for row in stored.moderation:
        if not concerns(row, game):
            continue
        if (row.game_id is None and abs(row.acted_at - begun) < UNCLEAR) or (
            until is not None and abs(row.acted_at - until) < UNCLEAR
        ):
            return None
        if row.acted_at >= begun and (until is None or row.acted_at < until):
            state = row.action == "void"
    return state


def _of_the_game_before(game: StoredGame, stored: Stored) -> bool | None:
    """Whether the game before it in its match was voided when it ended; the rest of the match is so from the start."""
    row = game.row
    before = next(
        (
            each
            for each in stored.games.values()
            if row.match_id is not None
            if (each.row.match_id, each.row.match_number) == (row.match_id, row.match_number - 1)
        ),
        None,
    )
    return False if before is None else _is_voided(before, stored, row.created_at)


def concerns(row: Row[Any], game: StoredGame) -> bool:
    """Whether an entry in the log takes a game out, or puts it back, alone or with all games of a player."""
    is_void = row.action in ("void", "unvoid") and row.guild_id == game.row.guild_id
    return is_void and (row.game_id == game.row.id or row.member_id in game.seats)


def forgotten(events: EventLog) -> set[int]:
    """The people who were told that everything about them is deleted, and of whom nothing was heard since.

    Those are left out who may still have had an unanswered request then, or whom another request has named.
    """
    entries = list(events.entries.values())
    found: set[int] = set()
    for entry in entries:
        if entry.control.action != "forget" or not any(one.text == FORGOTTEN for one in entry.told):
            continue
        since = entry.interaction.sent_at - _SECONDS_ON_THE_WAY
        later = [each for each in entries if each is not entry and each.interaction.sent_at >= since]
        if not any(each.names(entry.who) for each in later) and not any(
            each.who == entry.who
            and (each.interaction.sent_at > entry.interaction.sent_at or not each.interaction.callbacks)
            for each in later
        ):
            found.add(entry.who)
    return found


def check_forgotten(evidence: Evidence) -> Iterator[Breach]:
    """Check that no forgotten person is named in the database."""
    for user_id in evidence.still_named:
        yield Breach(Invariant.STILL_NAMED, f"{user_id}")
