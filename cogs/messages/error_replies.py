"""Error messages: refusals in a sentence, unexpected errors with an incident id."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterator

import discord
from discord import app_commands

from cogs.context import Outcome, Request
from cogs.messages.sending.channel_access import deleted_among
from cogs.text.i18n import Words
from cogs.text.results import how_it_ended
from cogs.text.shared import channel_mention, link, sentences
from gridlock_host import Refusal
from gridlock_host.errors import GameRefusal, WrongChannel
from gridlock_rules import RulesError
from gridlock_rules.wording import COMMA, Phrase, listed, quoted

_log = logging.getLogger(__name__)

_MISSING_PERMISSION = Phrase(
    "I am missing permissions in this channel. I need *View Channel*, *Send Messages*, and in "
    "threads *Send Messages in Threads*. A member who manages this server can grant them."
)


async def report_failure(request: Request, error: BaseException) -> None:
    """Answer a request that failed: with the reason of a refusal, or with an incident id.

    An answer that cannot be delivered is logged, not raised.
    """
    interaction, words = request.interaction, await request.load_words()
    reason = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    guild = await request.load_guild() if isinstance(reason, WrongChannel) else None
    text = sentence_for(reason, guild, words)
    request.outcome = Outcome.INCIDENT if text is None else Outcome.REFUSED
    if text is None:
        incident = secrets.token_hex(4)
        _log.error("interaction %s failed", interaction.id, exc_info=error, extra={"incident": incident})
        text = words(
            "Something went wrong on my side; it is noted as incident `{incident}`. "
            "`/gridlock games` shows how your games stand.",
            incident=incident,
        )
    try:
        await request.responder.send_ephemeral(text)
    except discord.DiscordException:
        _log.exception("interaction %s could not be answered", interaction.id)


def sentence_for(error: BaseException, guild: discord.Guild | None, words: Words) -> str | None:
    """Return the sentence for an expected failure; None for an unexpected one."""
    match error:
        case Refusal() | RulesError():
            return _refusal_text(error, guild, words)
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            return words("That command has changed since your Discord loaded it. Please reload Discord and try again.")
        case app_commands.TransformerError():
            return words("The option does not accept this value: {value}.", value=quoted(str(error.value)))
        case app_commands.NoPrivateMessage():
            return words("Discord does not say in which channel you are. Please use the command in another one.")
        case discord.Forbidden():
            return words.say(_MISSING_PERMISSION)
        case _:
            return None


def _refusal_text(refusal: Refusal | RulesError, guild: discord.Guild | None, words: Words) -> str:
    """Return the reason of a refusal, and what the person can do."""
    if isinstance(refusal, GameRefusal | WrongChannel):
        return words.say(sentences(*refusal.args, *_where_to_look(refusal, guild)))
    return words.say(refusal)


def _where_to_look(refusal: GameRefusal | WrongChannel, guild: discord.Guild | None) -> Iterator[Phrase]:
    """Yield how the game of a refusal stands and where its board is; or where games can be started."""
    if isinstance(refusal, WrongChannel):
        yield _where_instead(refusal, guild)
        return
    game = refusal.game
    if game.result is not None:
        yield how_it_ended(game, game.result)
    if game.place.message_id is not None:
        yield Phrase("The board as it is now: {link}", link=link(game.place))


def _where_instead(refusal: WrongChannel, guild: discord.Guild | None) -> Phrase:
    """Return where games can be started; if all those channels are deleted, how to name others."""
    deleted = deleted_among(guild, refusal.channel_ids)
    left = [channel_mention(channel_id) for channel_id in refusal.channel_ids if channel_id not in deleted]
    if left:
        return Phrase("You can start games in: {channels}.", channels=listed(left, COMMA))
    return Phrase(
        "This server allowed games only in channels that are deleted now. A member who can manage this "
        "server can add another one with `/gridlock-server settings channel_add`, or allow games "
        "everywhere with `/gridlock-server settings clear:channels`."
    )
