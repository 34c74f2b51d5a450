"""`python bot.py --page` as an operating system process."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from typing import Self

from tests.support.forked_bot import ROOT
from tests.support.patience import PATIENCE


class PageProcess:
    """The bot on a pretend server of its own, with the page before it.

    Attributes:
        address: Where the page is.
        log: What the process wrote to its error output, once it has ended.
    """

    def __init__(self) -> None:
        self.address = ""
        self.log = ""
        self._process: asyncio.subprocess.Process | None = None

    async def __aenter__(self) -> Self:
        inherited = {
            name: value for name, value in os.environ.items() if not name.startswith(("GRIDLOCK_", "DISCORD_"))
        }
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "bot.py",
            "--page",
            cwd=ROOT,
            env=inherited | {"DISCORD_TOKEN": ""},
            stdout=pipe,
            stderr=pipe,
        )
        assert self._process.stdout is not None
        line = await asyncio.wait_for(self._process.stdout.readline(), timeout=PATIENCE)
        found = re.search(r"http://\S+", line.decode())
        assert found is not None, line or (await self._process.communicate())[1].decode()
        self.address = found[0]
        return self

    async def __aexit__(self, *_: object) -> None:
        process = self._process
        assert process is not None
        if process.returncode is None:
            process.send_signal(signal.SIGTERM)
        written = await asyncio.wait_for(process.communicate(), timeout=PATIENCE)
        self.log = written[1].decode()
        assert process.returncode == 0, self.log
        assert "Traceback" not in self.log, self.log
