"""Invariants at the end of a run: each check compares replies with the database and with the visible messages."""

from chaos.checks.announcements import check_announcements
from chaos.checks.answers import check_answers, check_process, check_refusals
from chaos.checks.evidence import Breach, Evidence
from chaos.checks.games import check_moves, check_results
from chaos.checks.messages import check_mentions, check_messages
from chaos.checks.moderation import check_forgotten, check_moderation
from chaos.checks.standings import check_standings

CHECKS = (
    check_moves,
    check_results,
    check_standings,
    check_moderation,
    check_announcements,
    check_forgotten,
    check_messages,
    check_answers,
    check_refusals,
    check_mentions,
    check_process,
)

__all__ = ["CHECKS", "Breach", "Evidence"]
