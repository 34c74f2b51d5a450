"""Routes of the application: its identity and profile, its guilds, the gateway's address, commands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from local_discord.errors import missing_access, not_json
from local_discord.model.events import ChangeKind
from local_discord.server.checks.commands import check_commands
from local_discord.server.checks.profile import read_profile
from local_discord.server.rest.app import Route

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from local_discord.model.world import World
    from local_discord.server.limits import LimitGuard
    from local_discord.server.rest.app import Answer
    from local_discord.server.rest.call import Call
    from local_discord.wire import Json


_MOST_GUILDS: Final = 200


class ApplicationRoutes:
    """GET /users/@me and its guilds, /gateway/bot; GET and PATCH of the application; GET and PUT of commands."""

    def __init__(self, world: World, guard: LimitGuard, verify_endpoint: Callable[[str], Awaitable[None]]) -> None:
        self._world = world
        self._verify_endpoint = verify_endpoint
        self._guard = guard

    def routes(self) -> list[Route]:
        """Return the routes."""
        root = r"/applications/{application:\d+}"
        for_guild = root + r"/guilds/{guild:\d+}/commands"
        return [
            Route("GET", "/users/@me", self._me),
            Route("GET", "/oauth2/applications/@me", self._application),
            Route("GET", "/applications/@me", self._application),
            Route("PATCH", "/applications/@me", self._edit_application),
            Route("GET", "/users/@me/guilds", self._own_guilds),
            Route("GET", "/gateway", self._gateway),
            Route("GET", "/gateway/bot", self._gateway_for_bot),
            Route("GET", root + "/commands", self._get_commands),
            Route("PUT", root + "/commands", self._put_commands),
            Route("GET", for_guild, self._get_guild_commands),
            Route("PUT", for_guild, self._put_guild_commands),
        ]

    def _me(self, _call: Call) -> Answer:
        return self._world.bot.to_json() | {"verified": True, "mfa_enabled": False, "locale": self._world.bot.locale}

    def _application(self, _call: Call) -> Answer:
        return {
            "id": str(self._world.application_id),
            "name": self._world.bot.name,
            "icon": None,
            "description": "",
            "bot_public": True,
            "bot_require_code_grant": False,
            "owner": self._world.owner.to_json(),
            "bot": self._world.bot.to_json(),
            "team": None,
            "verify_key": self._world.public_key,
            "flags": 0,
            "flags_new": "0",
            "type": None,
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "approximate_guild_count": len(self._world.guilds),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "eligible_oauth2_scopes": [],
            "integration_types_config": {"0": {}},
            **self._world.profile,
        }

    async def _edit_application(self, call: Call) -> Answer:
        changes = read_profile(call.body)
        if changes.get("interactions_endpoint_url"):
            await self._verify_endpoint(changes["interactions_endpoint_url"])
        self._world.profile |= changes
        return self._application(call)

    def _own_guilds(self, _call: Call) -> Answer:
        present = [guild for guild in self._world.guilds.values() if guild.bot_present]
        return [
            {
                "id": str(guild.id),
                "name": guild.name,
                "icon": None,
                "banner": None,
                "owner": False,
                "permissions": str(int(guild.bot.permissions)),
                "features": [],
            }
            for guild in sorted(present, key=lambda guild: guild.id)[:_MOST_GUILDS]
        ]

    def _gateway(self, _call: Call) -> Answer:
        return {"url": self._world.gateway_url}

    def _gateway_for_bot(self, _call: Call) -> Answer:
        return {
            "url": self._world.gateway_url,
            "shards": self._world.shards,
            "session_start_limit": self._guard.to_json(),
        }

    def _get_commands(self, call: Call) -> Answer:
        self._expect_own(call)
        return list(self._world.commands)

    def _put_commands(self, call: Call) -> Answer:
        self._expect_own(call)
        return self._register(call, self._world.commands, {})

    def _get_guild_commands(self, call: Call) -> Answer:
        return list(self._commands_of_guild(call))

    def _put_guild_commands(self, call: Call) -> Answer:
        commands = self._commands_of_guild(call)
        return self._register(call, commands, {"guild_id": str(call.id("guild"))})

    def _commands_of_guild(self, call: Call) -> list[Json]:
        self._expect_own(call)
        guild = self._world.guilds.get(call.id("guild"))
        if guild is None or not guild.bot_present:
            raise missing_access()
        return guild.commands

    def _expect_own(self, call: Call) -> None:
        if call.id("application") != self._world.application_id:
            raise missing_access()

    def _register(self, call: Call, registered: list[Json], extra: Json) -> list[Json]:
        """Replace all commands; a command with the same name keeps its id."""
        if not isinstance(call.payload, list):
            raise not_json()
        check_commands(call.payload)
        ids = {(command["type"], command["name"]): command["id"] for command in registered}
        registered[:] = [self._complete(body, ids) | extra for body in call.payload]
        self._world.commands_registered = True
        self._world.changes.announce(ChangeKind.COMMANDS_REGISTERED)
        return list(registered)

    def _complete(self, body: Json, ids: dict[tuple[int, str], str]) -> Json:
        kind = body.get("type") or 1
        permissions = body.get("default_member_permissions")
        known = ids.get((kind, body["name"]))
        return {
            "description": "",
            "options": [],
            "contexts": None,
            "nsfw": False,
            "name_localizations": None,
            "description_localizations": None,
            "dm_permission": True,
            **body,
            "type": kind,
            "default_member_permissions": None if permissions is None else str(permissions),
            "integration_types": body.get("integration_types") or [0],
            "id": known or str(self._world.ids.next()),
            "application_id": str(self._world.application_id),
            "version": str(self._world.ids.next()),
        }
