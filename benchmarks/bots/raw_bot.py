"""Floor of any bot in Python: the gateway's websocket and the callback by aiohttp, without a Discord library.

It has the same commands and the same board as `bare_bot`, keeps no state but a counter, and checks nothing.
The benchmarks start it as a process: `python -m benchmarks.bots.raw_bot`.
"""

from __future__ import annotations

import asyncio
import json
import os
from typing import Any, Final

import aiohttp

_DISPATCH, _HEARTBEAT, _IDENTIFY, _HELLO = 0, 1, 2, 10
_GUILDS: Final = 1
_COMMAND, _COMPONENT = 2, 3
_MESSAGE, _UPDATE_MESSAGE = 4, 7
_ROW, _BUTTON, _TEXT = 1, 2, 10
_IS_COMPONENTS_V2: Final = 1 << 15
_DRAWN: Final = "\n".join(["   1  2  3  4  5 ", *(f"{letter}  .  .  .  .  . " for letter in "ABCDE")])
_COMMANDS: Final = [{"name": name, "description": "A measured command", "type": 1} for name in ("bare", "board")]


def _cell(name: str) -> dict[str, Any]:
    return {"type": _BUTTON, "style": 2, "label": name, "custom_id": f"cell:{name}"}


_ROWS: Final = [
    {"type": _ROW, "components": [_cell(f"{letter}{column}") for column in range(1, 6)]} for letter in "ABCDE"
]


class RawBot:
    """The bot.

    Args:
        session: Sends its requests.
    """

    def __init__(self, session: aiohttp.ClientSession) -> None:
        self._session = session
        self._api = os.environ["GRIDLOCK_DISCORD_API"]
        self._token = os.environ["DISCORD_TOKEN"]
        self._presses = 0
        self._sequence: int | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self) -> None:
        """Register the commands, connect, and answer until the connection ends."""
        headers = {"Authorization": f"Bot {self._token}"}
        async with self._session.get(f"{self._api}/applications/@me", headers=headers) as response:
            application = (await response.json())["id"]
        url = f"{self._api}/applications/{application}/commands"
        async with self._session.put(url, json=_COMMANDS, headers=headers) as response:
            response.raise_for_status()
        async with self._session.ws_connect(os.environ["GRIDLOCK_DISCORD_GATEWAY"], max_msg_size=0) as socket:
            async for message in socket:
                await self._receive(socket, json.loads(message.data))

    async def _receive(self, socket: aiohttp.ClientWebSocketResponse, payload: dict[str, Any]) -> None:
        if payload["op"] == _HELLO:
            self._start(self._beat(socket, payload["d"]["heartbeat_interval"] / 1000))
            data = {"token": self._token, "intents": _GUILDS, "properties": {}}
            await socket.send_json({"op": _IDENTIFY, "d": data})
        elif payload["op"] == _DISPATCH:
            self._sequence = payload["s"]
            if payload["t"] == "INTERACTION_CREATE":
                self._start(self._answer(payload["d"]))

    def _start(self, work: Any) -> None:  # noqa: ANN401  # a coroutine of this class
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beat(self, socket: aiohttp.ClientWebSocketResponse, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            await socket.send_json({"op": _HEARTBEAT, "d": self._sequence})

    async def _answer(self, interaction: dict[str, Any]) -> None:
        url = f"{self._api}/interactions/{interaction['id']}/{interaction['token']}/callback"
        async with self._session.post(url, json=self._callback(interaction)) as response:
            await response.read()

    def _callback(self, interaction: dict[str, Any]) -> dict[str, Any]:
        if interaction["type"] == _COMPONENT:
            self._presses += 1
            return {"type": _UPDATE_MESSAGE, "data": _board(f"Pressed {self._presses} times")}
        if interaction["data"]["name"] == "board":
            return {"type": _MESSAGE, "data": _board("Not pressed yet")}
        return {"type": _MESSAGE, "data": {"content": "Done."}}


def _board(caption: str) -> dict[str, Any]:
    texts = [{"type": _TEXT, "content": caption}, {"type": _TEXT, "content": f"```\n{_DRAWN}\n```"}]
    return {"flags": _IS_COMPONENTS_V2, "components": texts + _ROWS}


async def _run() -> None:
    connector = aiohttp.TCPConnector(limit=0)  # as discord.py has it
    async with aiohttp.ClientSession(connector=connector) as session:
        await RawBot(session).run()


if __name__ == "__main__":
    asyncio.run(_run())
