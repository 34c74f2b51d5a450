"""Everything that people can do with the bot, at least once: commands, autocompletes, buttons, menus and forms."""

from __future__ import annotations

from cogs.commands.gridlock import every_command
from cogs.components.registry import HANDLERS
from cogs.messages.controls import RATING_PAGE, Key
from gridlock_host.learning.tutorial_steps import tutorial_steps
from local_discord import Member, Permissions
from tests.cogs.support.every_game_action import answer_challenges, play, play_isolation, play_the_bot
from tests.cogs.support.everybody import MENU, Everybody, form_name
from tests.end_to_end.support.table import game_id, labels, reply


def all_actions() -> set[str]:
    """The names of all commands, of their options with autocomplete, of all controls, and of the forms behind them."""
    commands = list(every_command())
    typed = {
        f"{one.qualified_name} {option.display_name}"
        for one in commands
        for option in one.parameters
        if option.autocomplete
    }
    forms = {form_name(kind.action) for kind, handler in HANDLERS.items() if handler.submit is not None}
    return {one.qualified_name for one in commands} | typed | {kind.action for kind in HANDLERS} | forms | {MENU}


async def do_everything(people: Everybody) -> None:
    """Do everything."""
    await settle(people)
    await play(people)
    await answer_challenges(people)
    await play_isolation(people)
    await play_the_bot(people)
    await learn(people)
    await learn_from_slips(people)
    await look(people)
    await moderate(people)
    await mind_oneself(people)


async def learn(people: Everybody) -> None:
    """Go through the tutorial and the explorer."""
    ada, manager = people.table.ada, people.table.manager()
    shown = reply(await people.command(ada, "learn tutorial", variant="blocking"))
    for step in tutorial_steps("blocking"):
        await people.press(ada, shown, str(min(step.right or step.position.legal_moves, key=str)))
        await people.press(ada, shown, labels(shown)[-1])
    explored = reply(await people.command(ada, "learn explore", variant="lines", size=3))
    await people.table.shows(explored, "Explorer")
    await people.press(ada, explored, labels(explored)[0])
    await people.press(ada, explored, "Back")
    await people.press(ada, explored, labels(explored)[0])
    await people.press(ada, explored, "Start over")
    await people.command(manager, "settings", look="text")
    shown = reply(await people.command(ada, "learn tutorial", variant="lines"))
    await people.choose_from(ada, shown, "gl1:tutorpick:", 0)
    await people.choose_from(ada, shown, "gl1:tutorgame:", 1)
    explored = reply(await people.command(ada, "learn explore", variant="lines", size=3))
    await people.table.shows(explored, "Explorer")
    await people.choose_from(ada, explored, "gl1:walkto:", 0)
    await people.command(manager, "settings", look="classic")


async def learn_from_slips(people: Everybody) -> None:
    """Answer a guest's exercises with buttons and menus, and delete one. Three slips in two games make them."""
    guest, manager = people.table.guild.add_member("Cleo"), people.table.manager()
    await _slip(people, guest, "isolation", "A1", "A3", "A2", "A1")
    await _slip(people, guest, "dodge", "A1", "C3")
    await people.command(manager, "settings", look="text")
    shown = reply(await people.command(guest, "learn lesson"))
    await people.choose(guest, shown, "A1")
    await people.command(manager, "settings", look="classic")
    await people.press(guest, shown, "Next exercise")
    await people.press(guest, shown, "A2")
    await people.press(guest, shown, "Choose another step")
    await people.press(guest, shown, "Delete this exercise")
    shown = reply(await people.command(guest, "learn lesson"))
    await people.press(guest, shown, "B2")
    await people.command(guest, "learn lesson")


async def _slip(people: Everybody, guest: Member, variant: str, first: str, answer: str, *others: str) -> None:
    """Let a guest play these moves against Bob, who makes the second one, and resign."""
    bob = people.table.bob
    asked = await people.command(guest, "challenge", opponent=bob, variant=variant, size=3, first="me")
    board = reply(await people.press(bob, reply(asked), "Accept"))
    await people.press(guest, board, first)
    await people.press(bob, board, answer)
    for cell in others:
        await people.press(guest, board, cell)
    question = reply(await people.press(guest, board, "Resign"))
    await people.press(guest, question, "Yes, resign")


async def settle(people: Everybody) -> None:
    """Change the settings of the server in every way."""
    manager = people.table.manager()
    await people.command(manager, "settings", games=100, challenges=100)
    panel = reply(await people.command(manager, "settings"))
    people.done.add("set")
    await manager.choose(panel, "gl1:set:0:0:look", ["text"])
    await manager.choose(panel, "gl1:set:0:0:channels", [people.table.channel])
    await people.bot.services.wait_idle()
    await people.submit(manager, await people.press(manager, panel, "Limits …"), {"games": "100"})
    for answer in ("No, keep them", "Yes, reset all settings"):
        await people.press(manager, panel, "Reset …")
        await people.press(manager, panel, answer)
    await people.command(manager, "settings", games=100, challenges=100)


async def look(people: Everybody) -> None:
    """Look at what is listed."""
    ada = people.table.ada
    await people.command(ada, "rules")
    await _get_help(people)
    for _ in range(10):
        guest = people.table.guild.add_member("Cleo")
        challenge = reply(await people.command(guest, "challenge", opponent=ada, variant="dodge", size=3, first="me"))
        await people.press(guest, reply(await people.press(ada, challenge, "Accept")), "B2")
    listed = reply(await people.command(ada, "games", show="finished"))
    for direction in ("Older", "Newer"):
        await people.press(ada, listed, direction)
    for order in ("points", "win rate"):
        for options in ({}, {"variant": "dodge"}):
            page = reply(await people.command(ada, "leaderboard", by=order, **options))
            await people.press(ada, page, "Next")
    rated = reply(await people.command(ada, "leaderboard", by="rating"))
    await people.command(ada, "leaderboard", by="rating against the bot", variant="dodge")
    people.done.add(RATING_PAGE.action)
    await ada.press(rated, custom_id=Key(1, argument="people/all/next").custom_id(RATING_PAGE.action), forged=True)
    await people.bot.services.wait_idle()
    manager = people.table.manager()
    await people.command(manager, "settings", season="by hand")
    await people.command(manager, "new-season")
    await people.command(ada, "seasons")
    await people.command(ada, "leaderboard", season=1)
    await people.command(ada, "profile")
    for member in (None, people.table.bob, people.table.guild.bot):
        await people.command(ada, "stats", member=member)
        if member is not None:
            await people.command(ada, "versus", member=member)


async def _get_help(people: Everybody) -> None:
    ada = people.table.ada
    card = reply(await people.command(ada, "help"))
    await people.press(ada, card, "Play me")
    await people.press(ada, card, "Challenge anyone")
    await people.press(ada, card, "Puzzle of the day")
    await people.press(ada, card, "Learn a game")
    page = reply(await people.press(ada, card, "The games"))
    await people.choose(ada, page, "dodge")
    await people.press(ada, page, "Try it")
    manager = people.table.guild.add_member("Manager", permissions=Permissions.MANAGE_GUILD)
    await people.press(manager, reply(await people.command(manager, "help")), "Server settings")


async def moderate(people: Everybody) -> None:
    """Do what moderators do."""
    manager = people.table.guild.add_member("Manager", permissions=Permissions.MANAGE_GUILD)
    board = await people.begin()
    await people.type(manager, "moderate end", "game")
    await people.command(manager, "moderate end", game=game_id(board), reason=f"asked by {people.table.bob.id}")
    await people.command(manager, "moderate ban", member=people.table.cleo, reason="too loud")
    await people.command(manager, "moderate unban", member=people.table.cleo)
    await people.type(manager, "moderate void", "game")
    await people.command(manager, "moderate void", game=game_id(board), reason="arranged")
    await people.type(manager, "moderate unvoid", "game")
    await people.command(manager, "moderate unvoid", game=game_id(board))
    await people.command(manager, "moderate pair", member=people.table.ada, other=people.table.bob)
    await people.command(manager, "moderate log")


async def mind_oneself(people: Everybody) -> None:
    """Decide about one's own data."""
    ada, bob = people.table.ada, people.table.bob
    await people.command(ada, "me block", member=bob)
    await people.command(ada, "me block")
    await people.command(ada, "me unblock", member=bob)
    await people.command(ada, "me notify", mode="off")
    await _hear(people)
    await people.command(ada, "me privacy")
    await people.command(ada, "me my-data")
    question = reply(await people.command(ada, "me forget-me"))
    await people.press(ada, question, "No, keep it")
    question = reply(await people.command(ada, "me forget-me"))
    await people.press(ada, question, "Yes, delete everything")


async def _hear(people: Everybody) -> None:
    """Have everything that draws a board say it, and move in a game by what is said."""
    ada = people.table.ada
    board = await people.begin(variant="isolation")
    await people.command(ada, "me spoken", mode="on")
    said = reply(await people.command(ada, "board", game=game_id(board)))
    await people.choose(ada, said, "A1")
    await people.press(people.table.bob, board, "E5")
    await people.press(ada, said, "Read again")
    for name, options in (("learn puzzle", {}), ("rules", {}), ("learn tutorial", {"variant": "lines"})):
        await people.command(ada, name, **options)
    await people.command(ada, "me spoken", mode="off")
