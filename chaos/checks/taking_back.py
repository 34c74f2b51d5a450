"""Who has agreed to a move being taken back."""

from __future__ import annotations

from chaos.checks.evidence import Evidence
from chaos.event_log import Entry
from chaos.store import StoredGame


def taking_back(evidence: Evidence, game: StoredGame) -> list[Entry]:
    """What players of a game did by which a move can have been taken back. Against the bot that is to wish for it."""
    action = "agree" if game.row.bot_id is None else "takeback"
    entries = evidence.diary.by_game(action).get(game.row.id, [])
    return [entry for entry in entries if entry.who in game.players]
