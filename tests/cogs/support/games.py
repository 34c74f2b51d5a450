"""Games with the largest ids and longest texts that there can be."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from gridlock_host import Ending, Game, MatchScore, Place
from gridlock_rules import Position

ADA, BOB = 2**63 - 1, 2**63 - 2


NOON = datetime(2030, 1, 1, 12, tzinfo=UTC)


HERE = Place(2**63 - 3, 2**63 - 4, 2**63 - 5)


def game_of(position: Position, moves: tuple[str, ...]) -> Game:
    """A game with the largest ids there can be, in the longest kind of match."""
    game = Game(
        id=10**18 - 1,
        place=HERE,
        notice=None,
        player_one_id=ADA,
        player_two_id=BOB,
        version=len(moves),
        created_at=NOON,
        moves=moves,
        position=position,
        result=None,
        per_move=timedelta(days=7),
        deadline=NOON + timedelta(days=7),
        match=MatchScore(10**18 - 1, 7, 7, {ADA: 3, BOB: 3}),
    )
    return game if position.outcome is None else game.ended(Ending.NO_LEGAL_MOVE, ADA, NOON)
