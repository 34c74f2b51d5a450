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

from local_discord.client.member import Guild, Member
from local_discord.errors import Refused, Unanswered
from local_discord.model.changes import Change, ChangeStream
from local_discord.model.channel import Channel, Message
from local_discord.model.components import Button, Select
from local_discord.model.emojis import Emoji
from local_discord.model.events import ChangeKind
from local_discord.model.interaction import Callback, Interaction, Modal
from local_discord.model.member import User
from local_discord.model.message import Attachment
from local_discord.model.thread import DirectChannel, GroupChannel, Thread
from local_discord.model.values.permissions import INVITED_BOT, MODERATOR, ORDINARY_MEMBER, Permissions, Role
from local_discord.server.limits import Identify, Limits
from local_discord.server.rest.app import Request
from local_discord.server.server import LocalDiscord
from local_discord.wire import Intent, Upload

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
    "Emoji",
    "GroupChannel",
    "Guild",
    "Identify",
    "Intent",
    "Interaction",
    "Limits",
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
    "Upload",
    "User",
]
