"""Commands of moderators: end games, void results, ban members from new games, read the log."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.autocomplete import any_game_choices
from cogs.commands.decorators import Choices, guarded_autocomplete, takes_request
from cogs.commands.option_checks import chosen_game_id
from cogs.context import Request, may_manage
from cogs.messages.servers.moderation import entry_text, log_text
from cogs.responder import log_follow_up_failure
from cogs.text.shared import long_text
from cogs.text.standings.pairs import pair_text
from gridlock_host.errors import GameOrMember
from gridlock_host.servers.moderation_log import LONGEST_REASON, LogEntry
from gridlock_rules.wording import listed

Reason = app_commands.Range[str, 1, LONGEST_REASON]

# How many entries of the log are shown, as far as they fit. Ten of the longest do, unless they are full of Markdown.
_SHOWN: Final = 10
# How many of the newest games the autocomplete searches.
_SEARCHED: Final = 100


class ModerationCommands(commands.Cog):
    """Commands of moderators."""

    moderate = app_commands.Group(name="moderate", description="End games, ban members from new games, read the log")

    @moderate.command()
    @app_commands.describe(game="Which game", reason="The reason, for the moderators' log")
    @takes_request
    async def end(self, request: Request, game: str, reason: Reason) -> None:
        """End a game without a point for either player."""
        game_id = chosen_game_id(game)
        ended, entry = await request.host.servers.moderation.end_game(request.guild_id, game_id, request.actor, reason)
        await _confirm(request, entry)
        await request.services.board_messages.show_elsewhere(ended, request)

    @moderate.command()
    @app_commands.describe(
        member="The member to ban from new games in this server",
        reason="The reason, for the moderators' log",
        void="Whether to take their games out of standings and ratings (no if left out)",
    )
    @takes_request
    async def ban(
        self,
        request: Request,
        member: discord.User,
        reason: Reason = "",
        void: bool = False,  # noqa: FBT001, FBT002  # an option of the command
    ) -> None:
        """Ban a member from new games in this server; open games go on."""
        entries = await request.host.servers.moderation.ban(
            request.guild_id,
            request.actor,
            member.id,
            reason,
            voids_games=void,
            member_manages=_manages_server(member),
            is_bot=member.bot,
        )
        await _confirm(request, *entries)

    @moderate.command()
    @app_commands.describe(member="The member whose ban you lift", reason="The reason, for the moderators' log")
    @takes_request
    async def unban(self, request: Request, member: discord.User, reason: Reason = "") -> None:
        """Lift the ban of a member, so that they can start games here again."""
        entry = await request.host.servers.moderation.unban(request.guild_id, request.actor, member.id, reason)
        await _confirm(request, entry)

    @moderate.command()
    @app_commands.describe(game="Which finished game", reason="The reason, for the moderators' log")
    @takes_request
    async def void(self, request: Request, game: str, reason: Reason) -> None:
        """Take a finished game out of standings and ratings, as if it had never been."""
        game_id = chosen_game_id(game)
        _, entry = await request.host.servers.moderation.void(request.guild_id, game_id, request.actor, reason)
        await _confirm(request, entry)

    @moderate.command()
    @app_commands.describe(
        game="Which game",
        member="The member all of whose games you put back",
        reason="The reason, for the moderators' log",
    )
    @takes_request
    async def unvoid(
        self, request: Request, game: str | None = None, member: discord.User | None = None, reason: Reason = ""
    ) -> None:
        """Put a game, or all games of a member, back into standings and ratings."""
        moderation = request.host.servers.moderation
        if (game is None) is (member is None):
            raise GameOrMember
        if member is not None:
            await _confirm(request, await moderation.unvoid_member(request.guild_id, request.actor, member.id, reason))
        elif game is not None:
            _, entry = await moderation.unvoid(request.guild_id, chosen_game_id(game), request.actor, reason)
            await _confirm(request, entry)

    @moderate.command()
    @app_commands.describe(member="One of the two", other="The other one")
    @takes_request
    async def pair(self, request: Request, member: discord.User, other: discord.User) -> None:
        """See what two members gave away to each other, by proof, and which games they repeated."""
        report = await request.host.pair_reports.report(request.guild_id, request.actor, member.id, other.id)
        text = pair_text(report, await request.load_words())
        await request.responder.send_ephemeral(components=long_text(text))

    @moderate.command()
    @takes_request
    async def log(self, request: Request) -> None:
        """See what moderators did last in this server."""
        entries = await request.host.servers.moderation.log(request.guild_id, request.actor, _SHOWN)
        text = log_text(entries, await request.load_words())
        await request.responder.send_ephemeral(components=long_text(text))

    @void.autocomplete("game")
    @unvoid.autocomplete("game")
    @guarded_autocomplete
    async def _finished_games(self, request: Request, current: str) -> Choices:
        games = await request.host.servers.moderation.finished_games(request.guild_id, request.actor, _SEARCHED)
        return any_game_choices(request.services.names, games, current)

    @end.autocomplete("game")
    @guarded_autocomplete
    async def _open_games(self, request: Request, current: str) -> Choices:
        games = await request.host.servers.moderation.open_games(request.guild_id, request.actor, _SEARCHED)
        return any_game_choices(request.services.names, games, current)


async def _confirm(request: Request, *entries: LogEntry) -> None:
    """Tell the moderator what was done, then post it in the log channel."""
    await request.responder.send_ephemeral(listed([entry_text(entry) for entry in entries], "\n"))
    with log_follow_up_failure("the log of moderators"):
        for entry in entries:
            await request.services.moderation_log.post(entry)


def _manages_server(user: discord.User | discord.Member) -> bool:
    """Return whether a person may manage the server; Discord tells that of members only."""
    permissions = user.resolved_permissions if isinstance(user, discord.Member) else None
    return permissions is not None and may_manage(permissions)
