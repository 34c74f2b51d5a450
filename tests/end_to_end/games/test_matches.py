"""Rematches, and matches of several games."""

from __future__ import annotations

import asyncio

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.endings import ENDINGS, Ending, by_a_moderator, by_a_player_who_is_forgotten
from tests.end_to_end.support.finished_games import finished, later, newest_board
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def board_of_game(table: Table, number: int, best_of: int) -> Message:
    """The board of a game of the match."""
    named = f"Match: game {number} of at most {best_of}"
    found = await table.discord.until(
        lambda: [message for message in table.channel.messages if named in message.text], f"game {number}"
    )
    return found[-1]


async def win(table: Table, board: Message, *, ada_wins: bool, ada_begins: bool) -> None:
    """Win a game of Dodge on 3x3 with the first move, or by a resignation."""
    if ada_wins is ada_begins:
        await (table.ada if ada_begins else table.bob).press(board, "B2")
        await table.shows(board, "Game over")
    else:
        if "game 1 of" in board.text:
            await table.both_move(board)
        await table.resign(table.bob if ada_wins else table.ada, board)


@pytest.mark.parametrize(
    ("best_of", "winners"),
    [(1, "A"), (3, "BAB"), (5, "AAA"), (5, "ABAA"), (5, "BABAB"), (7, "BBBB"), (7, "AABAA"), (7, "ABBABAB")],
)
async def test_a_match_ends_once_it_is_decided(table: Table, best_of: int, winners: str) -> None:
    board = await table.begin(variant="dodge", size=3, best_of=best_of)
    wins = {"A": 0, "B": 0}
    for number, winner in enumerate(winners, start=1):
        ada_begins = number % 2 == 1
        if best_of > 1:
            board = await board_of_game(table, number, best_of)
            seats = (table.ada, table.bob) if ada_begins else (table.bob, table.ada)
            assert f"{seats[0].mention} (X) **to move** · 🟠 {seats[1].mention} (O)" in board.text
            assert score(table, wins) in board.text
        await win(table, board, ada_wins=winner == "A", ada_begins=ada_begins)
        wins[winner] += 1
        assert best_of == 1 or score(table, wins) in board.text
        assert ("Rematch" in labels(board)) is (number == len(winners))
        assert ("wins the match" in board.text) is (number == len(winners) and best_of > 1)
    if best_of > 1:
        best = table.ada if winners[-1] == "A" else table.bob
        named = f"**{best.mention} wins the match {max(wins.values())}–{min(wins.values())}.**"  # noqa: RUF001  # a dash
        assert named in board.text
        await table.discord.until(lambda: any("is over" in post.text for post in table.posts(named)), "the match's end")
    for player in (table.ada, table.bob):
        assert "no open games" in reply(await player.command(table.channel, "gridlock games")).text
    standings = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    for player, won in ((table.ada, wins["A"]), (table.bob, wins["B"])):
        assert f"{len(winners)} played, {won} won" in next(
            line for line in standings.splitlines() if f"{player.mention} **" in line
        )


async def test_an_earlier_board_of_a_match_keeps_its_score_and_offers_no_rematch(table: Table) -> None:
    first = await table.begin(variant="dodge", size=3, best_of=3)
    await win(table, first, ada_wins=True, ada_begins=True)
    second = await board_of_game(table, 2, 3)
    await win(table, second, ada_wins=True, ada_begins=False)
    again = reply(await table.ada.command(table.channel, "gridlock board", game=game_id(first)))
    assert score(table, {"A": 1, "B": 0}) in again.text
    assert labels(again) == ["Review", "Replay", "Share"]


async def test_a_game_lost_on_time_counts_in_its_match(table: Table, bot: BotProcess) -> None:
    board = await table.begin(variant="blocking", best_of=3)
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    await table.bob.press(board, "A1")
    bot.run_out(game_id(board))
    following = await board_of_game(table, 2, 3)
    assert f"{table.bob.mention} (X) **to move** · 🟠 {table.ada.mention} (O)" in following.text
    assert score(table, {"A": 0, "B": 1}) in following.text
    await table.called(table.bob, following)


@pytest.mark.parametrize("end", ENDINGS)
async def test_an_uncounted_game_ends_its_match(table: Table, bot: BotProcess, end: Ending) -> None:
    """The next game would be there as soon as this one is over."""
    board = await table.begin(best_of=3)
    await end(table, bot, board)
    await table.shows(board, "Game over")
    if end is not by_a_player_who_is_forgotten:
        assert "The match ends with this game, without a winner." in board.text
    assert "no open games" in reply(await table.ada.command(table.channel, "gridlock games")).text
    assert labels(board) == ([] if end is by_a_player_who_is_forgotten else ["Rematch"])


async def test_a_rematch_of_an_ended_match_starts_a_new_match(table: Table, bot: BotProcess) -> None:
    board = await table.begin(best_of=3)
    await by_a_moderator(table, bot, board)
    await table.shows(board, "Game over")
    rematch = reply(await table.ada.press(reply(await table.bob.press(board, "Rematch")), "Rematch"))
    assert "Match: game 1 of at most 3" in rematch.text
    assert score(table, {"A": 0, "B": 0}) in rematch.text


async def test_bans_and_blocks_keep_a_match_and_refuse_its_rematch(table: Table) -> None:
    first = await table.begin(variant="dodge", size=3, best_of=3)
    await table.manager().command(table.channel, "gridlock-server moderate ban", member=table.ada)
    await table.bob.command(table.channel, "gridlock me block", member=table.ada)
    await win(table, first, ada_wins=True, ada_begins=True)
    second = await board_of_game(table, 2, 3)
    await win(table, second, ada_wins=True, ada_begins=False)
    assert score(table, {"A": 2, "B": 0}) in second.text
    assert "have banned you" in refusal(await table.ada.press(second, "Rematch"))


def score(table: Table, wins: dict[str, int]) -> str:
    """How the match stands, as boards show it."""
    return f" · {table.ada.mention} {wins['A']}, {table.bob.mention} {wins['B']}\n"


async def test_two_presses_make_a_rematch_with_the_other_player_first(table: Table) -> None:
    board = await finished(table)
    offer = reply(await table.bob.press(board, "Rematch"))
    assert offer.mentions == [table.ada]
    assert "You have asked already" in refusal(await table.bob.press(board, "Rematch"))
    button = offer.buttons[0]
    rematch = reply(await table.ada.press(offer, "Rematch"))
    assert f"{table.bob.mention} (X)" in rematch.text
    assert "⏳" in rematch.text
    await table.discord.until(lambda: labels(board) == ["Review", "Replay", "Share"], "the button to go")
    await table.discord.until(lambda: not offer.buttons, "the offer to be closed")
    address = f"https://discord.com/channels/{table.guild.id}/{table.channel.id}/{rematch.id}"
    assert offer.text.endswith(f" has begun: it is game #{game_id(rematch)}. {address}")
    assert "offers you" not in offer.text
    again = await table.ada.press(offer, custom_id=str(button.custom_id), forged=True)
    assert f"it is game #{game_id(rematch)}" in refusal(again)


async def test_simultaneous_presses_start_one_rematch(table: Table) -> None:
    board = await finished(table)
    answers = await asyncio.gather(
        *(player.press(board, "Rematch") for player in (table.ada, table.bob) for _ in range(5))
    )
    boards = {reply(answer).id for answer in answers if "· move " in reply(answer).text}
    assert len(boards) == 1


async def test_a_bystander_cannot_ask_for_a_rematch(table: Table) -> None:
    board = await finished(table)
    assert "You are not playing" in refusal(await table.cleo.press(board, "Rematch"))


async def test_a_match_goes_on_until_it_is_decided(table: Table) -> None:
    board = await finished(table, best_of=3)
    assert "Match: game 1 of at most 3" in board.text
    assert labels(board) == ["Review", "Replay", "Share"]
    second = await newest_board(table, "game 2 of at most 3")
    assert f"{table.bob.mention} (X) **to move** · 🟠 {table.ada.mention} (O)" in second.text
    assert f"{table.ada.mention} 1" in second.text
    assert "⏳" in second.text
    await table.bob.press(second, "A1")
    question = reply(await table.bob.press(second, "Resign"))
    await table.bob.press(question, "Yes, resign")
    await table.shows(second, "Game over")
    assert f"{table.ada.mention} 2" in second.text
    assert labels(second) == ["Rematch", "Review", "Replay", "Share"]
    assert not any("game 3 of" in message.text for message in table.channel.messages)


async def test_a_drawn_out_match_is_decided_by_its_last_game(table: Table) -> None:
    await finished(table, best_of=3)
    second = await newest_board(table, "game 2 of at most 3")
    await table.bob.press(second, "B2")
    third = await newest_board(table, "game 3 of at most 3")
    assert f"{table.ada.mention} (X)" in third.text
    await table.ada.press(third, "B2")
    await table.shows(third, "Game over")
    assert f"{table.ada.mention} 2" in third.text
    assert labels(third) == ["Rematch", "Review", "Replay", "Share"]


async def test_a_leftover_rematch_button_is_removed_later(table: Table, bot: BotProcess) -> None:
    board = await finished(table)
    await table.bob.press(board, "Rematch")
    table.discord.faults.fail("PATCH", rf"/channels/\d+/messages/{board.id}", status=403, code=50001)
    await table.ada.press(board, "Rematch")
    await later(bot, board)
    await table.discord.until(lambda: labels(board) == ["Review", "Replay", "Share"], "the button to go")


async def test_a_finished_board_posted_again_offers_only_possible_rematches(
    table: Table,
) -> None:
    board = await finished(table)
    await table.bob.press(board, "Rematch")
    await table.ada.press(board, "Rematch")
    await table.discord.until(lambda: labels(board) == ["Review", "Replay", "Share"], "the button to go")
    again = reply(await table.ada.command(table.channel, "gridlock board", game=game_id(board)))
    assert labels(again) == ["Review", "Replay", "Share"]


async def test_a_departed_player_gets_no_rematch(table: Table) -> None:
    board = await finished(table)
    await table.bob.press(board, "Rematch")
    table.guild.remove_member(table.bob)
    assert "has left" in refusal(await table.ada.press(board, "Rematch"))


async def test_a_match_ends_when_a_player_has_left(table: Table) -> None:
    board = await table.both_move(await table.begin(best_of=7))
    table.guild.remove_member(table.bob)
    question = reply(await table.ada.press(board, "Resign"))
    await table.ada.press(question, "Yes, resign")
    await table.shows(board, "has left")
    assert f"**{table.ada.mention} wins the match 1–0.**" in board.text  # noqa: RUF001  # a dash
    assert not any("game 2 of" in message.text for message in table.channel.messages)
