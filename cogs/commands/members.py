"""Commands for one's own account: block, notify, privacy, my-data, forget-me."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Final

import discord
from discord import app_commands
from discord.ext import commands

from cogs.commands.decorators import takes_request
from cogs.components.members import ask_to_forget
from cogs.context import Request
from cogs.text.shared import FILE_NOT_TAKEN, long_text, mention, sentences
from gridlock_host.members.notifications import NotificationSettings, NotifyMode
from gridlock_rules.wording import COMMA, CountedPhrase, Phrase, listed

SPOKEN_CHOICES: Final = [app_commands.Choice(name=name, value=name) for name in ("on", "off")]
MODE_CHOICES: Final = [app_commands.Choice(name=mode.value, value=mode.value) for mode in NotifyMode]
# As many mentions as fit into a message, beside what else it may say.
MOST_BLOCKED: Final = 70
# Discord takes files of 10 MiB.
_MOST_BYTES: Final = 8 * 1024 * 1024

_SPOKEN: Final = Phrase(
    "I tell you boards in sentences from now on, wherever only you see them. `/gridlock board` reads a game to you, "
    "with menus of the cells you may choose; *Read again* reads it as it is now. The boards that all see stay as they "
    "are."
)
_DRAWN: Final = Phrase("I draw boards for you again.")

_PRIVACY_OUTSIDE: Final = Phrase(
    "Here, outside of the servers that I am in, I learn only what comes with your commands and presses. Of this place "
    "I store the id of the channel and, if it is in a server, of the server. Games here belong to "
    "those who play them, and stay until they delete their data."
)
PRIVACY: Final = Phrase(
    "**What is stored, and why**\n"
    "- Your Discord id, with your challenges, games, moves, results and offers and their times, and the ids of the "
    "servers, channels and messages that show them. Games need all of these.\n"
    "- What you won and lost in each server, for its leaderboard; and against me, for your statistics.\n"
    "- How many puzzles you have solved in a row in each server, which its members can see, and when you last "
    "answered one.\n"
    "- How many steps of the tutorial of each game you have solved.\n"
    "- How many of your decisions kept a win, and exercises from your own games, with your answers to them.\n"
    "- Your settings: when you are notified, whether boards are spoken, and whom you have blocked.\n"
    "- What moderators did: bans from games here and games ended, with the reasons they gave.\n"
    "No names and no message texts are stored, and no messages of others are read.\n\n"
    "**How long**\n"
    "Until you delete it. When I am removed from a server, everything of that server is deleted after 30 days, unless "
    "I return.\n\n"
    "**How to get it and how to delete it**\n"
    "`/gridlock me my-data` gives you all of it as a file. `/gridlock me forget-me` deletes it, in all servers: your "
    "open games end and count for nobody; your opponents keep your past games, which name you only as *deleted "
    "player*. If you are banned or blocked, a fingerprint of your id is kept, so that the ban or block still holds. "
    "Nobody can read your id from it.\n\n"
    "The host who runs me keeps all of this, and answers further questions. `PRIVACY.md`, which comes with the "
    "program, says more."
)


class MemberCommands(commands.Cog):
    """Commands about oneself, in all servers."""

    me = app_commands.Group(name="me", description="About you: notifications, blocked people, your data")

    @me.command()
    @app_commands.describe(member="The person to block in all servers (if left out: list the people you have blocked)")
    @takes_request
    async def block(self, request: Request, member: discord.User | None = None) -> None:
        """Block challenges from a person, or list the people you have blocked."""
        if member is None:
            await _list_blocked(request)
            return
        await request.host.members.blocks.add(request.user_id, member.id, is_bot=member.bot)
        await request.responder.send_ephemeral(
            Phrase(
                "You have blocked {member} in all servers. They cannot challenge you or accept your challenges, and "
                "they are not told about the block. Your open games with each other go on.",
                member=mention(member.id),
            )
        )

    @me.command()
    @app_commands.describe(member="The person to unblock (if left out: list the people you have blocked)")
    @takes_request
    async def unblock(self, request: Request, member: discord.User | None = None) -> None:
        """Unblock a person, or list the people you have blocked."""
        if member is None:
            await _list_blocked(request)
            return
        await request.host.members.blocks.remove(request.user_id, member.id)
        await request.responder.send_ephemeral(Phrase("{member} may challenge you again.", member=mention(member.id)))

    @me.command()
    @app_commands.rename(start="from", end="to")
    @app_commands.describe(
        mode="on, off, quiet (not in your quiet hours), or direct (on, with direct messages outside of servers)",
        start="When your quiet hours begin, in UTC, such as 22 or 22:30",
        end="When your quiet hours end, in UTC, such as 7 or 7:30",
    )
    @app_commands.choices(mode=MODE_CHOICES)
    @takes_request
    async def notify(self, request: Request, mode: str, start: str | None = None, end: str | None = None) -> None:
        """Choose when I may notify you, in all servers."""
        wanted = NotificationSettings.of(NotifyMode(mode), start, end)
        await request.host.members.notifications.change(request.user_id, wanted)
        await request.responder.send_ephemeral(_notification_text(wanted))

    @me.command()
    @app_commands.describe(mode="Whether boards that only you see are sentences instead of drawings: on or off")
    @app_commands.choices(mode=SPOKEN_CHOICES)
    @takes_request
    async def spoken(self, request: Request, mode: str) -> None:
        """Choose whether I tell you boards in sentences, for screen readers, in all servers."""
        await request.host.members.reading.speak(request.user_id, spoken=mode == "on")
        await request.responder.send_ephemeral(_SPOKEN if mode == "on" else _DRAWN)

    @me.command()
    @takes_request
    async def privacy(self, request: Request) -> None:
        """Read what I store about you, why, how long, and how to delete it."""
        words, contact = await request.load_words(), request.services.contact
        told = [
            PRIVACY,
            *([_PRIVACY_OUTSIDE] if request.is_outside else []),
            *([Phrase("How to reach the host who runs me: {contact}", contact=contact)] if contact else []),
        ]
        await request.responder.send_ephemeral(components=long_text("\n\n".join(map(words.say, told))))

    @me.command(name="my-data")
    @takes_request
    async def my_data(self, request: Request) -> None:
        """Get everything I store about you, in all servers, as a file that only you see."""
        responder = request.responder
        await responder.defer()
        files = await request.host.members.privacy.export(request.user_id, most_bytes=_MOST_BYTES)
        for number, content in enumerate(files, start=1):
            part = "" if len(files) == 1 else Phrase(", part {part} of {parts}", part=number, parts=len(files))
            file = discord.File(io.BytesIO(content), f"gridlock-data-{number}.json")
            if not await responder.send_ephemeral(Phrase("Everything I store about you{part}.", part=part), file=file):
                await responder.send_ephemeral(
                    Phrase("Discord did not accept the file{part}. {advice}", part=part, advice=FILE_NOT_TAKEN)
                )
                return

    @me.command(name="forget-me")
    @takes_request
    async def forget_me(self, request: Request) -> None:
        """Delete everything I store about you, in all servers. I ask you first."""
        await ask_to_forget(request)


async def _list_blocked(request: Request) -> None:
    blocks, user_id = request.host.members.blocks, request.user_id
    named = await blocks.blocked_by(user_id, MOST_BLOCKED)
    await request.responder.send_ephemeral(blocked_text(named, *await blocks.count(user_id)))


def blocked_text(named: Sequence[int], count: int, nameless: int) -> Phrase:
    """Return whom a person has blocked.

    Args:
        named: Those who are named, as many as fit.
        count: The number of blocked people who can be named.
        nameless: The number of blocked people whose data was deleted.
    """
    said = [_named_text(named, count - len(named))] if named else []
    if nameless:
        said.append(
            CountedPhrase(
                nameless,
                "You have blocked {number} person who has deleted their data; `/gridlock me unblock` lifts the block.",
                "You have blocked {number} people who have deleted their data; `/gridlock me unblock` lifts the "
                "blocks.",
            )
        )
    return sentences(*said) if said else Phrase("You have not blocked anybody.")


def _named_text(named: Sequence[int], more: int) -> Phrase:
    members = listed([*map(mention, named)], COMMA)
    if more > 0:
        return Phrase("You have blocked: {members}, and {more} more.", members=members, more=more)
    return Phrase("You have blocked: {members}.", members=members)


def _notification_text(wanted: NotificationSettings) -> Phrase:
    match wanted:
        case NotificationSettings(mode=NotifyMode.ON):
            return Phrase(
                "I notify you when it is your turn, when a member challenges you, declines your challenge, "
                "offers a rematch or asks to take a move back, when your time is running out, and when one "
                "of your games ends."
            )
        case NotificationSettings(mode=NotifyMode.DIRECT):
            return Phrase(
                "I notify you, and in games outside of servers, where I cannot post by myself, I send you a direct "
                "message when your time is running out and when a game ends without your doing."
            )
        case NotificationSettings(mode=NotifyMode.OFF):
            return Phrase(
                "I do not notify you any more. Messages for you still show your name, and `/gridlock games` "
                "lists your open games and challenges."
            )
        case NotificationSettings(quiet_from=start, quiet_to=end):
            return Phrase(
                "I do not notify you from {start:%H:%M} to {end:%H:%M} UTC. Messages for you still show your name.",
                start=start,
                end=end,
            )
