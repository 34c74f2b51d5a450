"""Everything that people can do in challenges and games, at least once."""

from __future__ import annotations

from cogs.messages.controls import OPEN_LEADERBOARD, PLAY, SOLVE_PUZZLE, Key
from local_discord import Message
from tests.cogs.support.everybody import MENU, Everybody
from tests.end_to_end.support.playing_the_bot import play_bot
from tests.end_to_end.support.table import game_id, labels, reply


async def play(people: Everybody) -> None:
    """Play a match between two people, with all that its boards offer."""
    ada, bob = people.table.ada, people.table.bob
    board = await people.begin(best_of=3)
    await people.type(ada, "move", "cell")
    await people.type(ada, "move", "game")
    await people.press(ada, board, "Rules")
    await people.press(ada, board, "C3")
    offer = reply(await people.press(ada, board, "Take back"))
    await people.press(bob, offer, "Keep the move")
    await people.command(bob, "move", cell="B1")
    offer = reply(await people.press(bob, board, "Take back"))
    await people.press(ada, offer, "Agree")
    await people.type(bob, "board", "game")
    board = reply(await people.command(bob, "board"))
    await people.press(bob, board, "B1")
    await people.type(ada, "resign", "game")
    question = reply(await people.command(ada, "resign", game=game_id(board)))
    await people.press(ada, question, "No, play on")
    question = reply(await people.press(ada, board, "Resign"))
    await people.press(ada, question, "Yes, resign")
    await _finish_match(people)
    await _say_which_game(people)
    await _swap(people)


async def _swap(people: Everybody) -> None:
    """Take over the first move."""
    board = await people.begin(swap=True)
    await people.press(people.table.ada, board, "C3")
    await people.press(people.table.bob, board, "Swap")


async def _say_which_game(people: Everybody) -> None:
    """Leave out which of two games is meant, and press the button of one."""
    ada, boards = people.table.ada, [await people.begin() for _ in range(2)]
    for command, options in (("board", {}), ("move", {"cell": "C3"}), ("resign", {})):
        asked = reply(await people.command(ada, command, **options))
        await people.press(ada, asked, labels(asked)[0])
    for _ in range(2):
        await play_bot(people.table, variant="dodge", size=5, first="me", level=1)
    asked = reply(await people.command(ada, "learn hint"))
    await people.press(ada, asked, labels(asked)[0])
    for board in boards:
        question = reply(await people.command(ada, "resign", game=game_id(board)))
        await people.press(ada, question, "Yes, resign")


async def _finish_match(people: Everybody) -> None:
    """Play the second game of the match, and offer a rematch after a single game."""
    ada, bob = people.table.ada, people.table.bob
    board = await people.begin()
    await people.press(ada, board, "C3")
    await people.press(bob, board, "B1")
    question = reply(await people.press(bob, board, "Resign"))
    await people.press(bob, question, "Yes, resign")
    for person, answer in ((ada, "Decline"), (bob, "Withdraw")):
        await people.press(person, reply(await people.press(bob, board, "Rematch")), answer)
    await people.press(bob, board, "Rematch")
    await people.command(ada, "games")
    await people.press(ada, board, "Rematch")
    await people.type(ada, "learn review", "game")
    review = reply(await people.command(ada, "learn review", game=game_id(board)))
    await people.table.shows(review, "Review of game")
    await people.press(ada, review, "⏭")
    opened = reply(await people.press(people.table.cleo, board, "Review"))
    await people.table.shows(opened, "Review of game")
    replayed = reply(await people.press(people.table.cleo, board, "Replay"))
    await people.press(people.table.cleo, replayed, "⏮")
    await _keep(people, board)
    await people.press(ada, board, "Share")


async def _keep(people: Everybody, board: Message) -> None:
    """Replay, export and import a finished game."""
    ada, number = people.table.ada, game_id(board)
    for name in ("replay", "export"):
        await people.type(ada, name, "game")
        shown = reply(await people.command(ada, name, game=number))
        if name == "replay":
            await people.press(ada, reply(await people.press(ada, shown, "Picture")), "Share")
    listed = reply(await people.command(ada, "games", show="finished"))
    await people.choose(ada, listed, number)
    await people.command(ada, "games", member=ada, opponent=people.table.bob, variant="dodge")
    await people.command(ada, "export")
    opened = reply(await people.command(ada, "import", line="dodge 3x3: A1 C3 0-1 resignation"))
    await people.press(ada, opened, "Review")


async def answer_challenges(people: Everybody) -> None:
    """Accept, decline and cancel challenges, and propose games in forms."""
    ada, bob, cleo = people.table.ada, people.table.bob, people.table.cleo
    await people.command(ada, "challenge", opponent=bob)
    await people.type(bob, "accept", "challenge")
    await people.type(bob, "decline", "challenge")
    await people.command(bob, "decline", reason="not now")
    await people.command(ada, "challenge", opponent=cleo)
    await people.command(cleo, "accept")
    challenge = reply(await people.command(ada, "challenge", opponent=bob))
    declined = await people.press(bob, challenge, "Decline")
    await people.choose(bob, declined.followups[0], "another size, please")
    await people.command(ada, "challenge")
    await people.type(ada, "cancel", "challenge")
    await people.command(ada, "cancel")
    challenge = reply(await people.command(ada, "challenge"))
    await people.press(ada, challenge, "Cancel")
    await people.submit(ada, await people.command(ada, "play"), {"person": [str(bob.id)]})
    people.done.add(PLAY.action)
    pressed = await ada.press(challenge, custom_id=Key(0).custom_id(PLAY.action), forged=True)
    await people.submit(ada, pressed, {"rival": ["1"]})
    people.done.add(MENU)
    await ada.context_menu(people.table.channel, MENU, target=bob)
    await people.bot.services.wait_idle()


async def play_isolation(people: Everybody) -> None:
    """Choose and type the two parts of a move."""
    ada, bob = people.table.ada, people.table.bob
    board = await people.begin(variant="isolation")
    number = game_id(board)
    await people.press(ada, board, "A1")
    await people.press(bob, board, "E5")
    await people.type(ada, "move", "remove", cell="B2", game=number)
    await people.press(ada, board, "B2")
    await people.press(ada, board, "Choose another step")
    question = reply(await people.command(ada, "move", cell="B2", game=number))
    await people.choose(ada, question, "C3")
    board = await people.begin(variant="isolation", size=6)
    await people.choose(ada, board, "A1")
    await people.submit(bob, await people.press(bob, board, "Type a move"), {"move": "F6"})


async def play_the_bot(people: Everybody) -> None:
    """Play the bot, and solve the puzzle of the day."""
    ada = people.table.ada
    board = await play_bot(people.table, variant="dodge", size=3, first="me", level=1)
    await people.type(ada, "learn hint", "game")
    await people.command(ada, "learn hint", game=game_id(board))
    await people.press(ada, board, "B2")
    await people.press(ada, board, "Level 2")
    board = await play_bot(people.table, variant="dodge", size=5, first="me", level=1)
    await people.press(ada, board, "Hint")
    manager = people.table.manager()
    await people.command(manager, "settings", look="pictures")
    board = reply(await people.command(ada, "board", game=game_id(board)))
    await people.press(ada, board, "Text")
    await people.command(manager, "settings", look="classic")
    question = reply(await people.press(ada, board, "Resign"))
    await people.press(ada, question, "Yes, resign")
    shown = reply(await people.command(ada, "learn puzzle"))
    await people.table.shows(shown, "Exactly one move wins")
    of_post = str(shown.buttons[0].custom_id).replace(":puzzle:", ":solve:").rpartition(":")[0]
    await people.press(ada, shown, labels(shown)[0])
    await people.press(ada, shown, "Streaks")
    people.done.add(SOLVE_PUZZLE.action)
    await ada.press(shown, custom_id=f"{of_post}:", forged=True)
    await people.bot.services.wait_idle()
    people.done.add(OPEN_LEADERBOARD.action)
    await ada.press(shown, custom_id=Key(1).custom_id(OPEN_LEADERBOARD.action), forged=True)
    await people.bot.services.wait_idle()
    await people.command(ada, "learn streaks")
    await people.command(ada, "learn puzzle")
