"""Log of the interactions that players sent, and of the replies they got."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from chaos.players.visible_messages import Board, Control, read_board, read_played
from local_discord.model.components import shown_texts
from local_discord.wire import CallbackType, InteractionType

if TYPE_CHECKING:
    from local_discord import Interaction, Request

_MESSAGES: Final = frozenset({CallbackType.MESSAGE, CallbackType.UPDATE_MESSAGE})
_MULTIPLE_CHOICES: Final = 300
_DONE: Final = "Done; see below."
# A change that was stored, and whose message was deleted before it could be edited, is told in no other words.
_UNKNOWN: Final = ("My database failed while I was storing that", "The message with that button has been deleted.")
TYPED: Final = "/"
TYPING: Final = "?"
ALREADY_ANSWERED: Final = 40060


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply of the bot to an interaction, delivered or not.

    Attributes:
        text: Its text.
        in_place: Whether it edited the message whose control was used.
        at_first: Whether it is the initial response and not a follow-up.
        status: The HTTP status that Discord answered.
        code: Discord's error code.
        injected: Whether the error was injected.
    """

    text: str
    in_place: bool
    at_first: bool
    status: int
    code: int | None
    injected: bool

    @property
    def arrived(self) -> bool:
        """Whether Discord accepted it."""
        return self.status < _MULTIPLE_CHOICES


@dataclass(eq=False)
class Entry:
    """An interaction, and all replies to it.

    Attributes:
        interaction: The interaction as it was sent to the bot.
        control: The control that was used. For a command the action is "/" and its name; for autocomplete it is "?" and
            the command's name, and the argument is the focused option.
        twice: Whether it was delivered twice.
        replies: The replies.
    """

    interaction: Interaction
    control: Control
    twice: bool = False
    replies: list[Reply] = field(default_factory=list)

    @property
    def who(self) -> int:
        """The id of the member."""
        return self.interaction.member.id

    @property
    def told(self) -> list[Reply]:
        """The replies that arrived and have a text."""
        return [one for one in self.replies if one.arrived and one.text]

    def names(self, user_id: int) -> bool:
        """Whether an option of the command is this person, or a text that names them."""
        return any(str(user_id) in str(option["value"]) for option in _options(self.interaction.payload["data"]))

    @property
    def was_done(self) -> bool:
        """Whether a reply says that it was done: an edit of the message that holds the control says so."""
        pressed = self.interaction.type is InteractionType.COMPONENT
        return any((pressed and one.in_place) or one.text == _DONE for one in self.told)

    @property
    def was_refused(self) -> bool:
        """Whether there were replies, and none says that it was done, or that nobody knows."""
        is_unknown = any(one.text.startswith(_UNKNOWN) for one in self.told)
        return bool(self.told) and not is_unknown and not self.was_done and self.acknowledged is None

    @property
    def acknowledged(self) -> Acknowledged | None:
        """The move that a reply confirms."""
        return next(filter(None, map(self._acknowledged_by, self.told)), None)

    def _acknowledged_by(self, said: Reply) -> Acknowledged | None:
        if self.control.action not in ("cell", "remove", TYPED + "move"):
            return None
        played, board = read_played(said.text), read_board(said.text)
        if played is not None:
            return Acknowledged(self, *played, None)
        if board is None or board.is_choosing or board.move != self.control.argument:
            return None
        return Acknowledged(self, board.game, board.move, board.ply)

    def __str__(self) -> str:
        interaction, control = self.interaction, self.control
        answers = [f"{one.status}{'!' * one.injected} {' '.join(one.text.split())[:160]!r}" for one in self.replies]
        what = f"{control.action} {control.subject} v{control.state} {control.argument}"
        twice = " (delivered twice)" if self.twice else ""
        where = f"message {interaction.source.id}" if interaction.source else f"#{interaction.channel.name}"
        return f"{interaction.sent_at:.2f} {interaction.member.name}: {what} at {where}{twice} -> {answers}"


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """A move that the bot confirmed to its player.

    Attributes:
        entry: The interaction.
        game: The game.
        move: The move.
        ply: Its number; None if the reply did not tell it.
    """

    entry: Entry
    game: int
    move: str
    ply: int | None


class EventLog:
    """All interactions and replies of a run, read from the traffic of the stand-in.

    Attributes:
        entries: The interactions by their token, in order.
        shown: How often each state of a board was shown.
        players: The players of games that boards have shown, by the number of the game.
        errors: How often Discord answered with an error, by status, code, whether it was injected, and whether it was
            a global rate limit.
        broken_rules: Requests that broke a rule of Discord's API; second responses are in the entries instead.
        requests: The number of requests that the bot made.
    """

    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}
        self.shown: Counter[Board] = Counter()
        self.players: dict[int, tuple[int, ...]] = {}
        self.errors: Counter[tuple[int, int, bool, bool]] = Counter()
        self.broken_rules: list[str] = []
        self.requests = 0
        # A reply may be recorded before its interaction.
        self._replies: defaultdict[str, list[Reply]] = defaultdict(list)

    def open(self, interaction: Interaction) -> Entry | None:
        """Add an interaction and return its entry; None if it was added before."""
        if interaction.token in self.entries:
            return None
        entry = self.entries[interaction.token] = Entry(
            interaction, _control(interaction), replies=self._replies[interaction.token]
        )
        return entry

    def note(self, request: Request) -> None:
        """Add a request of the bot that Discord has answered."""
        self.requests += 1
        if request.status >= _MULTIPLE_CHOICES:
            self.errors[request.status, request.code or 0, request.injected, request.of_all_routes] += 1
        if request.broke_rule and request.code != ALREADY_ANSWERED:
            self.broken_rules.append(f"{request.method} {request.path}: {request.error}")
        said = _reply_to(request)
        kind, *names = request.path.strip("/").split("/")
        if kind in ("interactions", "webhooks"):
            self._replies[names[1]].append(said)
        board = read_board(said.text) if said.arrived else None
        if board is not None:
            self.shown[board] += 1
            if board.players:
                self.players[board.game] = board.players

    def acknowledged(self) -> Iterator[Acknowledged]:
        """All confirmed moves."""
        return filter(None, (entry.acknowledged for entry in self.entries.values()))

    def of_game(self, game: int) -> list[Entry]:
        """The interactions about a game."""
        return [entry for entry in self.entries.values() if entry.control.subject == game]

    def by_game(self, *actions: str) -> dict[int, list[Entry]]:
        """The interactions with these actions, by game."""
        found: defaultdict[int, list[Entry]] = defaultdict(list)
        for entry in self.entries.values():
            if entry.control.action in actions:
                found[entry.control.subject].append(entry)
        return found


def _control(interaction: Interaction) -> Control:
    data = interaction.payload["data"]
    if interaction.type is InteractionType.COMPONENT:
        control = Control.read(data["custom_id"])
        if control.action != "remove":
            return control
        step = control.argument.split("/")[0]
        return Control("remove", control.subject, control.state, f"{step}/{data['values'][0]}")
    if interaction.type is InteractionType.AUTOCOMPLETE:
        return Control(TYPING + _command(interaction), 0, 0, _focused(data))
    options = {option["name"]: str(option["value"]) for option in _options(data)}
    parts = [options[name] for name in ("cell", "remove", "member") if name in options]
    return Control(TYPED + _command(interaction), int(options.get("game", 0)), 0, "/".join(parts))


def _command(interaction: Interaction) -> str:
    return interaction.command_name.removeprefix("gridlock ")


def _focused(data: dict[str, Any]) -> str:
    return next(str(option["name"]) for option in _options(data) if option.get("focused"))


def _options(data: dict[str, Any]) -> Iterable[dict[str, Any]]:
    for option in data.get("options") or ():
        if "value" in option:
            yield option
        yield from _options(option)


def _reply_to(request: Request) -> Reply:
    body = request.body if isinstance(request.body, dict) else {}
    is_callback = request.path.startswith("/interactions/")
    kind = body.get("type") if is_callback else None
    if is_callback:
        body = (body.get("data") or {}) if kind in _MESSAGES else {}
    texts = [body.get("content") or "", *shown_texts(body.get("components") or ())]
    in_place = kind == CallbackType.UPDATE_MESSAGE or request.method == "PATCH"
    return Reply(
        text="\n".join(filter(None, texts)),
        in_place=in_place,
        at_first=is_callback,
        status=request.status,
        code=request.code,
        injected=request.injected,
    )
