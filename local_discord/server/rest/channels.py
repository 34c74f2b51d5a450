"""Routes of channels, threads, direct messages, guilds and users."""

from __future__ import annotations

from typing import TYPE_CHECKING

from local_discord.errors import cannot_message_user, unknown_member, unknown_user, wrong_channel_type
from local_discord.model.thread import Thread
from local_discord.server.checks.fields import Form, check_text
from local_discord.server.rest import access
from local_discord.server.rest.app import Route
from local_discord.wire import ChannelType

if TYPE_CHECKING:
    from local_discord.model.channel import Channel
    from local_discord.model.member import BaseMember
    from local_discord.model.world import World
    from local_discord.server.rest.app import Answer
    from local_discord.server.rest.call import Call

_NAME_LIMIT = 100


class ChannelRoutes:
    """GET, PATCH and DELETE of channels; threads; direct messages; guilds, members and users."""

    def __init__(self, world: World) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        """Return the routes."""
        channel, guild = r"/channels/{channel:\d+}", r"/guilds/{guild:\d+}"
        return [
            Route("GET", channel, self._get),
            Route("PATCH", channel, self._change),
            Route("DELETE", channel, self._delete),
            Route("POST", channel + "/threads", self._open_thread, status=201),
            Route("POST", channel + r"/messages/{message:\d+}/threads", self._open_thread_on, status=201),
            Route("PUT", channel + "/thread-members/{user}", self._join_thread),
            Route("DELETE", channel + "/thread-members/{user}", self._join_thread),
            Route("POST", "/users/@me/channels", self._open_direct),
            Route("DELETE", r"/users/@me/guilds/{guild:\d+}", self._leave_guild),
            Route("GET", r"/users/{user:\d+}", self._user),
            Route("GET", guild, self._guild),
            Route("GET", guild + "/channels", self._channels),
            Route("GET", guild + "/threads/active", self._active_threads),
            Route("GET", guild + r"/members/{user:\d+}", self._member),
        ]

    def _get(self, call: Call) -> Answer:
        return self._channel(call).to_json()

    def _change(self, call: Call) -> Answer:
        channel = self._channel(call)
        form = Form()
        check_text(form, ("name",), call.body.get("name"), least=1, most=_NAME_LIMIT)
        form.finish()
        if not isinstance(channel, Thread):
            access.require(channel, "MANAGE_CHANNELS")
        elif channel.owner is not self._world.bot or channel.locked or call.body.get("locked"):
            access.require(channel, "MANAGE_THREADS")
        channel.name = call.body.get("name", channel.name)
        if isinstance(channel, Thread):
            archived, locked = call.body.get("archived"), call.body.get("locked")
            channel.set_state(archived=archived, locked=locked)
        return channel.to_json()

    def _delete(self, call: Call) -> Answer:
        channel = self._channel(call)
        if channel.guild is None:
            return channel.to_json()
        access.require(channel, "MANAGE_THREADS" if isinstance(channel, Thread) else "MANAGE_CHANNELS")
        body = channel.to_json()
        channel.delete()
        return body

    def _open_thread(self, call: Call) -> Answer:
        channel = self._channel(call)
        kind = ChannelType(call.body.get("type") or ChannelType.PRIVATE_THREAD)
        public = kind is ChannelType.PUBLIC_THREAD
        access.require(channel, "CREATE_PUBLIC_THREADS" if public else "CREATE_PRIVATE_THREADS")
        return self._new_thread(call, channel, self._world.ids.next(), kind)

    def _open_thread_on(self, call: Call) -> Answer:
        channel = self._channel(call)
        access.require(channel, "CREATE_PUBLIC_THREADS")
        message = access.message_of(channel, call.id("message"))
        return self._new_thread(call, channel, message.id, ChannelType.PUBLIC_THREAD)

    def _new_thread(self, call: Call, channel: Channel, thread_id: int, kind: ChannelType) -> Answer:
        if channel.type is not ChannelType.GUILD_TEXT:
            raise wrong_channel_type()
        form = Form()
        name = call.body.get("name")
        check_text(form, ("name",), name, least=1, most=_NAME_LIMIT, required=True)
        form.finish()
        thread = Thread(channel, thread_id, str(name), self._world.bot, kind)
        thread.announce("THREAD_CREATE")
        return thread.to_json()

    def _join_thread(self, call: Call) -> None:
        channel = self._channel(call)
        if not isinstance(channel, Thread):
            raise wrong_channel_type()
        access.require_not_archived(channel)

    def _open_direct(self, call: Call) -> Answer:
        person = self._world.people.get(int(call.body.get("recipient_id") or 0))
        if person is None:
            raise unknown_user()
        if person.user.bot:
            raise cannot_message_user()
        return self._world.direct_channel(person).to_json()

    def _leave_guild(self, call: Call) -> None:
        access.guild_of(self._world, call.id("guild")).remove_bot()

    def _user(self, call: Call) -> Answer:
        user = self._world.users.get(call.id("user"))
        if user is None:
            raise unknown_user()
        return user.to_json()

    def _guild(self, call: Call) -> Answer:
        return access.guild_of(self._world, call.id("guild")).to_json()

    def _channels(self, call: Call) -> Answer:
        guild = access.guild_of(self._world, call.id("guild"))
        return [channel.to_event_json() for channel in guild.channels]

    def _active_threads(self, call: Call) -> Answer:
        guild = access.guild_of(self._world, call.id("guild"))
        return {"threads": [one.to_json() for one in guild.threads if not one.archived], "members": []}

    def _member(self, call: Call) -> Answer:
        guild = access.guild_of(self._world, call.id("guild"))
        member: BaseMember | None = guild.members.get(call.id("user"))
        if member is None:
            raise unknown_member()
        return member.to_json()

    def _channel(self, call: Call) -> Channel:
        return access.channel_of(self._world, call.id("channel"))
