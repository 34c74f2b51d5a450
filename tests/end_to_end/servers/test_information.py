"""Boards posted again, lists, rules, leaderboard and statistics."""

from __future__ import annotations

import pytest

from gridlock_rules import VARIANTS, Variant
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_board_posted_again_replaces_the_older_copy(table: Table) -> None:
    old = await table.begin()
    fresh = reply(await table.bob.command(table.channel, "gridlock board"))
    await table.discord.until(lambda: old.deleted, "the older copy to be deleted")
    await table.ada.press(fresh, "C3")
    assert "played **C3**" in fresh.text


async def test_a_board_posted_again_notifies_nobody(table: Table) -> None:
    old = await table.begin()
    calls = len(table.ada.notifications)
    await table.bob.command(table.channel, "gridlock board")
    await table.discord.until(lambda: old.deleted, "the older copy to be deleted")
    assert len(table.ada.notifications) == calls


async def test_a_finished_game_can_be_shown_again(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    shown = reply(await table.bob.command(table.channel, "gridlock board", game=game_id(board)))
    assert "Game over" in shown.text
    assert labels(shown) == ["Rematch", "Review", "Replay", "Share"]


async def test_games_lists_yours_with_your_turn_first_and_links(table: Table) -> None:
    theirs = await table.begin(first="opponent")
    yours = await table.begin(variant="dodge")
    await table.challenge(variant="standoff")
    listed = reply(await table.ada.command(table.channel, "gridlock games"))
    assert listed.ephemeral
    lines = listed.text.splitlines()
    assert lines[0].startswith(f"**Your turn**: #{game_id(yours)} · Dodge 3×3")  # noqa: RUF001
    assert lines[0].endswith(f"/{table.channel.id}/{yours.id}")
    assert lines[1].startswith(f"Their turn: #{game_id(theirs)} · Lines")
    assert "Your challenge" in lines[2]
    other_side = reply(await table.bob.command(table.channel, "gridlock games")).text.splitlines()
    assert "by " + table.ada.mention in other_side[1]


async def test_a_long_list_says_how_much_it_leaves_out(table: Table) -> None:
    await table.lift_limits()
    for _ in range(40):
        await table.challenge()
    listed = reply(await table.ada.command(table.channel, "gridlock games")).text
    assert len(listed) <= 4000
    shown = listed.count("Your challenge")
    assert listed.endswith(f"... and {40 - shown} more.")


async def test_games_lists_those_of_this_server_only(table: Table) -> None:
    await table.begin()
    elsewhere = Table.lay(table.discord, "Another server")
    assert "no open games" in reply(await elsewhere.ada.command(elsewhere.channel, "gridlock games")).text


async def test_rules_without_a_variant_are_a_line_each(table: Table) -> None:
    text = reply(await table.cleo.command(table.channel, "gridlock rules")).text
    for variant in VARIANTS:
        assert f"**{variant.title}**" in text
        assert variant.summary in text


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
async def test_rules_of_a_variant_are_its_text_and_what_perfect_play_gives(table: Table, variant: Variant) -> None:
    told = await rules(table, variant=variant.key)
    assert told.startswith(variant.rule_text.strip() + "\n\n**Perfect play on ")


@pytest.mark.parametrize(
    ("variant", "size", "verdict"),
    [
        ("lines", 5, "X moves first and wins with any first move."),
        ("lines", 6, "O moves second and wins, whatever X plays first."),
        ("standoff", 4, "X moves first and wins, but only if the first move is B2, B3, C2 or C3."),
        ("dodge", 3, "X moves first and wins, but only if the first move is B2."),
        ("isolation", 5, "P2 moves second and wins, whatever P1 plays first."),
        ("isolation", 8, "I do not know: this board is too large to work it out."),
    ],
)
async def test_rules_say_who_wins_on_the_board_chosen(table: Table, variant: str, size: int, verdict: str) -> None:
    told = await rules(table, variant=variant, size=size)
    assert f"**Perfect play on {size}×{size}**: {verdict}" in told  # noqa: RUF001


async def test_rules_say_that_blocking_is_settled_by_the_boards_size(table: Table) -> None:
    for size, winner in ((5, "X"), (6, "O")):
        told = await rules(table, variant="blocking", size=size)
        assert f"Every game on this board lasts {size} moves, so {winner} makes the last one and wins. Nobody" in told


async def test_rules_of_a_size_alone_say_who_wins_each_game_on_it(table: Table) -> None:
    heading, *lines = (await rules(table, size=3)).split("\n")
    assert heading == "**Perfect play on 3×3**"  # noqa: RUF001
    assert [line.split("**")[1] for line in lines] == [variant.title for variant in VARIANTS]
    assert lines[0] == "**Lines**: X moves first and wins with any first move."
    assert lines[2] == "**Dodge**: X moves first and wins, but only if the first move is B2."


async def rules(table: Table, **options: str | int) -> str:
    asked = await table.cleo.command(table.channel, "gridlock rules", **options)
    await table.discord.until(lambda: "Perfect play" in reply(asked).text, "the rules")
    return reply(asked).text.strip()


async def test_anybody_may_read_the_rules_under_a_board(table: Table) -> None:
    board = await table.begin(variant="dodge")
    told = reply(await table.cleo.press(board, "Rules"))
    assert told.ephemeral
    assert "Dodge" in told.text


async def test_an_empty_leaderboard_says_so(table: Table) -> None:
    text = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    assert "Nobody has finished a game here yet" in text


async def win(table: Table, winner: str, variant: str = "dodge") -> None:
    """Play a short won game: Dodge on 3x3 ends with the centre, Lines with a resignation."""
    first = "me" if winner == "ada" else "opponent"
    board = await table.begin(variant=variant, size=3, first=first)
    player, opponent = (table.ada, table.bob) if winner == "ada" else (table.bob, table.ada)
    if variant == "dodge":
        await player.press(board, "B2")
    else:
        await table.both_move(board)
        await opponent.press(reply(await opponent.press(board, "Resign")), "Yes, resign")


async def test_the_leaderboard_ranks_by_points_or_win_rate_and_shares_ranks(table: Table) -> None:
    await win(table, "ada")
    await win(table, "bob")
    tied = reply(await table.ada.command(table.channel, "gridlock leaderboard", by="points")).text
    assert tied.count("1\\. ") == 2
    assert f"{table.ada.mention} has rank 1 of 2." in tied
    await win(table, "bob", "lines")
    by_rate = reply(await table.cleo.command(table.channel, "gridlock leaderboard", by="win rate")).text
    assert f"– {table.bob.mention} **2 points** · 3 played, 2 won, 1 lost (67%)" in by_rate  # noqa: RUF001  # a dash
    assert f"{table.cleo.mention} has no rank by win rate yet. It takes 5 finished games." in by_rate
    for winner in ("ada", "ada"):
        await win(table, winner)
    by_rate = reply(await table.bob.command(table.channel, "gridlock leaderboard", by="win rate")).text
    assert "by win rate (no rank with fewer than 5 games" in by_rate
    assert f"1\\. {table.ada.mention} **3 points** · 5 played, 3 won, 2 lost (60%)" in by_rate
    assert f"{table.bob.mention} has rank 2 of 2." in by_rate
    lines_only = reply(await table.ada.command(table.channel, "gridlock leaderboard", variant="lines")).text
    assert f"2\\. {table.ada.mention} **0 points** · 1 played" in lines_only


async def test_a_leaderboard_notifies_nobody_and_keeps_members_who_left(table: Table) -> None:
    await win(table, "ada")
    table.guild.remove_member(table.bob)
    board = reply(await table.ada.command(table.channel, "gridlock leaderboard"))
    assert board.mentions == []
    assert table.bob.mention in board.text


async def test_statistics_are_told_by_variant(table: Table) -> None:
    await win(table, "ada")
    await win(table, "ada")
    await win(table, "bob", "lines")
    text = reply(await table.bob.command(table.channel, "gridlock stats", member=table.ada)).text
    assert f"{table.ada.mention}** in this server: 3 played, 2 won, 1 lost (67%)" in text
    assert "Dodge: 2 played, 2 won, 0 lost (100%)" in text
    assert "Lines: 1 played, 0 won, 1 lost (0%)" in text


async def test_statistics_of_a_newcomer_say_so(table: Table) -> None:
    text = reply(await table.cleo.command(table.channel, "gridlock stats")).text
    assert "has not finished a game in this server yet" in text


async def test_standings_are_kept_per_server(table: Table) -> None:
    await win(table, "ada")
    elsewhere = Table.lay(table.discord, "Another server")
    text = reply(await elsewhere.ada.command(elsewhere.channel, "gridlock leaderboard")).text
    assert "Nobody has finished" in text


async def test_the_leaderboard_has_page_buttons(table: Table) -> None:
    """Twelve people make two pages; the buttons work for everybody, and show each their own rank."""
    for _ in range(10):
        guest = table.guild.add_member("Cleo")
        asked = await table.ada.command(
            table.channel, "gridlock challenge", opponent=guest, variant="dodge", first="me"
        )
        board = reply(await guest.press(reply(asked), "Accept"))
        await table.ada.press(board, "B2")
    await win(table, "ada")
    table_message = reply(await table.ada.command(table.channel, "gridlock leaderboard"))
    assert "Page 1 of 2" in table_message.text
    with pytest.raises(Exception, match="disabled"):
        await table.ada.press(table_message, "Previous")
    await table.bob.press(table_message, "Next")
    assert "Page 2 of 2" in table_message.text
    assert f"{table.bob.mention} has rank 2 of 12." in table_message.text
    await table.bob.press(table_message, "Previous")
    assert "Page 1 of 2" in table_message.text


async def test_commands_of_moderators_are_offered_in_servers_only(table: Table) -> None:
    with pytest.raises(Exception, match="may not use"):
        await table.ada.command(table.ada.dm, "gridlock-server moderate log")


async def test_members_who_cannot_be_challenged_can_read_everything(table: Table) -> None:
    assert "no open games" in refusal(await table.cleo.command(table.channel, "gridlock games"))


async def test_versus_tells_what_two_members_have_won_against_each_other(table: Table) -> None:
    answer = await table.answer(await table.ada.command(table.channel, "gridlock versus", member=table.bob))
    assert "have not finished a game against each other here yet" in answer.text
    await table.begin()
    board = await table.play(["C3", "E3"])
    await table.resign(table.bob, board)
    ada, bob = table.ada.mention, table.bob.mention
    answer = await table.answer(await table.bob.command(table.channel, "gridlock versus", member=table.ada))
    lines = answer.text.splitlines()
    assert lines[0] == f"**{bob} against {ada}: 0–1**"  # noqa: RUF001
    assert lines[1] == "Lines: 0–1 (as Player 1 0–0, as Player 2 0–1)"  # noqa: RUF001
    assert lines[-1].startswith(f"- #{game_id(board)} · Lines 5×5: {ada} won <t:")  # noqa: RUF001
    assert lines[-1].endswith(f"https://discord.com/channels/{table.guild.id}/{board.channel.id}/{board.id}")
    assert answer.text.count(ada) == 2
    answer = await table.answer(await table.ada.command(table.channel, "gridlock versus", member=table.ada))
    assert answer.ephemeral
    assert "nobody plays against themselves" in answer.text
