"""Health check of a container: `python -m operation.supervision.healthcheck` asks the bot whether it is ready.

The exit status is 0 if players can use the bot, else 1, with the problems on standard output. It imports the standard
library only, because it starts every few seconds.
"""

from __future__ import annotations

import http.client
import json
import os
import sys
from typing import Final

_PATH: Final = "/ready"
_SECONDS: Final = 4.0
_EVERY_INTERFACE: Final = ("", "0.0.0.0", "::")  # noqa: S104  # they are replaced


def main() -> int:
    """Ask the status port that `GRIDLOCK_STATUS` names, and return the exit status."""
    setting = os.environ.get("GRIDLOCK_STATUS", "").strip()
    if not setting:
        return _say("GRIDLOCK_STATUS is not set, so there is nothing to ask.", 1)
    host, _, port = setting.rpartition(":")
    host = host.strip("[]")
    connection = http.client.HTTPConnection(
        "127.0.0.1" if host in _EVERY_INTERFACE else host, int(port), timeout=_SECONDS
    )
    try:
        connection.request("GET", _PATH)
        answer = connection.getresponse()
        problems = json.load(answer)["problems"]
    except (OSError, http.client.HTTPException, ValueError, LookupError, TypeError) as error:
        return _say(f"The bot does not answer at {setting}: {type(error).__name__}.", 1)
    finally:
        connection.close()
    return _say(" ".join(problems) or "The bot is ready.", 1 if problems else 0)


def _say(sentence: str, status: int) -> int:
    print(sentence)  # noqa: T201  # the supervisor shows it
    return status


if __name__ == "__main__":
    sys.exit(main())
