"""Checks of channels for results: each finished game and each champion is told there, and once."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from sqlalchemy import Row

from chaos.checks.evidence import Breach, Evidence, Invariant
from chaos.checks.moderation import UNCLEAR, concerns
from chaos.players.world import guild_id
from chaos.store import Stored
from local_discord import Message

_Subject = tuple[int, str, int]
_TOLD: Final = {
    "season": re.compile(r"Season (\d+) \(.* is over\."),
    "game": re.compile(r"#(\d+) · .*Game over after"),
}


def check_announcements(evidence: Evidence) -> Iterator[Breach]:
    """Check that each finished game and each champion is told, and once."""
    told = Counter(filter(None, map(_subject, evidence.posts)))
    for (_, what, number), times in told.items():
        if times > 1:
            yield Breach(Invariant.TOLD_TWICE, f"{what} {number}, {times} times")
    claimed = {
        (row.guild_id, what, number): row
        for row in evidence.stored.announcements
        for what, number in (("season", row.season), ("game", row.game_id))
        if number is not None
    }
    for key, row in claimed.items():
        if row.message_id is not None and not told[key]:
            yield Breach(Invariant.NOT_TOLD, f"{key[1]} {key[2]} is stored as told")
        was_left_out = row.message_id is None and row.unshown_since is None
        if was_left_out and not _may_be_left_out(key, evidence.stored):
            yield Breach(Invariant.NOT_TOLD, f"{key[1]} {key[2]} was left out")
    if evidence.posts:
        yield from _never_claimed(claimed, evidence)


def _subject(post: Message) -> _Subject | None:
    """What a post tells; None if that is something else."""
    for what, pattern in _TOLD.items():
        found = pattern.search(post.text)
        if found:
            return guild_id(post.channel), what, int(found[1])
    return None


def _never_claimed(claimed: dict[_Subject, Row[Any]], evidence: Evidence) -> Iterator[Breach]:
    stored = evidence.stored
    for number, game in stored.games.items():
        has_winner = game.result is not None and game.result.winner_id is not None and game.row.bot_id is None
        key = game.row.guild_id, "game", number
        if has_winner and not game.has_forgotten_player and key not in claimed and not _may_be_left_out(key, stored):
            yield Breach(Invariant.NOT_TOLD, f"{game.result}", number)
    for season in stored.seasons:
        is_closed = season.ends_at is not None and season.close_at is None
        key = season.guild_id, "season", season.number
        if is_closed and season.champion_id and key not in claimed and not _may_be_left_out(key, stored):
            yield Breach(Invariant.NOT_TOLD, f"the champion of season {season.number}, {season.champion_id}")


def _may_be_left_out(key: _Subject, stored: Stored) -> bool:
    """Whether moderators had taken a game out, or what a season counts was changed after its end."""
    _, what, number = key
    if what == "game":
        game = stored.games.get(number)
        return game is None or game.has_forgotten_player or any(concerns(row, game) for row in stored.moderation)
    season = next(row for row in stored.seasons if (row.guild_id, row.number) == (key[0], number))
    changes = [row for row in stored.moderation if row.guild_id == key[0] and row.action in ("void", "unvoid")]
    return season.champion_id is None or any(row.acted_at > season.ends_at - UNCLEAR for row in changes)
