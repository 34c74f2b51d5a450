"""PgBouncer in front of a PostgreSQL database, where it is installed."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url

from tests.support.patience import PATIENCE

# It refuses to run as the superuser.
_USER_INSTEAD_OF_ROOT = "nobody"


@asynccontextmanager
async def pooled(url: str, folder: Path) -> AsyncIterator[str]:
    """Yield the URL of the database through PgBouncer with its default settings; skip the test without PgBouncer."""
    program = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
    if program is None:
        pytest.skip("PgBouncer is not installed")
    server = make_url(url)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    login = f"user={server.username}" + (f" password={server.password}" if server.password else "")
    settings = folder / "pgbouncer.ini"
    settings.write_text(
        f"[databases]\n* = host={server.host or '127.0.0.1'} port={server.port or 5432} {login}\n"
        f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\nunix_socket_dir =\nauth_type = any\n"
    )
    settings.chmod(0o644)
    as_user = ["-u", _USER_INSTEAD_OF_ROOT] if os.geteuid() == 0 else []
    nothing = asyncio.subprocess.DEVNULL
    with settings.open("rb") as opened:
        # The other user may not look into the folder.
        command = (program, "-q", *as_user, "/dev/stdin")
        process = await asyncio.create_subprocess_exec(*command, stdin=opened, stdout=nothing, stderr=nothing)
    try:
        async with asyncio.timeout(PATIENCE):
            while not await _listens(port):
                assert process.returncode is None
                await asyncio.sleep(0.05)
        yield server.set(host="127.0.0.1", port=port).render_as_string(hide_password=False)
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _listens(port: int) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    return True
