"""A record of every request that the bot made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from local_discord.errors import ApiError
    from local_discord.wire import Json


@dataclass
class Request:
    """A REST request and how it ended.

    Attributes:
        method: The HTTP method.
        path: The path below /api/v10, without the query.
        body: The JSON it carried, or None.
        at: When it came, in seconds on the server's clock.
        files: The names of the files it carried.
        status: The HTTP status of the answer; 0 while there is none.
        code: Discord's error code, or None.
        error: The whole error in one line, or "".
        broke_rule: Whether it was answered with an error that a bot without fault never meets.
        injected: Whether a fault was injected into it.
        of_all_routes: Whether it was refused by a rate limit of everything that the bot asks for.
    """

    method: str
    path: str
    body: Json | list[Json] | None
    at: float
    files: tuple[str, ...] = ()
    status: int = 0
    code: int | None = None
    error: str = ""
    broke_rule: bool = False
    injected: bool = False
    of_all_routes: bool = False

    def note(self, error: ApiError, *, injected: bool) -> None:
        """Notes the error that it was answered with."""
        self.code = error.code
        self.error = str(error)
        self.injected = injected
        self.of_all_routes = bool(error.extra.get("global"))
        self.broke_rule = not error.outcome and not injected
