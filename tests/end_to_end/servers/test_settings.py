"""Server settings and their effects."""

from __future__ import annotations

from typing import Any

import pytest

from local_discord import Message, Refused
from local_discord.model.thread import Thread
from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def challenges(table: Table, **options: Any) -> str:
    return refusal(await table.ada.command(table.channel, "gridlock challenge", **{"opponent": table.bob} | options))


async def test_without_options_the_settings_are_shown_privately(table: Table) -> None:
    shown = await table.settle()
    assert shown.ephemeral
    assert shown.text.splitlines() == [
        "**Gridlock in this server**",
        "Games can be started in: every channel",
        "Default game: Lines",
        "Default board: the one in the game's rules",
        "Default time for each move: 1 day",
        "Open games per player: 5",
        "Open challenges per player: 3",
        "Moderators: members who can manage this server",
        "Moderators' log: not posted in any channel",
        "Language: English, by this server's language in Discord",
        "Look of boards: text and buttons",
        "Puzzle of the day: not posted in any channel",
        "Results of games: not posted in any channel",
        "Seasons: never",
        "Challenges that do not say so: rated",
    ]


async def test_a_change_is_stored_and_all_settings_are_shown(table: Table) -> None:
    role, log = table.guild.add_role("Referees"), table.guild.add_channel("log")
    await table.settle(channel_add=table.channel, variant="dodge", size=4, time="3 days")
    await table.settle(games=2, challenges=1, moderator=role, log=log, look="pictures", puzzle=log, results=log)
    shown = await table.settle()
    assert shown.text.splitlines()[1:] == [
        f"Games can be started in: <#{table.channel.id}>",
        "Default game: Dodge",
        "Default board: 4×4",  # noqa: RUF001
        "Default time for each move: 3 days",
        "Open games per player: 2",
        "Open challenges per player: 1",
        f"Moderators: members who can manage this server, and members with the role <@&{role.id}>",
        f"Moderators' log: posted in <#{log.id}>",
        "Language: English, by this server's language in Discord",
        "Look of boards: pictures",
        f"Puzzle of the day: posted in <#{log.id}> at 06:00 UTC",
        f"Results of games: posted in <#{log.id}>, with a digest of each week",
        "Seasons: never",
        "Challenges that do not say so: rated",
    ]
    assert "every channel" in (await table.settle(channel_remove=table.channel)).text
    reset = await table.settle(reset=True, size=3)
    assert "Lines" in reset.text
    assert "3×3" in reset.text  # noqa: RUF001
    assert "Open games per player: 5" in reset.text


async def test_one_setting_is_cleared_by_its_name(table: Table) -> None:
    await table.settle(channel_add=table.channel, variant="dodge", games=2)
    assert "Default game: Lines" in (await table.settle(clear="variant")).text
    shown = (await table.settle(clear="channels", size=4)).text
    assert "Games can be started in: every channel" in shown
    assert "4×4" in shown  # noqa: RUF001
    assert "Open games per player: 2" in shown


async def test_discord_offers_only_known_settings_to_clear(table: Table) -> None:
    with pytest.raises(Refused):
        await table.settle(clear="everything")


async def test_a_deleted_channel_leaves_the_settings_if_others_remain(table: Table) -> None:
    arena, old = table.guild.add_channel("arena"), table.guild.add_channel("old")
    await table.settle(channel_add=arena)
    await table.settle(channel_add=old)
    old.delete()
    assert f"Games can be started in: <#{arena.id}> (and 1 deleted)" in (await table.settle()).text
    assert (await challenges(table)).endswith(f"You can start games in: <#{arena.id}>.")


async def test_deleting_all_named_channels_is_explained(table: Table) -> None:
    """Deleting the channels does not open all others, which the managers did not want."""
    old = table.guild.add_channel("old")
    await table.settle(channel_add=old)
    old.delete()
    told = await challenges(table)
    assert "allowed games only in channels that are deleted now" in told
    assert "/gridlock-server settings clear:channels" in told
    shown = (await table.settle()).text
    assert "no channel, because the channels for games are deleted" in shown
    assert "clear:channels" in shown
    await table.settle(channel_add=table.channel)
    await table.challenge()
    assert "every channel" in (await table.settle(clear="channels")).text
    await table.challenge()


async def test_a_deleted_log_channel_is_reported(table: Table) -> None:
    log = table.guild.add_channel("log")
    await table.settle(log=log)
    log.delete()
    assert "Moderators' log: not posted, because its channel is deleted" in (await table.settle()).text
    assert "Moderators' log: not posted in any channel" in (await table.settle(clear="log")).text


@pytest.mark.parametrize("options", [{}, {"games": 1000}, {"reset": True}, {"clear": "games"}])
async def test_only_members_who_may_manage_the_server_use_its_settings(table: Table, options: dict[str, Any]) -> None:
    await table.settle(games=7)
    with pytest.raises(Refused, match="may not use"):
        await table.ada.command(table.channel, "gridlock-server settings", **options)
    table.show_managers_commands()
    assert "Manage Server" in refusal(await table.ada.command(table.channel, "gridlock-server settings", **options))
    assert "Open games per player: 7" in (await table.settle()).text


async def test_everybody_cannot_be_made_a_moderator(table: Table) -> None:
    everybody = table.guild.roles[0]
    assert "`@everyone` cannot be" in (await table.settle(moderator=everybody, games=7)).text
    shown = (await table.settle()).text
    assert "Moderators: members who can manage this server\n" in shown
    assert "Open games per player: 5" in shown, "a refused change changes nothing"


async def test_an_administrator_may_change_the_settings(table: Table) -> None:
    table.ada.roles.append(table.guild.add_role("Everything", "ADMINISTRATOR"))
    shown = reply(await table.ada.command(table.channel, "gridlock-server settings", games=9))
    assert "Open games per player: 9" in shown.text


@pytest.mark.parametrize("option", ["games", "challenges"])
@pytest.mark.parametrize("limit", [0, 1001])
async def test_discord_itself_refuses_other_limits(table: Table, option: str, limit: int) -> None:
    with pytest.raises(Refused):
        await table.settle(**{option: limit})


async def test_settings_are_those_of_one_server(table: Table) -> None:
    await table.settle(variant="dodge")
    elsewhere = Table.lay(table.discord, "Another server")
    assert "Lines" in (await elsewhere.challenge()).text


async def test_a_challenge_in_another_channel_is_refused_with_the_right_one(table: Table) -> None:
    games, more = table.guild.add_channel("arena"), table.guild.add_channel("more")
    await table.settle(channel_add=games)
    await table.settle(channel_add=more)
    assert f"You can start games in: <#{games.id}>, <#{more.id}>." in await challenges(table)
    asked = await table.ada.command(games, "gridlock challenge", opponent=table.bob)
    assert "challenges you" in reply(asked).text


async def test_a_challenge_is_accepted_only_in_game_channels(table: Table) -> None:
    challenge = await table.challenge()
    arena = table.guild.add_channel("arena")
    await table.settle(channel_add=arena)
    assert f"<#{arena.id}>" in refusal(await table.bob.press(challenge, "Accept"))
    board = reply(await table.bob.command(arena, "gridlock accept"))
    assert "to move" in board.text


async def test_threads_belong_to_their_game_channel(table: Table) -> None:
    await table.settle(channel_add=table.channel)
    world = table.channel.world
    thread = Thread(table.channel, world.ids.next(), "a game", world.bot)
    thread.announce("THREAD_CREATE")
    asked = await table.ada.command(thread, "gridlock challenge", opponent=table.bob)
    assert "to move" in reply(await table.bob.press(reply(asked), "Accept")).text


async def test_omitted_challenge_options_use_the_servers_settings(table: Table) -> None:
    await table.settle(variant="standoff", time="5 minutes")
    assert "**Standoff** on 5×5" in (await table.challenge()).text  # noqa: RUF001
    named = (await table.challenge(variant="dodge", time="none")).text
    assert "**Dodge** on 3×3" in named  # noqa: RUF001
    assert "a move" not in named
    await table.settle(size=6)
    sized = (await table.challenge(variant="dodge")).text
    assert "**Dodge** on 6×6" in sized  # noqa: RUF001
    assert "5 minutes a move" in sized


async def test_a_challenger_over_the_limit_of_challenges_is_refused(table: Table) -> None:
    made = [await table.challenge() for _ in range(3)]
    assert "allows 3 open challenges at a time, offers of rematches included, and you have 3" in await challenges(table)
    await table.ada.press(made[0], "Cancel")
    await table.challenge()


async def test_a_challenger_over_the_limit_of_games_is_refused(table: Table) -> None:
    await table.settle(games=1)
    await table.begin()
    assert "allows 1 open game at a time, and you have 1" in await challenges(table, opponent=table.cleo)


async def test_accepting_is_refused_while_a_player_is_at_the_game_limit(table: Table) -> None:
    await table.settle(games=1)
    by_cleo = reply(await table.cleo.command(table.channel, "gridlock challenge", opponent=table.bob))
    to_cleo = reply(await table.bob.command(table.channel, "gridlock challenge", opponent=table.cleo))
    board = await table.begin()
    assert "allows 1 open game at a time, and you have 1" in refusal(await table.bob.press(by_cleo, "Accept"))
    assert "and the other player has 1" in refusal(await table.cleo.press(to_cleo, "Accept"))
    question = reply(await table.bob.command(table.channel, "gridlock resign", game=game_id(board)))
    await table.bob.press(question, "Yes, resign")
    assert "to move" in reply(await table.bob.press(by_cleo, "Accept")).text


async def test_by_default_a_player_has_five_open_games_and_three_open_challenges(table: Table) -> None:
    """Challenges to anybody count as well."""
    for _ in range(5):
        await table.begin()
    assert "allows 5 open games at a time, and you have 5" in await challenges(table, opponent=table.cleo)
    for opponent in (None, table.ada, table.bob):
        named = {} if opponent is None else {"opponent": opponent}
        await table.cleo.command(table.channel, "gridlock challenge", **named)
    refused = refusal(await table.cleo.command(table.channel, "gridlock challenge"))
    assert "allows 3 open challenges at a time, offers of rematches included, and you have 3" in refused


async def finished(table: Table) -> Message:
    """A game that Ada has won."""
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    await table.shows(board, "Game over")
    return board


async def test_a_rematch_is_offered_and_accepted_only_in_game_channels(table: Table) -> None:
    board, arena = await finished(table), table.guild.add_channel("arena")
    offer = reply(await table.bob.press(board, "Rematch"))
    await table.settle(channel_add=arena)
    for player, message in ((table.bob, board), (table.ada, board), (table.ada, offer)):
        assert f"<#{arena.id}>" in refusal(await player.press(message, "Rematch"))
    there = reply(await table.ada.command(arena, "gridlock board", game=game_id(board)))
    assert "to move" in reply(await table.ada.press(there, "Rematch")).text


async def test_a_rematch_is_refused_while_a_player_is_at_the_game_limit(table: Table) -> None:
    await table.settle(games=1)
    over = await finished(table)
    other = await table.begin()
    offer = reply(await table.bob.press(over, "Rematch"))
    assert "allows 1 open game at a time, and you have 1" in refusal(await table.ada.press(offer, "Rematch"))
    await table.resign(table.bob, other)
    assert "to move" in reply(await table.ada.press(offer, "Rematch")).text
