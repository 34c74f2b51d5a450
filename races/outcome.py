"""What the store holds of a scene, in terms that two scenes can have in common."""

from __future__ import annotations

from typing import Final

from sqlalchemy import Select, select

from gridlock_host import Database
from gridlock_host.storage.schema import challenges, games, moderation_log, moves, offers, results, standings
from races.scenes import Scene

Aftermath = tuple[tuple[str, tuple[object, ...]], ...]

_IN_GAMES: Final = games.c.id
_HELD: Final[dict[str, Select[tuple[object, ...]]]] = {
    "challenge": select(challenges.c.status, challenges.c.challenger_id, challenges.c.opponent_id),
    "game": select(
        games.c.status,
        games.c.version,
        games.c.player_one_id,
        games.c.player_two_id,
        games.c.challenge_id.is_(None),
        games.c.rematch_of.is_(None),
    ),
    "move": select(moves.c.ply, moves.c.text).join(games, moves.c.game_id == _IN_GAMES),
    "result": select(results.c.ending, results.c.winner_id, results.c.loser_id).join(
        games, results.c.game_id == _IN_GAMES
    ),
    "standing": select(standings.c.user_id, standings.c.variant, standings.c.won, standings.c.lost),
    "offer": select(offers.c.kind, offers.c.status, offers.c.by_id).join(games, offers.c.game_id == _IN_GAMES),
    "moderation": select(moderation_log.c.action, moderation_log.c.moderator_id),
}
_GUILD: Final = {
    "challenge": challenges.c.guild_id,
    "standing": standings.c.guild_id,
    "moderation": moderation_log.c.guild_id,
}


async def aftermath(database: Database, scene: Scene) -> Aftermath:
    """All that is held of a scene; ids are counted from its first one, and the order does not depend on them."""
    async with database.reading() as connection:
        held = [
            (kind, tuple(_relative(value, scene) for value in row))
            for kind, statement in _HELD.items()
            for row in await connection.execute(statement.where(_GUILD.get(kind, games.c.guild_id) == scene.guild_id))
        ]
    return tuple(sorted(held, key=repr))


def _relative(value: object, scene: Scene) -> object:
    return value - scene.first_id if isinstance(value, int) and scene.holds(value) else value
