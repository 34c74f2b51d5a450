"""Access to the page's server, its headers and its files."""

from __future__ import annotations

import asyncio
import re
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import aiohttp
import pytest

from local_discord.frontends.web import LocalPage, files
from local_discord.frontends.web.feed import PROTOCOL

if TYPE_CHECKING:
    from local_discord.tests.support.scene import Scene
    from local_discord.tests.web.conftest import Browser

STATIC = Path(files.__file__).parent / "static"
FILES = sorted(path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.*"))
SCRIPTS = [name for name in FILES if name.endswith(".js")]
PATHS = ["/", "/events", "/static/scripts/main.js", "/files/1/2", "/emojis/1", "/icons/1", "/nothing"]


def port_of(browser: Browser) -> int:
    return int(browser.address.rpartition(":")[2])


def test_it_listens_on_one_loopback_address_only(browser: Browser) -> None:
    """127.0.0.2 is this machine, too, and a server that listens on all addresses answers there."""
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port_of(browser)), timeout=5)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("host", ["evil.example:{port}", "evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", ""])
async def test_a_foreign_host_header_is_refused(browser: Browser, path: str, host: str) -> None:
    headers = {"Host": host.format(port=port_of(browser))}
    async with browser.session.get(browser.address + path, headers=headers) as response:
        assert response.status == 403
        assert browser.token not in await response.text()


async def test_localhost_is_an_allowed_host(browser: Browser) -> None:
    host = f"localhost:{port_of(browser)}"
    async with browser.session.get(browser.address, headers={"Host": host}) as response:
        assert response.status == 200
    said = {"seat": str(browser.scene.ada.id), "channel": str(browser.scene.channel.id), "text": "hello"}
    assert (await browser.post("/say", said, Host=host, Origin=f"http://{host}"))[0] == 200


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://{host}", "http://{host}.evil"]
)
async def test_other_pages_are_refused(browser: Browser, path: str, origin: str) -> None:
    headers = {"Origin": origin.format(host=browser.address.removeprefix("http://"))}
    async with browser.session.get(browser.address + path, headers=headers) as response:
        assert response.status == 403


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"X_Page_Token": None}, 403),
        ({"X_Page_Token": ""}, 403),
        ({"X_Page_Token": "guessed"}, 403),
        ({"X_Page_Token": "g\u00fcessed"}, 403),
        ({"Origin": None}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Host": "evil.example"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
    ],
)
@pytest.mark.parametrize("path", ["/say", "/faults/disconnect", "/faults/restart", "/complete"])
async def test_calls_need_the_pages_token(
    browser: Browser, scene: Scene, path: str, headers: dict[str, str | None], status: int
) -> None:
    said = {"seat": str(scene.ada.id), "channel": str(scene.channel.id), "text": "hello"}
    assert (await browser.post(path, said, **headers))[0] == status
    assert scene.channel.messages == []


async def test_a_token_that_is_no_text_at_all_is_refused(browser: Browser) -> None:
    """Written by hand, because clients do not send this."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port_of(browser))
    host = browser.address.removeprefix("http://").encode()
    head = b"POST /say HTTP/1.1\r\nHost: %b\r\nOrigin: http://%b\r\nX-Page-Token: \xff\xfe\r\nContent-Length: 0\r\n\r\n"
    writer.write(head % (host, host))
    assert b" 403 " in await reader.readline()
    writer.close()
    await writer.wait_closed()


SOCKET = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "a" * 22 + "==",
}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 101),
        ({"Origin": None}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Host": "evil.example"}, 403),
    ],
)
async def test_a_socket_is_opened_by_the_page_only(
    browser: Browser, headers: dict[str, str | None], status: int
) -> None:
    """Browsers let every page open a WebSocket, so the server has to check the Origin."""
    own = {"Origin": browser.address, "Sec-WebSocket-Protocol": f"{PROTOCOL}, {browser.token}"}
    sent = {name: value for name, value in (SOCKET | own | headers).items() if value is not None}
    async with browser.session.get(browser.address + "/events", headers=sent) as response:
        assert response.status == status


async def test_every_run_has_a_new_token(browser: Browser, scene: Scene) -> None:
    async with LocalPage(scene.server, scene.guild, port=0) as other:
        browser.address = other.address.removesuffix("/")
        said = {"seat": str(scene.ada.id), "channel": str(scene.channel.id), "text": "hello"}
        assert (await browser.post("/say", said))[0] == 403
        before = browser.token
        await browser.open()
        assert browser.token != before
        assert (await browser.post("/say", said))[0] == 200


@pytest.mark.parametrize("path", PATHS)
async def test_every_answer_has_security_headers(browser: Browser, path: str) -> None:
    async with browser.session.get(browser.address + path) as response:
        policy = dict(part.split(" ", 1) for part in response.headers["Content-Security-Policy"].split("; "))
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
        assert response.headers["X-Frame-Options"] == "DENY"
        assert response.headers["Cache-Control"] == "no-store"
        assert "Access-Control-Allow-Origin" not in response.headers
    assert policy.pop("default-src") == policy.pop("base-uri") == policy.pop("form-action") == "'none'"
    assert policy.pop("frame-ancestors") == "'none'"
    assert policy.pop("require-trusted-types-for") == "'script'"
    assert policy.pop("trusted-types") == "'none'"
    assert set(policy.values()) == {"'self'"}


async def test_refusals_say_it_too(browser: Browser) -> None:
    async with browser.session.get(browser.address, headers={"Origin": "http://evil.example"}) as response:
        assert response.status == 403
        assert "frame-ancestors 'none'" in response.headers["Content-Security-Policy"]


async def test_the_document_has_no_inline_script_or_style(browser: Browser) -> None:
    document = await browser.text("/")
    assert "A &lt;test&gt;" in document
    assert "<style" not in document
    assert not re.search(r"\s(?:style|on\w+)=", document)
    assert re.findall(r"<script[^>]*>(.*?)</script>", document) == [""]
    assert all(address.startswith("/static/") for address in re.findall(r'(?:src|href)="([^"]*)"', document))


@pytest.mark.parametrize("name", [name for name in FILES if name != "index.html"])
async def test_the_files_name_no_other_place(browser: Browser, name: str) -> None:
    text = await browser.text(f"/static/{name}")
    addresses = set(re.findall(r"\b(?:https?|wss?)://[^\s\"'`)]+", text))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert browser.token not in text


@pytest.mark.parametrize("name", SCRIPTS)
async def test_no_script_turns_text_into_markup(browser: Browser, name: str) -> None:
    text = await browser.text(f"/static/{name}")
    assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|srcdoc", text)


@pytest.mark.parametrize(
    "name",
    [
        "index.html",
        "../page.py",
        "scripts/../../page.py",
        "..%2fpage.py",
        "%2e%2e/page.py",
        "nothing.js",
        "scripts",
        "scripts/",
        "",
    ],
)
async def test_only_the_static_files_are_served(browser: Browser, name: str) -> None:
    async with aiohttp.ClientSession() as session, session.get(f"{browser.address}/static/{name}") as response:
        assert response.status == 404


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS"])
async def test_other_methods_are_guarded_as_well(browser: Browser, method: str) -> None:
    async with browser.session.request(method, browser.address + "/say") as response:
        assert response.status == 403
