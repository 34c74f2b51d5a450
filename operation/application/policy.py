"""The command `bot.py policy`: what to enter in Discord's developer portal, and what to publish."""

from __future__ import annotations

from typing import Final

from operation.application.profile import DESCRIPTION, PERMISSIONS, TAGS, permission_names
from operation.command_line import print_line
from operation.configuration.settings import Settings

_BY_GATEWAY: Final = "leave it empty: the bot listens at Discord's gateway"
_BY_HTTP: Final = "the public https address that leads to {path} of the bot, while the bot runs"
_NO_CONTACT: Final = "(GRIDLOCK_CONTACT is not set. People must be able to reach you: set it)"

_TEXT: Final = """\
https://discord.com/developers/applications, your application. `bot.py setup --apply` enters the first part by itself.

General Information
  Description            {description}
  Tags                   {tags}
  Interactions Endpoint  {endpoint}
  Terms of Service URL   the address where you publish TERMS.md, after you have filled it in
  Privacy Policy URL     the address where you publish PRIVACY.md, with your answers about backups and logs

Installation
  Installation contexts  User Install (scope applications.commands) and Guild Install
  Scopes                 bot, applications.commands
  Permissions            {permissions}

Bot
  Public Bot                        as you like; off while you try it
  Requires OAuth2 Code Grant        off
  Presence, Server Members and Message Content Intent
                                    off, all three: the bot reads no messages, member lists or presences

App Verification, which Discord asks for before a bot can join more than 100 servers
  What does the app do?             It hosts games for two in channels, started by commands, played by buttons.
  Which privileged intents?         None.
  Does it store data of Discord?    Ids of people, servers, channels and messages; games, results, settings,
                                    blocks and bans. No names, pictures or messages of people. PRIVACY.md lists
                                    all of it, with the reasons.
  How long?                         Until the person deletes it; that of a server for 30 days after its removal.
  How do people delete their data?  By /gridlock me forget-me, at once. /gridlock me my-data shows it before.
  Is it encrypted at rest?          As the disk or the database is: docs/hosting.md#encryption says how to have it.
  Is it shared or sold?             No. The bot sends nothing to anybody but Discord.
  How is it monitored, and logged?  Logs have ids and no texts of people; say how long you keep them.
  Contact                           {contact}"""


def run_policy(settings: Settings) -> int:
    """Print what to enter and to publish. It needs neither the token nor a network."""
    permissions = ", ".join(permission_names(PERMISSIONS))
    print_line(
        _TEXT.format(
            description=DESCRIPTION.replace("\n", f"\n{' ' * 25}"),
            tags=", ".join(TAGS),
            endpoint=_BY_GATEWAY if settings.endpoint is None else _BY_HTTP.format(path=settings.endpoint.path),
            permissions=f"{permissions} ({PERMISSIONS.value})",
            contact=settings.contact or _NO_CONTACT,
        )
    )
    return 0
