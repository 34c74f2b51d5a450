"""Head-to-head: the sums by variant and seat equal those of the games, and the last games are listed."""

from __future__ import annotations

from datetime import timedelta
from random import Random

from gridlock_host import Game, Host, Record
from gridlock_host.standings.head_to_head import LAST_GAMES
from gridlock_rules import Player
from tests.host.support.host import ADA, BOB, CLEO, GUILD, OTHER_GUILD, Clock, lift_limits, start, start_against_bot


async def decided(host: Host, game: Game, loser: int) -> Game:
    """Let both move, and one resign."""
    for _ in range(2):
        assert game.to_move_id is not None
        move = str(game.position.legal_moves[0])
        game = await host.games.move(GUILD, game.id, game.to_move_id, move)
    return await host.games.resign(GUILD, game.id, loser)


async def test_the_sums_are_those_of_the_games_of_the_pair(host: Host, clock: Clock) -> None:
    await lift_limits(host)
    chance, played = Random(7), []  # noqa: S311  # games of a test
    for _ in range(16):
        clock.time += timedelta(minutes=1)
        one, two = chance.sample([ADA, BOB, CLEO], 2)
        game = await start(host, one=one, two=two, variant=chance.choice(["lines", "dodge"]))
        played.append(await decided(host, game, chance.choice([one, two])))
    pair = await host.games.standings.head_to_head(GUILD, ADA, BOB)
    of_pair = [game for game in played if game.has_player(ADA) and game.has_player(BOB)]
    expected: dict[tuple[str, Player], Record] = {}
    for game in of_pair:
        seat = Player.ONE if game.player_one_id == ADA else Player.TWO
        assert game.result is not None
        won = int(game.result.winner_id == ADA)
        before = expected.get((game.variant.key, seat), Record())
        expected[game.variant.key, seat] = Record(before.won + won, before.lost + 1 - won)
    assert len(expected) > 2
    assert pair.records == expected
    assert [one.id for one in pair.last] == [game.id for game in reversed(of_pair)][:LAST_GAMES]
    seats = (await host.games.standings.played_games(GUILD, ADA)).records
    of_cleo = (await host.games.standings.head_to_head(GUILD, ADA, CLEO)).records
    for key in pair.records.keys() | of_cleo.keys():
        both = [records.get(key, Record()) for records in (pair.records, of_cleo)]
        assert seats[key] == Record(sum(one.won for one in both), sum(one.lost for one in both))
    mirrored = await host.games.standings.head_to_head(GUILD, BOB, ADA)
    assert mirrored.total == Record(pair.total.lost, pair.total.won)
    assert not (await host.games.standings.head_to_head(OTHER_GUILD, ADA, BOB)).records


async def test_games_against_the_bot_have_a_head_to_head_of_their_own(host: Host) -> None:
    game = await start_against_bot(host)
    assert game.bot_id is not None
    await decided(host, game, ADA)
    pair = await host.games.standings.head_to_head(GUILD, ADA, game.bot_id, is_bot=True)
    assert pair.records == {("lines", Player.ONE): Record(0, 1)}
    assert [one.id for one in pair.last] == [game.id]


async def test_a_called_off_game_counts_for_nobody(host: Host) -> None:
    game = await start(host)
    await host.games.resign(GUILD, game.id, ADA)
    assert (await host.games.standings.head_to_head(GUILD, ADA, BOB)).last == ()
