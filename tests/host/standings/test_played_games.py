"""Games of a member: results, streaks and favourite first moves equal a naive count over any history."""

from __future__ import annotations

import asyncio
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import count, groupby, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import insert

from gridlock_host import Database, Ending, Host, Record, migrate
from gridlock_host.model.starts import Swap
from gridlock_host.standings.played_games import Opening, PlayedGames, load_played_games
from gridlock_host.storage.schema import games, moves, results
from gridlock_rules import Player
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    CHANNEL,
    CLEO,
    GUILD,
    MANAGER,
    NOON,
    OTHER_GUILD,
    lift_limits,
    play,
    resign,
    start,
)
from tests.host.support.plans import plans, pretend_to_be_large
from tests.host.support.statements import listening

NOTHING = PlayedGames({}, 0, 0, {})
_guilds = count(GUILD)


@dataclass(frozen=True)
class Played:
    """A finished game, with all that may keep it from counting."""

    one: int
    two: int
    variant: str
    size: int
    cells: tuple[str, ...]
    winner: int | None
    start: str | None
    swap: Swap | None
    handicap: int
    voided: bool
    minute: int

    @property
    def counts(self) -> bool:
        return self.winner is not None and BOT not in (self.one, self.two) and not self.handicap and not self.voided


@st.composite
def histories(draw: st.DrawFn) -> list[Played]:
    """Games of three people and the bot. Some end at the same moment."""
    random = Random(draw(st.integers(0, 2**32)))  # noqa: S311  # games of a test
    return [_played(random, number) for number in range(draw(st.integers(0, 30)))]


def _played(random: Random, number: int) -> Played:
    one, two = random.choice([(ADA, BOB), (BOB, ADA), (ADA, CLEO), (CLEO, ADA), (BOB, CLEO), (ADA, BOT)])
    cells = random.sample(["A1", "A3", "C1", "C3", "B2", "A2", "B2/A1", "B2/C3"], random.choice([0, 1, 2, 3]))
    return Played(
        one,
        two,
        random.choice(["lines", "isolation"]),
        random.choice([3, 4]),
        tuple(cells),
        random.choice([one, one, two, None]),
        random.choice([None, None, None, "-B2"]),
        random.choice([None, None, Swap.AGREED, Swap.TAKEN]),
        random.choice([0, 0, 0, 0, 1]),
        random.random() < 0.1,
        number // 2,
    )


async def store(database: Database, guild_id: int, history: Sequence[Played]) -> None:
    """Store a history in a server."""
    async with database.writing() as connection:
        for one in history:
            ended_at = NOON + timedelta(minutes=one.minute)
            row = {
                "guild_id": guild_id,
                "channel_id": CHANNEL,
                "variant": one.variant,
                "size": one.size,
                "player_one_id": one.one,
                "player_two_id": one.two,
                "status": "over",
                "version": 1,
                "created_at": NOON,
                "bot_id": BOT if one.two == BOT else None,
                "start": one.start,
                "swap": one.swap,
                "handicap": one.handicap,
                "voided": one.voided,
            }
            game_id = (await connection.execute(insert(games).values(row).returning(games.c.id))).scalar_one()
            played = [
                {"game_id": game_id, "ply": ply, "text": text, "played_at": ended_at}
                for ply, text in enumerate(one.cells)
            ]
            if played:
                await connection.execute(insert(moves), played)
            loser = None if one.winner is None else one.two if one.winner == one.one else one.one
            result = {"game_id": game_id, "winner_id": one.winner, "loser_id": loser, "ending": Ending.RESIGNATION}
            where = {"ended_at": ended_at, "guild_id": guild_id, "gives_points": one.counts}
            await connection.execute(insert(results).values(result | where))


def turned(text: str, size: int) -> set[str]:
    """The eight moves that turning and mirroring the board makes of a move."""

    def moved(cell: str, turns: int, *, mirrors: bool) -> str:
        row, column = "ABCDEFGH".index(cell[0]), int(cell[1]) - 1
        for _ in range(turns):
            row, column = column, size - 1 - row
        return f"{'ABCDEFGH'[row]}{(size - 1 - column if mirrors else column) + 1}"

    return {
        "/".join(moved(cell, turns, mirrors=mirrors) for cell in text.split("/"))
        for turns, mirrors in product(range(4), (False, True))
    }


def counted(history: Sequence[Played], user_id: int) -> PlayedGames:
    """What a person has played, by counting one game after another."""
    mine = [one for one in history if one.counts and user_id in (one.one, one.two)]
    won, lost = Counter[tuple[str, Player]](), Counter[tuple[str, Player]]()
    opened: dict[str, dict[tuple[int, str], Record]] = defaultdict(dict)
    for one in mine:
        seat = Player.ONE if one.one == user_id else Player.TWO
        is_won = one.winner == user_id
        (won if is_won else lost)[one.variant, seat] += 1
        own = one.cells[seat.value - 1 : seat.value]
        if own and one.start is None and one.swap is not Swap.TAKEN:
            key = one.size, min(turned(own[0], one.size))
            before = opened[one.variant].get(key, Record())
            opened[one.variant][key] = Record(before.won + is_won, before.lost + (not is_won))
    runs = [(is_won, len(list(run))) for is_won, run in groupby(one.winner == user_id for one in mine)]
    openings = {}
    for variant, records in opened.items():
        by_rank = sorted(records.items(), key=lambda one: (-one[1].played, -one[1].won, one[0]))
        (size, move), record = by_rank[0]
        openings[variant] = Opening(size, move, record)
    return PlayedGames(
        {key: Record(won[key], lost[key]) for key in won.keys() | lost.keys()},
        runs[-1][1] if runs and runs[-1][0] else 0,
        max((length for is_won, length in runs if is_won), default=0),
        openings,
    )


@given(history=histories())
def test_what_a_member_has_played_equals_a_naive_count(
    history: list[Played], tmp_path_factory: pytest.TempPathFactory
) -> None:
    async def check() -> None:
        path = tmp_path_factory.getbasetemp() / "played.db"
        is_new = not path.exists()
        database = Database(f"sqlite:///{path}")
        try:
            if is_new:
                await migrate(database)
            await compare(database, history)
        finally:
            await database.close()

    asyncio.run(check())


async def compare(database: Database, history: Sequence[Played]) -> None:
    """Store a history in a server of its own, and compare what is read for each person."""
    guild_id = next(_guilds)
    await store(database, guild_id, history)
    for person in (ADA, BOB, CLEO):
        assert await load_played_games(database, guild_id, person) == counted(history, person)


async def test_any_database_counts_the_same(database: Database) -> None:
    random = Random(11)  # noqa: S311  # games of a test
    history = [_played(random, number) for number in range(60)]
    await compare(database, history)
    assert counted(history, ADA).best_streak > 1
    assert len(counted(history, ADA).openings) == 2


async def test_a_member_without_a_game_here_has_played_nothing(host: Host) -> None:
    game = await play(host, await start(host), "A1", "A3", "C3")
    assert await host.games.standings.played_games(GUILD, ADA) == NOTHING
    await resign(host, GUILD, game.id, ADA)
    assert (await host.games.standings.played_games(GUILD, ADA)).total == Record(0, 1)
    assert await host.games.standings.played_games(OTHER_GUILD, ADA) == NOTHING


async def test_a_voided_game_has_never_been_and_comes_back(host: Host) -> None:
    await lift_limits(host)
    played = host.games.standings.played_games
    for loser in (BOB, BOB, ADA):
        await resign(host, GUILD, (await start(host)).id, loser)
    before = {person: await played(GUILD, person) for person in (ADA, BOB)}
    last = await start(host, variant="dodge", size=5)
    await resign(host, GUILD, last.id, BOB)
    after = {person: await played(GUILD, person) for person in (ADA, BOB)}
    assert (after[ADA].streak, before[ADA].streak, before[ADA].best_streak) == (1, 0, 2)
    await host.servers.moderation.void(GUILD, last.id, MANAGER, "test")
    assert {person: await played(GUILD, person) for person in (ADA, BOB)} == before
    await host.servers.moderation.unvoid(GUILD, last.id, MANAGER, "")
    assert {person: await played(GUILD, person) for person in (ADA, BOB)} == after


async def test_a_forgotten_member_has_played_nothing_and_others_keep_their_games(host: Host) -> None:
    await resign(host, GUILD, (await start(host)).id, BOB)
    of_bob = await host.games.standings.played_games(GUILD, BOB)
    await host.members.privacy.forget(ADA)
    assert await host.games.standings.played_games(GUILD, ADA) == NOTHING
    assert await host.games.standings.played_games(GUILD, BOB) == of_bob


async def test_only_the_games_of_the_member_are_read(sqlite_url: str) -> None:
    """Each result is found by an index of the member, and read once, with its game and its move."""
    database = Database(sqlite_url)
    await pretend_to_be_large(database)
    with listening(database) as statements:
        await load_played_games(database, GUILD, ADA)
    ((_, steps),) = (await plans(database, statements.asked)).items()
    await database.close()
    assert [step for step in steps if re.match(r"(SCAN|SEARCH) (games|moves|results)\b", step)] == [
        step
        for kind, person in (("won", "winner"), ("lost", "loser"))
        for step in (
            f"SEARCH results USING COVERING INDEX ix_results_{kind} (guild_id=? AND {person}_id=? AND gives_points=?)",
            "SEARCH games USING INTEGER PRIMARY KEY (rowid=?)",
            "SEARCH moves USING INDEX sqlite_autoindex_moves_1 (game_id=? AND ply=?) LEFT-JOIN",
        )
    ]
