"""Everything that people can do with the bot, at least once: commands, autocompletes, buttons, menus and forms."""

from __future__ import annotations

from dataclasses import dataclass, field

from cogs.commands.gridlock import every_command
from cogs.components.registry import HANDLERS
from cogs.messages.controls import OPEN_LEADERBOARD, PLAY, RATING_PAGE, SOLVE_PUZZLE, Key
from cogs.runtime.client import GridlockBot
from gridlock_host.learning.tutorial_steps import tutorial_steps
from local_discord import Interaction, Member, Message, Permissions
from tests.end_to_end.support.playing_the_bot import play_bot
from tests.end_to_end.support.table import Table, game_id, labels, reply

MENU = "Challenge to Gridlock"

Option = str | int | Member | None


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


def form_name(action: str) -> str:
    """The name of the form that a control opens."""
    return f"{action} form"


@dataclass
class Everybody:
    """Three members and a manager, and what they have done.

    Attributes:
        done: The names of the actions that were done.
    """

    bot: GridlockBot
    table: Table
    done: set[str] = field(default_factory=set)

    async def do_everything(self) -> None:
        """Do everything."""
        await self._settle()
        await self._play()
        await self._answer_challenges()
        await self._play_isolation()
        await self._play_the_bot()
        await self._learn()
        await self._learn_from_slips()
        await self._look()
        await self._moderate()
        await self._mind_oneself()

    async def command(self, person: Member, name: str, /, **options: Option) -> Interaction:
        """Send a command, and wait until the bot is idle."""
        self.done.add(_path(name))
        asked = await person.command(self.table.channel, _path(name), **_given(options))
        await self.bot.services.wait_idle()
        return asked

    async def press(self, member: Member, message: Message, label: str) -> Interaction:
        """Press a button, and wait until the bot is idle."""
        self.done.add(next(str(each.custom_id).split(":")[1] for each in message.buttons if each.label == label))
        pressed = await member.press(message, label)
        await self.bot.services.wait_idle()
        return pressed

    async def type(self, person: Member, name: str, option: str, /, **options: Option) -> None:
        """Type into an option with autocomplete."""
        self.done.add(f"{_path(name)} {option}")
        given = _given({option: "", **options})
        await person.autocomplete(self.table.channel, _path(name), focused=option, **given)
        await self.bot.services.wait_idle()

    async def choose(self, member: Member, message: Message, value: str) -> None:
        """Choose from the first menu of a message."""
        menu = message.selects[0].custom_id
        self.done.add(menu.split(":")[1])
        await member.choose(message, menu, [value])
        await self.bot.services.wait_idle()

    async def submit(self, member: Member, opened: Interaction, values: dict[str, str | list[str] | bool]) -> None:
        """Fill in and submit the form that an interaction has opened."""
        assert opened.modal is not None
        self.done.add(form_name(opened.modal.custom_id.split(":")[1]))
        await member.submit(opened.modal, values)
        await self.bot.services.wait_idle()

    async def _begin(self, **options: Option) -> Message:
        table = self.table
        terms: dict[str, Option] = {"opponent": table.bob, "variant": "dodge", "size": 5, "first": "me"}
        challenge = reply(await self.command(table.ada, "challenge", **(terms | options)))
        return reply(await self.press(table.bob, challenge, "Accept"))

    async def _settle(self) -> None:
        manager = self.table.manager()
        await self.command(manager, "settings", games=100, challenges=100)
        panel = reply(await self.command(manager, "settings"))
        self.done.add("set")
        await manager.choose(panel, "gl1:set:0:0:look", ["text"])
        await manager.choose(panel, "gl1:set:0:0:channels", [self.table.channel])
        await self.bot.services.wait_idle()
        await self.submit(manager, await self.press(manager, panel, "Limits …"), {"games": "100"})
        for answer in ("No, keep them", "Yes, reset all settings"):
            await self.press(manager, panel, "Reset …")
            await self.press(manager, panel, answer)
        await self.command(manager, "settings", games=100, challenges=100)

    async def _play(self) -> None:
        ada, bob = self.table.ada, self.table.bob
        board = await self._begin(best_of=3)
        await self.type(ada, "move", "cell")
        await self.type(ada, "move", "game")
        await self.press(ada, board, "Rules")
        await self.press(ada, board, "C3")
        offer = reply(await self.press(ada, board, "Take back"))
        await self.press(bob, offer, "Keep the move")
        await self.command(bob, "move", cell="B1")
        offer = reply(await self.press(bob, board, "Take back"))
        await self.press(ada, offer, "Agree")
        await self.type(bob, "board", "game")
        board = reply(await self.command(bob, "board"))
        await self.press(bob, board, "B1")
        await self.type(ada, "resign", "game")
        question = reply(await self.command(ada, "resign", game=game_id(board)))
        await self.press(ada, question, "No, play on")
        question = reply(await self.press(ada, board, "Resign"))
        await self.press(ada, question, "Yes, resign")
        await self._finish_match()
        await self._say_which_game()
        await self._swap()

    async def _swap(self) -> None:
        """Take over the first move."""
        board = await self._begin(swap=True)
        await self.press(self.table.ada, board, "C3")
        await self.press(self.table.bob, board, "Swap")

    async def _say_which_game(self) -> None:
        """Leave out which of two games is meant, and press the button of one."""
        ada, boards = self.table.ada, [await self._begin() for _ in range(2)]
        for command, options in (("board", {}), ("move", {"cell": "C3"}), ("resign", {})):
            asked = reply(await self.command(ada, command, **options))
            await self.press(ada, asked, labels(asked)[0])
        for _ in range(2):
            await play_bot(self.table, variant="dodge", size=5, first="me", level=1)
        asked = reply(await self.command(ada, "learn hint"))
        await self.press(ada, asked, labels(asked)[0])
        for board in boards:
            question = reply(await self.command(ada, "resign", game=game_id(board)))
            await self.press(ada, question, "Yes, resign")

    async def _finish_match(self) -> None:
        """Play the second game of the match, and offer a rematch after a single game."""
        ada, bob = self.table.ada, self.table.bob
        board = await self._begin()
        await self.press(ada, board, "C3")
        await self.press(bob, board, "B1")
        question = reply(await self.press(bob, board, "Resign"))
        await self.press(bob, question, "Yes, resign")
        for person, answer in ((ada, "Decline"), (bob, "Withdraw")):
            await self.press(person, reply(await self.press(bob, board, "Rematch")), answer)
        await self.press(bob, board, "Rematch")
        await self.command(ada, "games")
        await self.press(ada, board, "Rematch")
        await self.type(ada, "learn review", "game")
        review = reply(await self.command(ada, "learn review", game=game_id(board)))
        await self.table.shows(review, "Review of game")
        await self.press(ada, review, "⏭")
        opened = reply(await self.press(self.table.cleo, board, "Review"))
        await self.table.shows(opened, "Review of game")
        replayed = reply(await self.press(self.table.cleo, board, "Replay"))
        await self.press(self.table.cleo, replayed, "⏮")
        await self._keep(board)
        await self.press(ada, board, "Share")

    async def _keep(self, board: Message) -> None:
        """Replay, export and import a finished game."""
        ada, number = self.table.ada, game_id(board)
        for name in ("replay", "export"):
            await self.type(ada, name, "game")
            shown = reply(await self.command(ada, name, game=number))
            if name == "replay":
                await self.press(ada, reply(await self.press(ada, shown, "Picture")), "Share")
        listed = reply(await self.command(ada, "games", show="finished"))
        await self.choose(ada, listed, number)
        await self.command(ada, "games", member=ada, opponent=self.table.bob, variant="dodge")
        await self.command(ada, "export")
        opened = reply(await self.command(ada, "import", line="dodge 3x3: A1 C3 0-1 resignation"))
        await self.press(ada, opened, "Review")

    async def _answer_challenges(self) -> None:
        ada, bob, cleo = self.table.ada, self.table.bob, self.table.cleo
        await self.command(ada, "challenge", opponent=bob)
        await self.type(bob, "accept", "challenge")
        await self.type(bob, "decline", "challenge")
        await self.command(bob, "decline", reason="not now")
        await self.command(ada, "challenge", opponent=cleo)
        await self.command(cleo, "accept")
        challenge = reply(await self.command(ada, "challenge", opponent=bob))
        declined = await self.press(bob, challenge, "Decline")
        await self.choose(bob, declined.followups[0], "another size, please")
        await self.command(ada, "challenge")
        await self.type(ada, "cancel", "challenge")
        await self.command(ada, "cancel")
        challenge = reply(await self.command(ada, "challenge"))
        await self.press(ada, challenge, "Cancel")
        await self.submit(ada, await self.command(ada, "play"), {"person": [str(bob.id)]})
        self.done.add(PLAY.action)
        pressed = await ada.press(challenge, custom_id=Key(0).custom_id(PLAY.action), forged=True)
        await self.submit(ada, pressed, {"rival": ["1"]})
        self.done.add(MENU)
        await ada.context_menu(self.table.channel, MENU, target=bob)
        await self.bot.services.wait_idle()

    async def _play_isolation(self) -> None:
        ada, bob = self.table.ada, self.table.bob
        board = await self._begin(variant="isolation")
        number = game_id(board)
        await self.press(ada, board, "A1")
        await self.press(bob, board, "E5")
        await self.type(ada, "move", "remove", cell="B2", game=number)
        await self.press(ada, board, "B2")
        await self.press(ada, board, "Choose another step")
        question = reply(await self.command(ada, "move", cell="B2", game=number))
        await self.choose(ada, question, "C3")
        board = await self._begin(variant="isolation", size=6)
        await self.choose(ada, board, "A1")
        await self.submit(bob, await self.press(bob, board, "Type a move"), {"move": "F6"})

    async def _play_the_bot(self) -> None:
        ada = self.table.ada
        board = await play_bot(self.table, variant="dodge", size=3, first="me", level=1)
        await self.type(ada, "learn hint", "game")
        await self.command(ada, "learn hint", game=game_id(board))
        await self.press(ada, board, "B2")
        await self.press(ada, board, "Level 2")
        board = await play_bot(self.table, variant="dodge", size=5, first="me", level=1)
        await self.press(ada, board, "Hint")
        manager = self.table.manager()
        await self.command(manager, "settings", look="pictures")
        board = reply(await self.command(ada, "board", game=game_id(board)))
        await self.press(ada, board, "Text")
        await self.command(manager, "settings", look="classic")
        question = reply(await self.press(ada, board, "Resign"))
        await self.press(ada, question, "Yes, resign")
        shown = reply(await self.command(ada, "learn puzzle"))
        await self.table.shows(shown, "Exactly one move wins")
        of_post = str(shown.buttons[0].custom_id).replace(":puzzle:", ":solve:").rpartition(":")[0]
        await self.press(ada, shown, labels(shown)[0])
        await self.press(ada, shown, "Streaks")
        self.done.add(SOLVE_PUZZLE.action)
        await ada.press(shown, custom_id=f"{of_post}:", forged=True)
        await self.bot.services.wait_idle()
        self.done.add(OPEN_LEADERBOARD.action)
        await ada.press(shown, custom_id=Key(1).custom_id(OPEN_LEADERBOARD.action), forged=True)
        await self.bot.services.wait_idle()
        await self.command(ada, "learn streaks")
        await self.command(ada, "learn puzzle")

    async def _learn(self) -> None:
        ada, manager = self.table.ada, self.table.manager()
        shown = reply(await self.command(ada, "learn tutorial", variant="blocking"))
        for step in tutorial_steps("blocking"):
            await self.press(ada, shown, str(min(step.right or step.position.legal_moves, key=str)))
            await self.press(ada, shown, labels(shown)[-1])
        explored = reply(await self.command(ada, "learn explore", variant="lines", size=3))
        await self.table.shows(explored, "Explorer")
        await self.press(ada, explored, labels(explored)[0])
        await self.press(ada, explored, "Back")
        await self.press(ada, explored, labels(explored)[0])
        await self.press(ada, explored, "Start over")
        await self.command(manager, "settings", look="text")
        shown = reply(await self.command(ada, "learn tutorial", variant="lines"))
        await self._choose_from(ada, shown, "gl1:tutorpick:", 0)
        await self._choose_from(ada, shown, "gl1:tutorgame:", 1)
        explored = reply(await self.command(ada, "learn explore", variant="lines", size=3))
        await self.table.shows(explored, "Explorer")
        await self._choose_from(ada, explored, "gl1:walkto:", 0)
        await self.command(manager, "settings", look="classic")

    async def _choose_from(self, member: Member, message: Message, prefix: str, number: int) -> None:
        """Choose one of the options of the first menu whose custom id begins so."""
        menu = next(select for select in message.selects if str(select.custom_id).startswith(prefix))
        self.done.add(prefix.split(":")[1])
        await member.choose(message, menu.custom_id, [menu.options[number][0]])
        await self.bot.services.wait_idle()

    async def _learn_from_slips(self) -> None:
        """Answer a guest's exercises with buttons and menus, and delete one. Three slips in two games make them."""
        guest, manager = self.table.guild.add_member("Cleo"), self.table.manager()
        await self._slip(guest, "isolation", "A1", "A3", "A2", "A1")
        await self._slip(guest, "dodge", "A1", "C3")
        await self.command(manager, "settings", look="text")
        shown = reply(await self.command(guest, "learn lesson"))
        await self.choose(guest, shown, "A1")
        await self.command(manager, "settings", look="classic")
        await self.press(guest, shown, "Next exercise")
        await self.press(guest, shown, "A2")
        await self.press(guest, shown, "Choose another step")
        await self.press(guest, shown, "Delete this exercise")
        shown = reply(await self.command(guest, "learn lesson"))
        await self.press(guest, shown, "B2")
        await self.command(guest, "learn lesson")

    async def _slip(self, guest: Member, variant: str, first: str, answer: str, *others: str) -> None:
        """Let a guest play these moves against Bob, who makes the second one, and resign."""
        bob = self.table.bob
        asked = await self.command(guest, "challenge", opponent=bob, variant=variant, size=3, first="me")
        board = reply(await self.press(bob, reply(asked), "Accept"))
        await self.press(guest, board, first)
        await self.press(bob, board, answer)
        for cell in others:
            await self.press(guest, board, cell)
        question = reply(await self.press(guest, board, "Resign"))
        await self.press(guest, question, "Yes, resign")

    async def _look(self) -> None:
        ada = self.table.ada
        await self.command(ada, "rules")
        await self._get_help()
        for _ in range(10):
            guest = self.table.guild.add_member("Cleo")
            challenge = reply(await self.command(guest, "challenge", opponent=ada, variant="dodge", size=3, first="me"))
            await self.press(guest, reply(await self.press(ada, challenge, "Accept")), "B2")
        listed = reply(await self.command(ada, "games", show="finished"))
        for direction in ("Older", "Newer"):
            await self.press(ada, listed, direction)
        for order in ("points", "win rate"):
            for options in ({}, {"variant": "dodge"}):
                page = reply(await self.command(ada, "leaderboard", by=order, **options))
                await self.press(ada, page, "Next")
        rated = reply(await self.command(ada, "leaderboard", by="rating"))
        await self.command(ada, "leaderboard", by="rating against the bot", variant="dodge")
        self.done.add(RATING_PAGE.action)
        await ada.press(rated, custom_id=Key(1, argument="people/all/next").custom_id(RATING_PAGE.action), forged=True)
        await self.bot.services.wait_idle()
        manager = self.table.manager()
        await self.command(manager, "settings", season="by hand")
        await self.command(manager, "new-season")
        await self.command(ada, "seasons")
        await self.command(ada, "leaderboard", season=1)
        await self.command(ada, "profile")
        for member in (None, self.table.bob, self.table.guild.bot):
            await self.command(ada, "stats", member=member)
            if member is not None:
                await self.command(ada, "versus", member=member)

    async def _get_help(self) -> None:
        ada = self.table.ada
        card = reply(await self.command(ada, "help"))
        await self.press(ada, card, "Play me")
        await self.press(ada, card, "Challenge anyone")
        await self.press(ada, card, "Puzzle of the day")
        await self.press(ada, card, "Learn a game")
        page = reply(await self.press(ada, card, "The games"))
        await self.choose(ada, page, "dodge")
        await self.press(ada, page, "Try it")
        manager = self.table.guild.add_member("Manager", permissions=Permissions.MANAGE_GUILD)
        await self.press(manager, reply(await self.command(manager, "help")), "Server settings")

    async def _moderate(self) -> None:
        manager = self.table.guild.add_member("Manager", permissions=Permissions.MANAGE_GUILD)
        board = await self._begin()
        await self.type(manager, "moderate end", "game")
        await self.command(manager, "moderate end", game=game_id(board), reason=f"asked by {self.table.bob.id}")
        await self.command(manager, "moderate ban", member=self.table.cleo, reason="too loud")
        await self.command(manager, "moderate unban", member=self.table.cleo)
        await self.type(manager, "moderate void", "game")
        await self.command(manager, "moderate void", game=game_id(board), reason="arranged")
        await self.type(manager, "moderate unvoid", "game")
        await self.command(manager, "moderate unvoid", game=game_id(board))
        await self.command(manager, "moderate pair", member=self.table.ada, other=self.table.bob)
        await self.command(manager, "moderate log")

    async def _mind_oneself(self) -> None:
        ada, bob = self.table.ada, self.table.bob
        await self.command(ada, "me block", member=bob)
        await self.command(ada, "me block")
        await self.command(ada, "me unblock", member=bob)
        await self.command(ada, "me notify", mode="off")
        await self._hear()
        await self.command(ada, "me privacy")
        await self.command(ada, "me my-data")
        question = reply(await self.command(ada, "me forget-me"))
        await self.press(ada, question, "No, keep it")
        question = reply(await self.command(ada, "me forget-me"))
        await self.press(ada, question, "Yes, delete everything")

    async def _hear(self) -> None:
        """Have everything that draws a board say it, and move in a game by what is said."""
        ada = self.table.ada
        board = await self._begin(variant="isolation")
        await self.command(ada, "me spoken", mode="on")
        said = reply(await self.command(ada, "board", game=game_id(board)))
        await self.choose(ada, said, "A1")
        await self.press(self.table.bob, board, "E5")
        await self.press(ada, said, "Read again")
        for name, options in (("learn puzzle", {}), ("rules", {}), ("learn tutorial", {"variant": "lines"})):
            await self.command(ada, name, **options)
        await self.command(ada, "me spoken", mode="off")


def _path(name: str) -> str:
    """The full name of a command, given without its first word."""
    return (
        f"gridlock-server {name}"
        if name.split(maxsplit=1)[0] in ("settings", "new-season", "moderate")
        else f"gridlock {name}"
    )


def _given(options: dict[str, Option]) -> dict[str, str | int | Member]:
    return {name: value for name, value in options.items() if value is not None}
