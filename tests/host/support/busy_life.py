"""Three members whose actions leave rows in every table."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

from hypothesis import strategies as st
from sqlalchemy import MetaData, select
from sqlalchemy.engine import Connection

from gridlock_host import Database, First, Game, Host, Person, Place, Refusal
from gridlock_host.members.notifications import NotificationSettings, NotifyMode
from gridlock_host.model.terms import Terms
from gridlock_host.servers.permissions import Actor
from gridlock_rules import Move
from gridlock_solver import Accuracy, Solution
from gridlock_solver.judgement.review import judged_by
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    HERE,
    OTHER_GUILD,
    Rows,
    new_request,
    play,
    resign,
    start_against_bot,
)

PLACES = (HERE, Place(OTHER_GUILD, CHANNEL))
STEPS = (
    *("challenge", "ask anybody", "match", "accept", "move", "take back", "finish", "rematch"),
    *("play the bot", "end", "ban", "block"),
)

Step = tuple[str, Place, int, int]
people = st.sampled_from([ADA, BOB, CLEO])
lives: st.SearchStrategy[list[Step]] = st.lists(
    st.tuples(st.sampled_from(STEPS), st.sampled_from(PLACES), people, people), max_size=40
)


def every_trace() -> list[Step]:
    """A life in which each of three people is in every part of every table."""
    pairs = [(one, two) for one, two in product((ADA, BOB, CLEO), repeat=2) if one != two]
    begin = ["challenge", "accept", "move", "rematch", "finish"]
    go_on = ["match", "accept", "move", "finish", "take back"]
    once = [
        (step, HERE, *pair) for pair in pairs for step in (*begin, *go_on, "challenge", "ask anybody", "play the bot")
    ]
    elsewhere = [(step, PLACES[1], ADA, BOB) for step in (*begin, *go_on)]
    orders = [(step, HERE, *pair) for pair in pairs for step in ("end", "challenge", "accept", "move", "ban", "block")]
    return [*once, *elsewhere, *orders]


async def live(host: Host, life: Iterable[Step]) -> None:
    """Do all this, as far as it is not refused."""
    for step, place, one, two in life:
        with suppress(Refusal):
            await _do(host, step, place, one, two)
    for person in (ADA, BOB, CLEO):
        await host.members.notifications.change(person, NotificationSettings(NotifyMode.OFF))


async def _do(host: Host, step: str, place: Place, one: int, two: int) -> None:
    moderator = Actor(one, manages_server=True)
    match step:
        case "challenge" | "ask anybody" | "match":
            challenge = await host.challenges.propose(
                place,
                one,
                None if step == "ask anybody" else Person(two),
                Terms("lines", size=3, first=First.ME, best_of=3 if step == "match" else 1),
                request_id=new_request(),
            )
            await host.challenges.place(challenge.id, replace(place, message_id=new_request()))
        case "accept":
            for challenge in await host.challenges.open_for(place.guild_id, two):
                with suppress(Refusal):
                    await host.challenges.accept(place.guild_id, challenge.id, two, channel_id=CHANNEL)
        case "play the bot":
            game = await start_against_bot(host, player=one, place=place)
            await host.games.note_shown(await resign(host, place.guild_id, game.id, one), None)
            await host.challenges.rematch.offer(place.guild_id, game.id, one, channel_id=CHANNEL)
        case "ban":
            await host.servers.moderation.ban(place.guild_id, moderator, two, f"seen by <@{one}>")
        case "block":
            await host.members.blocks.add(one, two)
        case _:
            await _play(host, step, place, one, two)


async def _play(host: Host, step: str, place: Place, one: int, two: int) -> None:
    for game in await host.games.open_for(place.guild_id, one):
        if not game.has_player(two) or game.to_move_id is None:
            continue
        await host.games.place_board(game.id, replace(place, message_id=new_request()))
        match step:
            case "move":
                await play(host, game, str(next(iter(game.position.legal_moves))))
            case "take back":
                await host.games.take_back.offer(place.guild_id, game.id, game.opponent_of(game.to_move_id))
            case "finish" | "rematch":
                ended = await resign(host, place.guild_id, game.id, one)
                await host.games.note_shown(ended, None)
                await note_decisions(host, ended)
                for player in (one, two) if step == "rematch" else (one,):
                    await host.challenges.rematch.offer(place.guild_id, game.id, player, channel_id=CHANNEL)
            case "end":
                await host.servers.moderation.end_game(
                    place.guild_id, game.id, Actor(CLEO, manages_server=True), f"asked by {two}"
                )


async def note_decisions(host: Host, game: Game) -> None:
    """Store about a finished game what the solver would find out about the decisions of both players."""
    await host.learning.accuracies.add(game, dict.fromkeys((game.player_one_id, game.player_two_id), Accuracy(2, 1)))
    one_wins = Solution((Move(0),), Move(0), exact=True)
    plies = [judged_by(game.position_at(ply), Move(0), one_wins) for ply in range(min(2, game.ply))]
    await host.learning.lessons.add(game, plies)


async def stored_rows(database: Database) -> Rows:
    """Every row of every table that the database itself knows of, whatever the program knows."""
    async with database.writing() as connection:
        return await connection.run_sync(_reflected)


def _reflected(connection: Connection) -> Rows:
    tables = MetaData()
    tables.reflect(connection)
    return {name: [tuple(row) for row in connection.execute(select(table))] for name, table in tables.tables.items()}


def naming(rows: Rows, number: int) -> list[tuple[str, tuple[Any, ...]]]:
    """The rows in which a number stands, also within a text."""
    return [
        (name, row)
        for name, of_table in rows.items()
        for row in of_table
        if any(str(number) in str(value) for value in row)
    ]
