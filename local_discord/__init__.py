"""A stand-in for Discord on loopback, for tests and for trying a bot without an account.

`LocalDiscord` is a server with Discord's REST routes and gateway. A real bot connects to it over
real sockets; guilds, channels and the people in them are objects in the same process:

    async with LocalDiscord(token="any") as discord:
        guild = discord.add_guild("Pretend server")
        channel = guild.add_channel("games")
        ada = guild.add_member("Ada")
        await discord.until_ready()
        interaction = await ada.command(channel, "hello")
        print(interaction.reply.text)

What it supports and enforces is listed in the README.md beside this file.
"""

from local_discord.changes import Change, ChangeKind, ChangeStream
from local_discord.channel import Channel
from local_discord.components import Button, Select
from local_discord.errors import Refused, Unanswered
from local_discord.gateway.intents import Intent
from local_discord.guild import Guild
from local_discord.interaction import Callback, Interaction, Modal
from local_discord.member import Member
from local_discord.message import Attachment, Message
from local_discord.permissions import INVITED_BOT, MODERATOR, ORDINARY_MEMBER, Permissions
from local_discord.recording import Request
from local_discord.role import Role
from local_discord.server import LocalDiscord
from local_discord.thread import DirectChannel, Thread
from local_discord.user import User

__all__ = [
    "INVITED_BOT",
    "MODERATOR",
    "ORDINARY_MEMBER",
    "Attachment",
    "Button",
    "Callback",
    "Change",
    "ChangeKind",
    "ChangeStream",
    "Channel",
    "DirectChannel",
    "Guild",
    "Intent",
    "Interaction",
    "LocalDiscord",
    "Member",
    "Message",
    "Modal",
    "Permissions",
    "Refused",
    "Request",
    "Role",
    "Select",
    "Thread",
    "Unanswered",
    "User",
]
