"""Games that a person may see: in a server all of it; outside of servers their own, and those of the chat."""

from __future__ import annotations

from dataclasses import replace

from cogs.context import Request
from gridlock_host import Game
from gridlock_host.errors import NoSuchGame
from gridlock_host.games.finished import FinishedFilter


async def find_visible_game(request: Request, game_id: int) -> Game:
    """Return a game that the person may see.

    Raises:
        NoSuchGame: There is none.
    """
    game = await request.host.games.find(request.guild_id, game_id)
    if not may_see(request, game):
        raise NoSuchGame(game_id)
    return game


def may_see(request: Request, game: Game) -> bool:
    """Return whether the person may see a game of the request's server, or of places outside of servers."""
    is_here = game.place.channel_id == request.place.channel_id
    return not request.is_outside or is_here or game.has_player(request.user_id)


async def visible_finished_games(request: Request, most: int) -> list[Game]:
    """Return finished games that the person may see: their own first, the newest first in each part."""
    games = await request.host.games.finished_for(request.guild_id, request.user_id, most)
    return [game for game in games if may_see(request, game)]


def only_visible(request: Request, which: FinishedFilter) -> FinishedFilter | None:
    """Return a filter that leaves only games that the person may see; None if it leaves none.

    Outside of servers, the games of another person are those against the one who asks.
    """
    if not request.is_outside or request.user_id in (which.member_id, which.opponent_id):
        return which
    return replace(which, opponent_id=request.user_id) if which.opponent_id is None else None
