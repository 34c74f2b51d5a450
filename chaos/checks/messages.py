"""What stands on Discord is what is stored."""

from __future__ import annotations

from collections.abc import Iterator

from chaos.checks.breach import Breach, Claim
from chaos.checks.evidence import Evidence
from chaos.stale_messages import differences, stale_control
from local_discord import Message


def check_messages(evidence: Evidence) -> Iterator[Breach]:
    """Compare the boards, offers and challenges that the store knows with it."""
    for number, game in evidence.stored.games.items():
        board = _standing(evidence, game.row.message_id)
        if board is not None:
            for difference in differences(game, board, evidence.stored):
                yield Breach(Claim.WRONG_BOARD, f"message {board.id} shows {difference}", number)
    for what in evidence.still_to_be_shown:
        yield Breach(Claim.WRONG_BOARD, f"still to be shown: {what}")
    yield from _offers(evidence)
    yield from _known_buttons(evidence)


def _offers(evidence: Evidence) -> Iterator[Breach]:
    for row in evidence.stored.offers:
        message = _standing(evidence, row.message_id)
        if row.status != "open" and message is not None and message.buttons:
            yield Breach(Claim.WRONG_BOARD, f"an offer that is {row.status} has buttons: {message}", row.game_id)


def _known_buttons(evidence: Evidence) -> Iterator[Breach]:
    for row in (*evidence.stored.challenges.values(), *evidence.stored.offers):
        message = _standing(evidence, row.message_id)
        stale = None if message is None else stale_control(message, evidence.stored)
        if stale is not None:
            yield Breach(Claim.WRONG_BOARD, f"a button that does nothing any more: {stale} on {message}", stale.subject)


def _standing(evidence: Evidence, message_id: int | None) -> Message | None:
    message = None if message_id is None else evidence.messages.get(message_id)
    return None if message is None or message.deleted or message.channel.deleted else message
