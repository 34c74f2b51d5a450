"""The receiver of interactions over HTTP: whom it believes, what it refuses, and that it serves everything once."""

from __future__ import annotations

import asyncio
import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from cogs.runtime.http_interactions.receiver import Receiver
from cogs.runtime.http_interactions.signatures import Doubt, SignatureCheck
from cogs.runtime.metrics import DiscordMetrics
from tests.support.patience import PATIENCE

_KEY = SigningKey(bytes(32))
_NOW = 1_800_000_000
_PRESS = {"id": "1", "type": 3}


def _signature(body: bytes, timestamp: int = _NOW, key: SigningKey = _KEY) -> str:
    return key.sign(str(timestamp).encode() + body).signature.hex()


def _check(now: float = _NOW) -> SignatureCheck:
    return SignatureCheck(_KEY.verify_key.encode().hex(), now=lambda: now)


@dataclass
class _Endpoint:
    """A receiver that listens, and what it has served."""

    receiver: Receiver
    metrics: DiscordMetrics
    url: str
    session: aiohttp.ClientSession
    served: list[dict[str, Any]] = field(default_factory=list)

    async def post(self, event: object, **headers: str) -> tuple[int, str]:
        body = event if isinstance(event, bytes) else json.dumps(event).encode()
        signed = {"X-Signature-Ed25519": _signature(body), "X-Signature-Timestamp": str(_NOW)}
        async with self.session.post(self.url, data=io.BytesIO(body), headers=signed | headers) as response:
            return response.status, await response.text()

    def refused(self, reason: str) -> float:
        found: float = self.metrics.refused_requests.labels(reason)._value.get()
        return found


@asynccontextmanager
async def _listening(serve: Any = None, seconds_to_read: float = PATIENCE) -> AsyncIterator[_Endpoint]:
    metrics = DiscordMetrics()
    served: list[dict[str, Any]] = []

    def note(event: dict[str, Any]) -> bool:
        served.append(event)
        return True

    receiver = Receiver(_check(), serve or note, metrics, seconds_to_read=seconds_to_read)
    runner = web.AppRunner(receiver.application("/interactions"), access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with aiohttp.ClientSession() as session:
        url = f"http://127.0.0.1:{runner.addresses[0][1]}/interactions"
        yield _Endpoint(receiver, metrics, url, session, served)
    await runner.cleanup()


@given(st.binary(max_size=300), st.integers(0, 10**11), st.integers(0, 511), st.booleans())
def test_only_what_was_signed_is_believed(body: bytes, timestamp: int, bit: int, is_body: bool) -> None:
    signature = bytes.fromhex(_signature(body, timestamp))
    check = _check(timestamp)
    assert check.doubt(signature.hex(), str(timestamp), body) is None
    changed = bytearray(body if is_body and body else signature)
    place = bit // 8 % len(changed)
    changed[place] ^= 1 << bit % 8
    told = (signature, bytes(changed)) if is_body and body else (bytes(changed), body)
    assert check.doubt(told[0].hex(), str(timestamp), told[1]) is Doubt.FORGED
    assert check.doubt(signature.hex(), str(timestamp + 1), body) is Doubt.FORGED


@pytest.mark.parametrize(("seconds", "is_old"), [(0, False), (60, False), (-60, False), (61, True), (-61, True)])
def test_a_signed_request_is_believed_for_a_minute(seconds: int, is_old: bool) -> None:
    doubt = _check(_NOW + seconds).doubt(_signature(b"{}"), str(_NOW), b"{}")
    assert doubt is (Doubt.OLD if is_old else None)


@pytest.mark.parametrize("signature", ["", "00", "zz" * 64, "00" * 65, "\u0660" * 128])
@pytest.mark.parametrize("timestamp", [str(_NOW), "", "-1", "1e9", "\u0661"])
def test_headers_that_no_request_of_discord_has_are_refused(signature: str, timestamp: str) -> None:
    assert _check().doubt(signature, timestamp, b"") is Doubt.UNSIGNED


def test_what_is_no_key_is_refused() -> None:
    for key in ("", "0" * 63, "0" * 65, "g" * 64):
        with pytest.raises(ValueError, match="no public key"):
            SignatureCheck(key)


async def test_a_ping_is_answered_and_an_interaction_taken_without_a_body() -> None:
    async with _listening() as endpoint:
        status, body = await endpoint.post({"id": "0", "type": 1})
        assert (status, json.loads(body)) == (200, {"type": 1})
        assert endpoint.served == []
        assert await endpoint.post(_PRESS) == (202, "")
        assert endpoint.served == [_PRESS]


async def test_a_request_that_a_proxy_sends_again_is_served_once() -> None:
    async with _listening() as endpoint:
        assert [(await endpoint.post(_PRESS))[0] for _ in range(3)] == [202] * 3
        assert endpoint.served == [_PRESS]
        await endpoint.post(_PRESS | {"id": "2"})
        assert len(endpoint.served) == 2


@pytest.mark.parametrize("header", ["X-Signature-Ed25519", "X-Signature-Timestamp"])
async def test_a_request_without_a_valid_signature_is_unauthorized(header: str) -> None:
    async with _listening() as endpoint:
        status, text = await endpoint.post(_PRESS, **{header: ""})
        assert (status, text) == (401, "The signature of the request is not valid.\n")
        forged = _signature(json.dumps(_PRESS).encode(), key=SigningKey.generate())
        assert (await endpoint.post(_PRESS, **{"X-Signature-Ed25519": forged}))[0] == 401
        assert endpoint.served == []
        assert (endpoint.refused("unsigned"), endpoint.refused("forged")) == (1, 1)


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"type": "3"}', b'{"type": 3}', b'{"type": 3, "id": 1}', b"\xff"])
async def test_what_is_no_interaction_is_a_bad_request(body: bytes) -> None:
    async with _listening() as endpoint:
        assert await endpoint.post(body) == (400, "This is no interaction.\n")


async def test_an_interaction_that_cannot_be_read_does_not_keep_others_from_being_served(
    caplog: pytest.LogCaptureFixture,
) -> None:
    def serve(event: dict[str, Any]) -> bool:
        if "channel" not in event:
            raise KeyError("channel")
        return True

    async with _listening(serve) as endpoint:
        assert (await endpoint.post(_PRESS))[0] == 400
        assert (await endpoint.post(_PRESS | {"id": "2", "channel": {}}))[0] == 202
    assert "an interaction could not be read" in caplog.text


async def test_an_interaction_that_is_dropped_is_answered_with_a_reason() -> None:
    async with _listening(lambda _: False) as endpoint:
        assert await endpoint.post(_PRESS) == (429, "There are too many interactions.\n")


async def test_a_large_body_is_refused_before_it_is_checked() -> None:
    async with _listening() as endpoint:
        assert await endpoint.post(b" " * (1 << 20) + b"  ") == (413, "The request is too large.\n")
        assert endpoint.refused("large") == 1


async def test_other_methods_and_paths_are_refused() -> None:
    async with _listening() as endpoint:
        async with endpoint.session.get(endpoint.url) as response:
            assert (response.status, response.headers["Allow"]) == (405, "POST")
        async with endpoint.session.post(f"{endpoint.url}/more", data=b"{}") as response:
            assert response.status == 404


async def test_connections_are_closed_with_the_next_response_while_the_bot_stops() -> None:
    async with _listening() as endpoint:
        await endpoint.post(_PRESS)
        endpoint.receiver.is_stopping = True
        body = json.dumps(_PRESS | {"id": "2"}).encode()
        signed = {"X-Signature-Ed25519": _signature(body), "X-Signature-Timestamp": str(_NOW)}
        async with endpoint.session.post(endpoint.url, data=body, headers=signed) as response:
            assert (response.status, response.headers["Connection"]) == (202, "close")
        assert len(endpoint.served) == 2


async def test_a_body_that_does_not_come_is_given_up() -> None:
    async with _listening(seconds_to_read=0.01) as endpoint:
        host, port = endpoint.url.split("/")[2].split(":")
        reading, writing = await asyncio.open_connection(host, int(port))
        writing.write(b"POST /interactions HTTP/1.1\r\nHost: here\r\nContent-Length: 10\r\n\r\n")
        assert (await asyncio.wait_for(reading.readline(), PATIENCE)).startswith(b"HTTP/1.1 408")
        writing.close()
