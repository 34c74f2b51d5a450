"""The export of a member's data."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock_host import Database, Host
from gridlock_host.members.data_export import write_files
from gridlock_host.members.notifications import NotificationSettings, NotifyMode
from gridlock_host.servers.permissions import Actor
from tests.host.support.busy_life import PLACES, every_trace, live, naming, stored_rows
from tests.host.support.host import ADA, BOB, CLEO, GUILD, HERE, Clock, open_host, play, play_to_the_end, propose, start

MANY_BYTES = 10**7
SUBJECTS = {
    "notifications",
    "standings",
    "standing_totals",
    "bot_records",
    "accuracies",
    "accuracy_totals",
    "exercises",
    "bans",
    "blocks",
    "moderation_about_you",
    "moderation_by_you",
    "offers",
    "challenges",
    "games",
}


async def data_of(host: Host, user_id: int, most_bytes: int = MANY_BYTES) -> dict[str, Any]:
    """All the files together, read as JSON."""
    together: dict[str, Any] = {}
    for content in await host.members.privacy.export(user_id, most_bytes=most_bytes):
        assert len(content) <= most_bytes
        for subject, entries in json.loads(content).items():
            if isinstance(entries, list):
                together.setdefault(subject, []).extend(entries)
    return together


async def test_an_unknown_member_gets_an_empty_export(host: Host) -> None:
    assert [json.loads(file) for file in await host.members.privacy.export(ADA, most_bytes=MANY_BYTES)] == [
        {"user_id": str(ADA), "part": 1, "of": 1}
    ]


async def test_the_export_has_every_row_about_the_member(database: Database) -> None:
    """Except blocks by others, and reasons about others."""
    host = open_host(database)
    await live(host, every_trace())
    named: dict[str, int] = {}
    rows = await stored_rows(database)
    for table, row in naming(rows, ADA):
        if ADA in row:
            named[table] = named.get(table, 0) + 1
    data = await data_of(host, ADA)
    assert set(data) == SUBJECTS
    counts = {subject: len(entries) for subject, entries in data.items()}
    bans = [entry for entry in data["moderation_about_you"] if entry["member_id"] is not None]
    assert len(bans) < counts.pop("moderation_about_you"), "a game that was ended names its players elsewhere only"
    counts["moderation_log"] = len(bans) + counts.pop("moderation_by_you")
    counts["results"] = sum(
        game["result"] is not None and game["result"]["winner_id"] is not None for game in data["games"]
    )
    foreign_blocks = sum(row[1] == ADA for row in rows["blocks"])
    assert counts == {**named, "blocks": named["blocks"] - foreign_blocks}
    assert counts["games"] > 10


async def test_a_game_comes_with_its_moves_and_its_result(host: Host) -> None:
    game = await play_to_the_end(host, await start(host))
    (entry,) = (await data_of(host, ADA))["games"]
    assert (entry["player_one_id"], entry["player_two_id"]) == (str(ADA), str(BOB))
    assert [move["text"] for move in entry["moves"]] == list(game.moves)
    assert entry["result"]["ending"] == "no_legal_move"
    assert entry["moves"][0]["played_at"] == game.moved_at[0].isoformat()


async def test_an_offer_comes_with_the_time_at_which_it_was_made(host: Host, clock: Clock) -> None:
    """Not with that of the move before it."""
    game = await play(host, await start(host), "A1")
    clock.time += timedelta(hours=1)
    await host.games.take_back.offer(GUILD, game.id, ADA)
    (offer,) = (await data_of(host, ADA))["offers"]
    assert offer["created_at"] == clock.time.isoformat()


async def test_a_game_of_a_match_comes_with_the_length_of_the_match(host: Host) -> None:
    """The rematch of a match has no challenge that would tell it."""
    game = await start(host, best_of=3)
    await start(host)
    entries = (await data_of(host, ADA))["games"]
    assert game.match is not None
    assert [(entry["match_id"], entry["best_of"]) for entry in entries] == [(game.match.id, 3), (None, None)]


async def test_the_export_covers_all_servers(host: Host) -> None:
    for place in PLACES:
        await start(host, place=place)
    guilds = {game["guild_id"] for game in (await data_of(host, ADA))["games"]}
    assert guilds == {str(place.guild_id) for place in PLACES}


async def test_the_export_hides_who_blocked_or_moderated_the_member(host: Host) -> None:
    await host.members.blocks.add(BOB, ADA)
    await host.servers.moderation.ban(GUILD, Actor(CLEO, manages_server=True), ADA, "cheating")
    data = await data_of(host, ADA)
    assert set(data) == {"bans", "moderation_about_you"}
    assert data["moderation_about_you"][0]["reason"] == "cheating"
    for other in (BOB, CLEO):
        assert str(other) not in json.dumps(data)


async def test_both_players_exports_have_the_reason_of_a_moderators_end(host: Host) -> None:
    """Not to anybody else, and not which moderator it was."""
    game = await start(host)
    await host.servers.moderation.end_game(GUILD, game.id, Actor(CLEO, manages_server=True), "stalling")
    for player in (ADA, BOB):
        data = await data_of(host, player)
        assert [(entry["game_id"], entry["reason"]) for entry in data["moderation_about_you"]] == [
            (game.id, "stalling")
        ]
        assert str(CLEO) not in json.dumps(data)
    assert set(await data_of(host, CLEO)) == {"moderation_by_you"}


async def test_the_export_has_bans_kept_after_erasure(host: Host) -> None:
    await host.servers.moderation.ban(GUILD, Actor(CLEO, manages_server=True), ADA, "cheating")
    await host.members.privacy.forget(ADA)
    data = await data_of(host, ADA)
    assert [ban["guild_id"] for ban in data["bans"]] == [str(GUILD)]
    assert set(data) == {"bans"}


async def test_the_export_counts_blocks_of_erased_members(host: Host) -> None:
    for blocked in (BOB, CLEO):
        await host.members.blocks.add(ADA, blocked)
    await host.members.privacy.forget(BOB)
    data = await data_of(host, ADA)
    assert [block.get("blocked_id") for block in data["blocks"]] == [str(CLEO), None]
    assert data["blocks"][1] == {"blocked": "a person whose data was deleted; a fingerprint of them is kept"}
    assert str(BOB) not in json.dumps(data)
    assert await data_of(host, BOB) == {}


async def test_the_export_has_nothing_about_games_of_others(host: Host) -> None:
    await play(host, await start(host, one=BOB, two=CLEO), "B2")
    await propose(host, one=BOB, two=CLEO)
    await host.members.notifications.change(BOB, NotificationSettings(NotifyMode.OFF))
    assert await data_of(host, ADA) == {}


async def test_the_export_has_more_games_than_one_batch(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gridlock_host.members.data_export.GAMES_AT_ONCE", 2)
    ids = [(await start(host, place=replace(HERE, channel_id=number))).id for number in range(1, 6)]
    assert [game["id"] for game in (await data_of(host, ADA))["games"]] == ids


entries = st.lists(
    st.tuples(
        st.sampled_from(sorted(SUBJECTS)),
        st.dictionaries(st.text(max_size=8), st.one_of(st.none(), st.integers(), st.text(max_size=40)), max_size=4),
    ),
    max_size=30,
)


@given(entries, st.integers(1_000, 4_000))
def test_export_files_hold_every_entry_once_in_order_within_the_size_limit(
    wanted: list[tuple[str, dict[str, Any]]], most_bytes: int
) -> None:
    files = write_files(ADA, wanted, most_bytes)
    read = [json.loads(file) for file in files]
    assert [(one["user_id"], one["part"], one["of"]) for one in read] == [
        (str(ADA), number, len(files)) for number in range(1, len(files) + 1)
    ]
    for subject in SUBJECTS:
        divided = [entry for one in read for entry in one.get(subject, [])]
        assert divided == [entry for of, entry in wanted if of == subject]
    assert all(len(file) <= most_bytes for file in files)
    assert len(files) == 1 or all(len(one) > 3 for one in read)
