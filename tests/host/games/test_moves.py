"""Moves, refusals, resignations and board messages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from gridlock_host import Database, Ending, Game, Host, Place, Record, Result
from gridlock_host.errors import GameIsOver, NoSuchGame, NotInThisGame, NotYourTurn, StaleBoard
from gridlock_rules import VARIANTS, IllegalMove, InvalidNotation, OffBoard, Variant, replay
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    NOON,
    OTHER_CHANNEL,
    OTHER_GUILD,
    Clock,
    contents,
    leaderboard,
    open_host,
    play,
    play_to_the_end,
    refused,
    resign,
    start,
)

NOBODYS = 4_000_000


async def test_a_move_is_stored_before_it_is_shown(database: Database, host: Host) -> None:
    """What `move` returns is what a process that remembers nothing reads, move after move."""
    game = await start(host, size=5)
    for ply, text in enumerate(("c3", " E3 ", "5,5"), start=1):
        game = await play(host, game, text)
        assert await open_host(database).games.find(GUILD, game.id) == game
        assert (game.ply, game.version) == (ply, ply)
    assert game.moves == ("C3", "E3", "E5")
    assert game.position == replay("lines", 5, game.moves)
    assert str(game.last_move) == "E5"
    assert game.to_move_id == BOB


async def test_each_move_keeps_the_time_when_it_was_played(database: Database, host: Host, clock: Clock) -> None:
    game = await start(host, size=5)
    for text in ("C3", "E3"):
        clock.time += timedelta(minutes=1)
        game = await play(host, game, text)
    stored = (await contents(database))["moves"]
    assert [row[1:] for row in stored] == [
        (0, "C3", NOON + timedelta(minutes=1)),
        (1, "E3", NOON + timedelta(minutes=2)),
    ]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
async def test_the_last_move_wins_the_game_for_its_player(
    database: Database, host: Host, clock: Clock, variant: Variant
) -> None:
    """The result is stored and counted with that move."""
    game = await play_to_the_end(host, await start(host, variant=variant.key))
    outcome = game.position.outcome
    assert outcome is not None
    winner = game.player_id(outcome.winner)
    assert game.result == Result(winner, game.opponent_of(winner), Ending.NO_LEGAL_MOVE, clock.time)
    assert game.to_move_id is None
    assert await open_host(database).games.find(GUILD, game.id) == game
    assert await host.games.standings.records_by_variant(GUILD, winner) == {variant.key: Record(won=1)}
    assert await host.games.standings.records_by_variant(GUILD, game.opponent_of(winner)) == {
        variant.key: Record(lost=1)
    }


async def test_a_winning_last_move_on_a_full_board_is_a_win(host: Host) -> None:
    """In Lines the board can be full when the game ends; the player who filled it wins."""
    game = await play(host, await start(host), "A1", "A2", "A3", "B3", "B2", "B1", "C1", "C2", "C3")
    assert game.result is not None
    assert (game.result.winner_id, game.ply) == (ADA, 9)


Request = Callable[[Host, int, int, int, str, int | None], Awaitable[Game]]


async def _move(host: Host, guild: int, game: int, actor: int, text: str, seen: int | None) -> Game:
    return await host.games.move(guild, game, actor, text, seen_version=seen)


async def _resign(host: Host, guild: int, game: int, actor: int, _text: str, _seen: int | None) -> Game:
    return await host.games.resign(guild, game, actor)


async def _own(host: Host, guild: int, game: int, actor: int, _text: str, _seen: int | None) -> Game:
    return await host.games.find_own(guild, game, actor)


async def _turn(host: Host, guild: int, game: int, actor: int, _text: str, seen: int | None) -> Game:
    return await host.games.find_turn(guild, game, actor, seen_version=0 if seen is None else seen)


REMEMBERING = pytest.mark.parametrize("remembers", [True, False], ids=["remembering", "forgetful"])


@REMEMBERING
async def test_refusals_of_a_move_have_a_fixed_order(database: Database, host: Host, remembers: bool) -> None:
    """Each request below is wrong in one way more than the next; the first way is the one that is told."""
    over = await play_to_the_end(host, await start(host))
    game = await play(host, await start(host, size=5), "C3")
    host = host if remembers else open_host(database)
    wrong: list[tuple[type[Exception], tuple[int, int, int, str, int | None]]] = [
        (NoSuchGame, (GUILD, NOBODYS, CLEO, "nonsense", 99)),
        (NoSuchGame, (OTHER_GUILD, over.id, CLEO, "nonsense", 99)),
        (NoSuchGame, (OTHER_GUILD, game.id, BOB, "C1", 1)),
        (GameIsOver, (GUILD, over.id, CLEO, "nonsense", 99)),
        (NotInThisGame, (GUILD, game.id, CLEO, "nonsense", 99)),
        (NotYourTurn, (GUILD, game.id, ADA, "nonsense", 99)),
        (StaleBoard, (GUILD, game.id, BOB, "nonsense", 0)),
        (StaleBoard, (GUILD, game.id, BOB, "nonsense", 2)),
        (InvalidNotation, (GUILD, game.id, BOB, "nonsense", 1)),
        (OffBoard, (GUILD, game.id, BOB, "F1", 1)),
        (IllegalMove, (GUILD, game.id, BOB, "C3", 1)),
        (IllegalMove, (GUILD, game.id, BOB, "D4", None)),
    ]
    requests: list[tuple[Request, int]] = [(_move, 12), (_resign, 5), (_own, 5), (_turn, 8)]
    for request, checked in requests:
        for error, words in wrong[:checked]:
            async with refused(database, error) as info:
                await request(host, *words)
            if isinstance(info.value, NotYourTurn | StaleBoard | NotInThisGame):
                assert info.value.game == game
            elif isinstance(info.value, GameIsOver):
                assert info.value.game == over
    assert (await host.games.move(GUILD, game.id, BOB, "C1", seen_version=1)).moves == ("C3", "C1")


@REMEMBERING
async def test_an_illegal_move_uses_up_no_turn(database: Database, host: Host, remembers: bool) -> None:
    """The same player may try again, as often as it takes."""
    game = await play(host, await start(host), "A1")
    host = host if remembers else open_host(database)
    for text in ("B2", "A1", "C2"):
        async with refused(database, IllegalMove):
            await host.games.move(GUILD, game.id, BOB, text)
    assert (await host.games.move(GUILD, game.id, BOB, "A2", seen_version=1)).ply == 2


async def test_a_bystander_changes_nothing(database: Database, host: Host) -> None:
    game = await start(host)
    for request in (_move, _resign, _own, _turn):
        async with refused(database, NotInThisGame) as info:
            await request(host, GUILD, game.id, CLEO, "A1", 0)
        assert str(info.value) == f"You are not playing in game #{game.id}. Only its two players can do that."


@pytest.mark.parametrize("loser", [ADA, BOB])
@pytest.mark.parametrize("moves", [("A1", "A2"), ("A1", "A2", "B2")])
async def test_either_player_resigns_at_any_time(
    database: Database, host: Host, clock: Clock, loser: int, moves: tuple[str, ...]
) -> None:
    """The other player wins, the moves stay, and the version grows by one."""
    game = await play(host, await start(host), *moves)
    over = await host.games.resign(GUILD, game.id, loser)
    other = ADA + BOB - loser
    result = Result(other, loser, Ending.RESIGNATION, clock.time)
    assert over == replace(game, version=game.version + 1, result=result)
    assert await open_host(database).games.find(GUILD, game.id) == over
    assert (await host.games.standings.records_by_variant(GUILD, loser))["lines"].lost == 1
    assert (await host.games.standings.records_by_variant(GUILD, other))["lines"].won == 1


@pytest.mark.parametrize("opponent_left", [False, True])
@pytest.mark.parametrize("moves", [(), ("A1",)])
async def test_a_game_that_ends_before_both_have_moved_counts_for_nobody(
    host: Host, clock: Clock, moves: tuple[str, ...], opponent_left: bool
) -> None:
    """By a resignation and by a departure as on time."""
    for best_of in (1, 3):
        game = await play(host, await start(host, best_of=best_of), *moves)
        over = await host.games.resign(GUILD, game.id, BOB, opponent_left=opponent_left)
        assert over.result == Result(None, None, Ending.CALLED_OFF, clock.time)
        assert await host.games.next_in_match(over) is None
    assert await leaderboard(host) == []


def winner(game: Game) -> int | None:
    assert game.result is not None
    return game.result.winner_id


async def test_a_resignation_counts_in_a_match_that_has_begun_and_after_a_take_back(host: Host) -> None:
    game = await play(host, await start(host), "A1")
    await host.games.take_back.offer(GUILD, game.id, ADA)
    await host.games.take_back.answer(GUILD, game.id, BOB, seen_ply=1, agrees=True)
    assert winner(await host.games.resign(GUILD, game.id, ADA)) == BOB
    first = await resign(host, GUILD, (await start(host, best_of=3)).id, ADA)
    second = await host.games.next_in_match(first)
    assert second is not None
    assert winner(await host.games.resign(GUILD, second.id, ADA)) == BOB


async def test_a_game_ends_once(database: Database, host: Host) -> None:
    """After the end, by whichever way, neither player can resign or move, and nothing more is counted."""
    finished = await play_to_the_end(host, await start(host))
    resigned = await resign(host, GUILD, (await start(host)).id, ADA)
    for game in (finished, resigned):
        for actor in (ADA, BOB):
            for request in (_move, _resign, _own, _turn):
                async with refused(database, GameIsOver) as info:
                    await request(host, GUILD, game.id, actor, "A1", game.ply)
                assert str(info.value) == f"Game #{game.id} is over."


async def test_interleaved_games_never_touch(database: Database, host: Host) -> None:
    """Moves played in turn in a game of every variant leave each game as if it had been played alone."""
    games = [
        await start(host, variant=variant.key, size=4, one=ADA + 2 * number, two=ADA + 2 * number + 1)
        for number, variant in enumerate(VARIANTS)
    ]
    for _ in range(3):
        games = [await play(host, game, str(next(iter(game.position.legal_moves)))) for game in games]
    for game, variant in zip(games, VARIANTS, strict=True):
        assert await open_host(database).games.find(GUILD, game.id) == game
        assert game.position == replay(variant.key, 4, game.moves)
        assert game.ply == 3


async def test_open_games_are_listed_by_member_and_server(host: Host) -> None:
    """They are listed the oldest first; finished ones are not among them."""
    first = await play(host, await start(host, one=ADA, two=BOB), "A1")
    second = await start(host, one=CLEO, two=ADA, variant="isolation")
    await resign(host, GUILD, (await start(host, one=ADA, two=CLEO)).id, ADA)
    elsewhere = await start(host, one=ADA, two=BOB, place=Place(OTHER_GUILD, CHANNEL))
    assert await host.games.open_for(GUILD, ADA) == [first, second]
    assert await host.games.open_for(GUILD, BOB) == [first]
    assert await host.games.open_for(OTHER_GUILD, ADA) == [elsewhere]


async def test_storing_where_a_game_is_shown_keeps_its_version(database: Database, host: Host) -> None:
    """The version stays, so that a move which was under way is not refused for it."""
    game, other = await start(host), await start(host)
    board, notice = Place(GUILD, OTHER_CHANNEL, 71), Place(GUILD, CHANNEL, 72)
    await host.games.place_board(game.id, board)
    await host.games.note_shown(game, notice)
    shown = replace(game, place=board, notice=notice)
    assert await open_host(database).games.find(GUILD, game.id) == shown
    await host.games.note_shown(game, None)
    assert await open_host(database).games.find(GUILD, game.id) == replace(shown, notice=None)
    assert await host.games.find(GUILD, other.id) == other


async def test_a_move_returns_the_current_board_message(database: Database, host: Host) -> None:
    """It does so for a remembered game too, whichever process noted the place."""
    game = await play(host, await start(host), "A1")
    second_process = open_host(database)
    for number, process in enumerate((host, second_process, host)):
        board, notice = Place(GUILD, OTHER_CHANNEL, 80 + number), Place(GUILD, CHANNEL, 90 + number)
        await process.games.place_board(game.id, board)
        await process.games.note_shown(game, notice)
        game = await play(process, game, str(next(iter(game.position.legal_moves))))
        assert (game.place, game.notice) == (board, notice)
        assert await second_process.games.find(GUILD, game.id) == game


@REMEMBERING
async def test_a_move_stores_its_board_message_if_none_is_known(
    database: Database, host: Host, remembers: bool
) -> None:
    """A board that is known already stays the board; a refused move notes nothing."""
    game = await play(host, await start(host), "A1")
    host = host if remembers else open_host(database)
    pressed, other = Place(GUILD, OTHER_CHANNEL, 61), Place(GUILD, CHANNEL, 62)
    async with refused(database, NotYourTurn):
        await host.games.move(GUILD, game.id, ADA, "A2", seen_on=pressed)
    for player, text, seen_on in ((BOB, "A2", pressed), (ADA, "A3", other), (BOB, "B3", None)):
        game = await host.games.move(GUILD, game.id, player, text, seen_on=seen_on)
        assert game.place == pressed
        assert await open_host(database).games.find(GUILD, game.id) == game


async def test_an_overtaken_turn_notification_is_stored_for_removal(host: Host) -> None:
    """The game goes on while the call is being posted; then it is still to be shown as it is now."""
    shown = await play(host, await start(host), "B2")
    current = await play(host, shown, "A2")
    await host.games.note_shown(shown, Place(GUILD, CHANNEL, 7))
    found = await host.games.find(GUILD, shown.id)
    assert (found.version, found.notice) == (current.version, Place(GUILD, CHANNEL, 7))
