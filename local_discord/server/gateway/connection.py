"""The gateway protocol on one connection."""

from __future__ import annotations

import asyncio
import contextlib
import json
import zlib
from collections import deque
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from local_discord.server.limits import TooManyStarts
from local_discord.wire import ALL_INTENTS, PRIVILEGED_INTENTS, Intent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from local_discord.model.guild import BaseGuild
    from local_discord.model.world import World
    from local_discord.server.gateway.sessions import Session, Sessions
    from local_discord.server.limits import LimitGuard
    from local_discord.wire import Json


HEARTBEAT_INTERVAL_MS = 41_250
SENDS_PER_MINUTE = 120
# On loopback an acknowledgement could arrive before the bot's thread has recorded that it sent the heartbeat.
# discord.py would then count from the heartbeat before, and warn of a latency of 41 seconds.
_ACK_AFTER_SECONDS = 0.05
_AUTHENTICATION_FAILED = 4004
_NORMAL_CLOSES = frozenset({1000, 1001})

_DISPATCH, _HEARTBEAT, _IDENTIFY, _PRESENCE, _VOICE_STATE = 0, 1, 2, 3, 4
_RESUME, _RECONNECT, _REQUEST_MEMBERS, _INVALID_SESSION, _HELLO, _HEARTBEAT_ACK = 6, 7, 8, 9, 10, 11


class GatewayClose(Exception):
    """The connection ends with one of Discord's close codes."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Connection:
    """A connection from HELLO to its close."""

    def __init__(
        self,
        world: World,
        sessions: Sessions,
        guard: LimitGuard,
        socket: web.WebSocketResponse,
        *,
        compressed: bool,
    ) -> None:
        self._world = world
        self._sessions = sessions
        self._guard = guard
        self._socket = socket
        self._compressor = zlib.compressobj() if compressed else None
        self._outgoing: asyncio.Queue[str] = asyncio.Queue()
        self._received_at: deque[float] = deque(maxlen=SENDS_PER_MINUTE)
        self._session: Session | None = None

    def send(self, text: str) -> None:
        """Queue a payload for the bot."""
        self._outgoing.put_nowait(text)

    def ask_to_reconnect(self) -> None:
        """Ask the bot to reconnect and resume its session."""
        self._send_op(_RECONNECT)

    def invalidate(self, *, resumable: bool) -> None:
        """Tell the bot that its session is invalid, or that it has to resume it."""
        self._send_op(_INVALID_SESSION, data=resumable)

    async def close(self, code: int, reason: str) -> None:
        """Close the connection; the session stays resumable unless it was forgotten."""
        self._lose_session(for_good=False)
        await self._socket.close(code=code, message=reason.encode())

    async def run(self) -> None:
        """Serve the connection until it is closed."""
        writer = asyncio.create_task(self._write())
        self._send_op(_HELLO, data={"heartbeat_interval": HEARTBEAT_INTERVAL_MS})
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    self._receive(message.data)
        except GatewayClose as end:
            await self.close(end.code, end.reason)
        finally:
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
            self._lose_session(for_good=self._socket.close_code in _NORMAL_CLOSES)

    async def _write(self) -> None:
        with contextlib.suppress(ConnectionError):
            while True:
                text = await self._outgoing.get()
                if self._compressor is None:
                    await self._socket.send_str(text)
                else:
                    data = self._compressor.compress(text.encode())
                    await self._socket.send_bytes(data + self._compressor.flush(zlib.Z_SYNC_FLUSH))

    def _lose_session(self, *, for_good: bool) -> None:
        if self._session is not None:
            self._sessions.lose(self._session, self, for_good=for_good)
            self._session = None

    def _send_op(self, op: int, *, data: Json | bool | None = None) -> None:
        self.send(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def _receive(self, text: str) -> None:
        now = self._world.clock()
        full = len(self._received_at) == SENDS_PER_MINUTE
        if full and now - self._received_at[0] < 60:
            raise GatewayClose(4008, "You are being rate limited.")
        self._received_at.append(now)
        try:
            payload = json.loads(text)
            op, data = payload["op"], payload.get("d")
        except (ValueError, TypeError, KeyError) as error:
            raise GatewayClose(4002, "Error while decoding payload.") from error
        self._handle(op, data)

    def _handle(self, op: int, data: Json) -> None:
        if op == _HEARTBEAT:
            asyncio.get_running_loop().call_later(_ACK_AFTER_SECONDS, self._send_op, _HEARTBEAT_ACK)
        elif op == _IDENTIFY:
            self._identify(data)
        elif op == _RESUME:
            self._resume(data)
        elif self._session is None:
            raise GatewayClose(4003, "Not authenticated.")
        elif op == _REQUEST_MEMBERS:
            self._send_members(self._session, data)
        elif op not in (_PRESENCE, _VOICE_STATE):
            raise GatewayClose(4001, "Unknown opcode.")

    def _identify(self, data: Json) -> None:
        if self._session is not None:
            raise GatewayClose(4005, "Already authenticated.")
        if data.get("token") != self._world.token:
            raise GatewayClose(_AUTHENTICATION_FAILED, "Authentication failed.")
        shard_id, shard_count = data.get("shard") or (0, 1)
        if not 0 <= shard_id < shard_count:
            raise GatewayClose(4010, "Invalid shard.")
        intents = self._allowed_intents(data.get("intents"))
        if not self._may_start(shard_id, shard_count):
            self._send_op(_INVALID_SESSION, data=False)
            return
        self._session = self._sessions.open((shard_id, shard_count), intents, self)
        self._greet(self._session)

    def _may_start(self, shard_id: int, shard_count: int) -> bool:
        try:
            return self._guard.allows_identify(shard_id, shard_count)
        except TooManyStarts as error:
            self._world.reset_token()
            self._sessions.end_all(_AUTHENTICATION_FAILED, "Authentication failed.")
            raise GatewayClose(_AUTHENTICATION_FAILED, "Authentication failed.") from error

    def _allowed_intents(self, number: object) -> Intent:
        if not isinstance(number, int) or number | ALL_INTENTS != ALL_INTENTS:
            raise GatewayClose(4013, "Invalid intent(s).")
        intents = Intent(number)
        if intents & PRIVILEGED_INTENTS & ~self._world.privileged_intents:
            raise GatewayClose(4014, "Disallowed intent(s).")
        return intents

    def _greet(self, session: Session) -> None:
        guilds = [guild for guild in self._world.guilds.values() if guild.bot_present and session.serves(guild.id)]
        session.dispatch("READY", self._ready(session, guilds))
        if session.intents & Intent.GUILDS:
            with_people = bool(session.intents & Intent.GUILD_PRESENCES)
            for guild in guilds:
                body = guild.to_create_json(with_people=with_people)
                session.dispatch("GUILD_CREATE", body | {"unavailable": False})
        self._sessions.announce_ready()

    def _ready(self, session: Session, guilds: list[BaseGuild[Any]]) -> Json:
        return {
            "v": 10,
            "user": self._world.bot.to_json(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self._world.gateway_url,
            "shard": [session.shard_id, session.shard_count],
            "application": {"id": str(self._world.application_id), "flags": 0},
        }

    def _resume(self, data: Json) -> None:
        if data.get("token") != self._world.token:
            raise GatewayClose(_AUTHENTICATION_FAILED, "Authentication failed.")
        session = self._sessions.find(data["session_id"])
        if session is None or not session.can_resume_after(data["seq"]):
            self._send_op(_INVALID_SESSION, data=False)
            return
        self._session = session
        session.resume(self, data["seq"])
        self._sessions.announce_ready()

    def _send_members(self, session: Session, data: Json) -> None:
        if asks_for_everybody(data) and not session.intents & Intent.GUILD_MEMBERS:
            raise GatewayClose(4014, "Disallowed intent(s).")
        guild = self._world.guilds.get(int(data["guild_id"]))
        if guild is not None and guild.bot_present:
            for chunk in member_chunks(guild, data):
                session.dispatch("GUILD_MEMBERS_CHUNK", chunk)


CHUNK_SIZE = 1000


def asks_for_everybody(request: Json) -> bool:
    """Return whether a request is for all members, which needs the members intent."""
    return not request.get("user_ids") and not request.get("query")


def member_chunks(guild: BaseGuild[Any], request: Json) -> Iterator[Json]:
    """Yield the bodies of the GUILD_MEMBERS_CHUNK events that answer a request."""
    wanted = {int(user_id) for user_id in request.get("user_ids") or ()}
    prefix = request.get("query") or ""
    members = [
        member
        for member in guild.members.values()
        if (member.id in wanted if wanted else member.name.startswith(prefix))
    ]
    missing = wanted - {member.id for member in members}
    found = members[: request.get("limit") or None]
    chunks = [found[start : start + CHUNK_SIZE] for start in range(0, len(found), CHUNK_SIZE)] or [[]]
    for index, chunk in enumerate(chunks):
        yield {
            "guild_id": str(guild.id),
            "members": [member.to_json() for member in chunk],
            "chunk_index": index,
            "chunk_count": len(chunks),
            "not_found": [str(user_id) for user_id in missing],
            "nonce": request.get("nonce"),
        }
