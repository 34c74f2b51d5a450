"""Checks of the application at Discord: intents, starts, shards, commands, emoji, and permissions in servers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import discord

from cogs.messages.sending.application_emoji import pictures
from gridlock_host.ownership.shards import FreeShards, Shards
from operation.application.findings import Finding, fault, good, note
from operation.application.profile import PERMISSIONS, install_link, permission_names
from operation.configuration.values import Endpoint

_PORTAL: Final = "https://discord.com/developers/applications"
_INTENTS: Final = ("gateway_presence", "gateway_guild_members", "gateway_message_content")
# Discord resets the token of a bot that has none left. A normal day has a few.
_FEW_STARTS: Final = 100
_NAMED_SERVERS: Final = 5


def check_application(application: Mapping[str, Any]) -> Iterator[Finding]:
    """Check the settings of the application in Discord's portal, but for the endpoint of interactions."""
    flags = discord.ApplicationFlags._from_value(int(application.get("flags") or 0))  # noqa: SLF001  # no other way
    granted = [name for name in _INTENTS if getattr(flags, name) or getattr(flags, f"{name}_limited")]
    if granted:
        names = ", ".join(name.removeprefix("gateway_").replace("_", " ") for name in granted)
        yield note(
            "intents",
            f"the application may have privileged ones: {names}. The bot asks for none.",
            f"Turn them off at {_PORTAL}, on the page Bot, so that a stolen token can read less.",
        )
    else:
        yield good("intents", "no privileged ones, and the bot needs none.")
    if application.get("bot_require_code_grant"):
        yield fault(
            "install",
            "the bot cannot be added to a server by its link.",
            f"Turn off Requires OAuth2 Code Grant at {_PORTAL}, on the page Bot.",
        )
    if not application.get("description"):
        yield note("profile", "the application has no description.", "bot.py setup --apply enters one.")


def check_delivery(application: Mapping[str, Any], endpoint: Endpoint | None) -> Iterator[Finding]:
    """Check whether Discord delivers interactions where the bot expects them."""
    address = application.get("interactions_endpoint_url")
    if endpoint is None and address:
        yield fault(
            "interactions",
            "Discord sends them to an address on the web, so none would reach the bot.",
            f"Remove the Interactions Endpoint URL at {_PORTAL}, on the page General Information; or set "
            "GRIDLOCK_INTERACTIONS, if they are to come over HTTP.",
        )
    elif endpoint is not None and not address:
        yield fault(
            "interactions",
            "GRIDLOCK_INTERACTIONS is set, but Discord sends none over HTTP.",
            f"While the bot runs, enter the public https address of {endpoint.path} as the Interactions Endpoint URL "
            f"at {_PORTAL}, on the page General Information.",
        )
    elif endpoint is not None:
        yield good("interactions", f"Discord sends them to {address}.")


def check_gateway(gateway: Mapping[str, Any], shards: Shards | FreeShards | None) -> Iterator[Finding]:
    """Check how many starts are left, and whether there are enough shards."""
    limit, recommended = gateway["session_start_limit"], int(gateway["shards"])
    left, hours = int(limit["remaining"]), int(limit["reset_after"]) / 3_600_000
    sentence = f"{left:,} of {int(limit['total']):,} starts of shards are left for the next {hours:.1f} hours."
    needed = recommended if shards is None else len(shards.ids) if isinstance(shards, Shards) else shards.most
    if left < needed:
        yield fault("limits", sentence, "Wait until then. Something has started the bot again and again; see its log.")
    elif left < max(_FEW_STARTS, needed):
        yield note("limits", sentence, "Look in the log for what starts the bot again and again.")
    else:
        yield good("limits", sentence)
    if shards is not None and shards.count < recommended:
        yield note(
            "shards",
            f"GRIDLOCK_SHARDS divides the servers among {shards.count}, and Discord recommends {recommended}.",
            "Raise the number in all processes. Discord refuses a shard with more than 2,500 servers.",
        )
    else:
        yield good("shards", f"Discord recommends {recommended}.")


def check_commands(names: set[str]) -> Iterator[Finding]:
    """Check whether Discord has the commands."""
    if "gridlock" in names:
        yield good("commands", f"Discord has {len(names)}.")
    else:
        yield note("commands", "Discord has none yet; the first start publishes them.")


def check_emoji(names: set[str], *, has_own: bool) -> Iterator[Finding]:
    """Check whether the application has the emoji with which boards are drawn."""
    wanted = {picture.name for picture in pictures().values()}
    if not has_own:
        yield good("emoji", "boards are drawn with those that everybody has (GRIDLOCK_EMOJI=unicode).")
    elif wanted <= names:
        yield good("emoji", f"the application has all {len(wanted)}.")
    else:
        yield note("emoji", f"{len(wanted - names)} are missing; the bot uploads them after its next start.")


def check_servers(servers: Sequence[Mapping[str, Any]], application_id: int) -> Iterator[Finding]:
    """Check the bot's permissions in its servers. Channels may take some of them away."""
    if not servers:
        yield note("servers", "the bot is in none.", f"Add it with this link: {install_link(application_id)}")
        return
    lacking = {
        str(server["id"]): missing for server in servers if (missing := missing_permissions(int(server["permissions"])))
    }
    if not lacking:
        yield good("permissions", f"the bot has what it needs in each of {len(servers)} servers that were checked.")
    for server_id, missing in list(lacking.items())[:_NAMED_SERVERS]:
        yield note(
            "permissions",
            f"in the server {server_id} the bot lacks {', '.join(missing)}.",
            f"Give them to its role, or add it again with this link: {install_link(application_id)}",
        )
    if len(lacking) > _NAMED_SERVERS:
        yield note("permissions", f"{len(lacking) - _NAMED_SERVERS} more servers lack some.")


def missing_permissions(value: int) -> list[str]:
    """Return the names of the permissions that a role lacks."""
    held = discord.Permissions(value)
    if held.administrator:
        return []
    return permission_names(PERMISSIONS & ~held)
