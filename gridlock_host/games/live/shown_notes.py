"""Notes of what is shown where: which message is the board, which one notifies, and whether a change is shown.

They are written late. A lost note costs one redraw.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from sqlalchemy import BigInteger, Integer, and_, bindparam, case, null, or_, select, update

from gridlock_host.games.live.open_games import OpenGames
from gridlock_host.model.game import Game
from gridlock_host.model.person import DELETED_PLAYER_ONE, DELETED_PLAYER_TWO
from gridlock_host.model.place import Place
from gridlock_host.storage.database import Database
from gridlock_host.storage.driver.statements import Statement, Step
from gridlock_host.storage.schema import games

_HAS_DELETED_PLAYER: Final = or_(
    games.c.player_one_id == DELETED_PLAYER_ONE, games.c.player_two_id == DELETED_PLAYER_TWO
)
_IS_SHOWN: Final = games.c.version == bindparam("shown_version", type_=Integer)
_PLACE: Final = Statement(
    update(games)
    .where(games.c.id == bindparam("row_id"))
    .values(channel_id=bindparam("channel_id"), message_id=bindparam("message_id"))
)
_SHOWN: Final = Statement(
    update(games)
    .where(games.c.id == bindparam("row_id"))
    .values(
        notice_channel_id=bindparam("notice_channel_id", type_=BigInteger),
        notice_message_id=bindparam("notice_message_id", type_=BigInteger),
        unshown_since=case((_IS_SHOWN, null()), else_=games.c.unshown_since),
        message_id=case((and_(_IS_SHOWN, _HAS_DELETED_PLAYER), null()), else_=games.c.message_id),
    )
)
_IS_UNSHOWN: Final = Statement(
    select(games.c.id).where(games.c.id == bindparam("game_id"), _IS_SHOWN, games.c.unshown_since.is_not(None))
)


class ShownNotes:
    """Keeps note of what is shown, in memory and in the database.

    Args:
        database: Where games are stored.
        kept: The open games in memory.
    """

    def __init__(self, database: Database, kept: OpenGames) -> None:
        self._database = database
        self._kept = kept

    def note_place(self, game_id: int, place: Place) -> None:
        """Note which message shows the board of a game. The version of the game stays."""
        values = {"row_id": game_id, "channel_id": place.channel_id, "message_id": place.message_id}
        self._database.write_later(Step(_PLACE, values))
        kept = self._kept.find(place.guild_id, game_id)
        if kept is None:
            # A read under way does not know it.
            self._kept.forget([game_id])
        else:
            self._kept.note(replace(kept, game=replace(kept.game, place=place)))

    def note_shown(self, game: Game, notice: Place | None) -> None:
        """Note that a game is shown as it is, and which message notifies the player to move.

        If the game has changed since, it still has to be shown, but the notice is stored, so that it can be removed.
        Once the end of a deleted player's game is shown, its message is forgotten: nobody can find from the database
        in which channels that player has played.
        """
        channel_id, message_id = (None, None) if notice is None else (notice.channel_id, notice.message_id)
        shown = {"row_id": game.id, "shown_version": game.version}
        values = shown | {"notice_channel_id": channel_id, "notice_message_id": message_id}
        self._database.write_later(Step(_SHOWN, values))
        kept = self._kept.find(game.place.guild_id, game.id)
        if kept is None:
            self._kept.forget([game.id])
        else:
            is_unshown = kept.is_unshown and kept.game.version != game.version
            # Mostly there was no notice, and is none.
            noted = kept.game if kept.game.notice == notice else replace(kept.game, notice=notice)
            self._kept.note(replace(kept, game=noted, is_unshown=is_unshown))

    async def is_unshown(self, game: Game) -> bool:
        """Whether the game is unchanged since it was read, and its last change is not shown yet."""
        kept = self._kept.find(game.place.guild_id, game.id)
        if kept is not None:
            return kept.is_unshown and kept.game.version == game.version
        values = {"game_id": game.id, "shown_version": game.version}
        return bool(await self._database.fetch_compiled(_IS_UNSHOWN, values))
