"""Answering a bot that asks for the members of a guild."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from local_discord.model.guild import BaseGuild
    from local_discord.wire import Json

CHUNK_SIZE = 1000


def asks_for_everybody(request: Json) -> bool:
    """Tells whether a request is for all members, which takes the intent for members."""
    return not request.get("user_ids") and not request.get("query")


def member_chunks(guild: BaseGuild[Any], request: Json) -> Iterator[Json]:
    """Yields what the events carry that answer a request for members."""
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
