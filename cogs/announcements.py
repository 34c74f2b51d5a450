"""Telling the channels what happens by itself."""

from __future__ import annotations

from cogs.answers import following_an_answer
from cogs.boards import Boards
from cogs.invitations import Invitations
from cogs.messages import Messages, Undelivered
from cogs.notifying import whoever_wants
from cogs.texts import game_title, link, mention, moment
from gridlock_host import Game, SessionManager
from gridlock_host.sweeping import ChallengeNotShown, ChallengeRanOut, Event, NotShown, TimeIsShort, TimeIsUp


class Announcements:
    """Shows what a sweep has done or found.

    Args:
        messages: How messages are posted and removed.
        sessions: Where the calls to players are noted.
        boards: How games are shown.
        invitations: How challenges are shown.
    """

    def __init__(self, messages: Messages, sessions: SessionManager, boards: Boards, invitations: Invitations) -> None:
        self._messages = messages
        self._sessions = sessions
        self._boards = boards
        self._invitations = invitations

    async def show(self, event: Event) -> None:
        """Show one thing that has happened. A failure is logged, and stops nothing else."""
        match event:
            case TimeIsShort(game):
                with following_an_answer(f"game {game.id}"):
                    await self._warn(game)
            case TimeIsUp(game) | NotShown(game):
                await self._boards.show_elsewhere(game)
            case ChallengeRanOut(challenge) | ChallengeNotShown(challenge):
                await self._invitations.show_elsewhere(challenge)

    async def _warn(self, game: Game) -> None:
        """Replace the call to the player to move by a warning."""
        if game.deadline is None:
            return
        if game.notice is not None:
            await self._messages.delete(game.notice)
        to_move = game.player_id(game.position.to_move)
        text = (
            f"{mention(to_move)}, your time in game {game_title(game)} runs out {moment(game.deadline)}: "
            f"{link(game.place)}"
        )
        mentions = await whoever_wants(self._sessions, to_move)
        warning = await self._messages.post(game.place, text=text, mentions=mentions)
        if not isinstance(warning, Undelivered):
            await self._sessions.note_shown(game, warning)
