"""The buttons with which the players of a game offer each other something."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import discord

from cogs.components.base import Key, template
from cogs.components.games import GameControl
from cogs.messages.actors import thread_of
from cogs.messages.delivery import place_of
from cogs.messages.members import expect_member
from cogs.text.shared import game_title, link, mention
from gridlock_host.errors import AlreadyOffered, GameIsOver, OfferIsOver, PlayerIsGone, RematchBegan
from gridlock_host.games.offer_store import OfferKind
from gridlock_rules.wording import Phrase

if TYPE_CHECKING:
    from cogs.responder import Answer
    from cogs.runtime.client import AnyInteraction
    from cogs.text.i18n import Words
    from gridlock_host import Game


class RematchButton(GameControl, template=template("rematch")):
    """Offers a rematch, or begins it when the opponent has offered one."""

    action = "rematch"
    label = Phrase("Rematch")
    style = discord.ButtonStyle.primary

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Offer, and call the opponent; or begin, and answer with the new board."""
        client, here = interaction.client, place_of(interaction)
        finished = await client.host.games.find(here.guild_id, self.key.subject)
        if finished.has_player(interaction.user.id) and finished.bot_id is None:
            await expect_member(interaction, finished.opponent_of(interaction.user.id))
        try:
            rematch = await client.host.challenges.rematch.offer(
                here.guild_id,
                self.key.subject,
                interaction.user.id,
                channel_id=here.channel_id,
                thread_of=thread_of(interaction),
            )
        except AlreadyOffered as refusal:
            await client.boards.offers.post_again(answer, interaction, refusal, OfferKind.REMATCH)
            return
        if rematch is None:
            finished = await client.host.games.find(here.guild_id, self.key.subject)
            await client.boards.offers.post(answer, interaction, finished, OfferKind.REMATCH)
        else:
            await client.boards.post(answer, interaction, rematch)

    async def after_refusal(self, interaction: AnyInteraction, error: Exception) -> None:
        """Take the button away where the rematch has begun, or cannot any more."""
        if not isinstance(error, (RematchBegan, PlayerIsGone)):
            return
        boards = interaction.client.boards
        await boards.offers.close_pressed(interaction)
        game = await interaction.client.host.games.find(place_of(interaction).guild_id, self.key.subject)
        if isinstance(error, RematchBegan):
            await boards.offers.close_rematch(game)
        if (message := self.board_pressed(interaction)) is not None and game.place.message_id != message.id:
            await boards.put_right(message, game)


class TakeBackButton(GameControl, template=template("takeback")):
    """Asks the opponent to let the last move be taken back. The bot is not asked."""

    action = "takeback"
    label = Phrase("Take back")

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Ask, and call the opponent; the move stands until they agree."""
        client, guild_id = interaction.client, place_of(interaction).guild_id
        try:
            game = await client.host.games.take_back.offer(
                guild_id, self.key.subject, interaction.user.id, seen_version=self.key.state
            )
        except AlreadyOffered as refusal:
            await client.boards.offers.post_again(answer, interaction, refusal, OfferKind.TAKE_BACK)
            return
        if game.bot_id is None:
            await client.boards.offers.post(answer, interaction, game, OfferKind.TAKE_BACK)
        else:
            said = Phrase("You took a move back in game #{id}: {link}", id=game.id, link=link(game.place))
            await client.boards.show_in_place(answer, interaction, game, said)


class AnswerButton(GameControl, template="(?!)"):
    """Answers a wish to take a move back."""

    agrees: ClassVar[bool]

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Answer the wish, and say so in its message, which loses its buttons."""
        here, actor_id = place_of(interaction), interaction.user.id
        game = await interaction.client.host.games.take_back.answer(
            here.guild_id, self.key.subject, actor_id, seen_ply=self.key.state, agrees=self.agrees
        )
        changed = await answer.in_place(None, text=self.said(game, actor_id))
        if changed and interaction.message is not None:
            await interaction.client.boards.offers.note_answered(place_of(interaction, interaction.message.id))
        if self.agrees:
            await interaction.client.boards.show_elsewhere(game, interaction)

    def said(self, game: Game, actor_id: int) -> Phrase:
        """What the message says from then on."""
        raise NotImplementedError

    async def after_refusal(self, interaction: AnyInteraction, error: Exception) -> None:
        """Take the buttons away where the wish is over."""
        if isinstance(error, (OfferIsOver, GameIsOver)):
            await interaction.client.boards.offers.close_pressed(interaction)


class AgreeButton(AnswerButton, template=template("agree")):
    """Lets the opponent take the move back."""

    action = "agree"
    label = Phrase("Agree")
    style = discord.ButtonStyle.success

    agrees = True

    def said(self, game: Game, actor_id: int) -> Phrase:
        """Say that the move is taken back."""
        asker = mention(game.opponent_of(actor_id))
        return Phrase("{player} took a move back in game {title}.", player=asker, title=game_title(game))


class DisagreeButton(AnswerButton, template=template("disagree")):
    """Lets the move stand."""

    action = "disagree"
    label = Phrase("Let it stand")

    agrees = False

    def said(self, game: Game, actor_id: int) -> Phrase:  # noqa: ARG002  # nobody is named
        """Say that the move stands."""
        return Phrase("The move stands in game {title}.", title=game_title(game))


def rematch_offer(game: Game, by_id: int, words: Words) -> tuple[Phrase, discord.ui.View]:
    """The text and the button with which somebody offers a rematch of a game that is over."""
    text = Phrase(
        "{opponent}, {player} offers you a rematch of game {title}.",
        opponent=mention(game.opponent_of(by_id)),
        player=mention(by_id),
        title=game_title(game),
    )
    return text, _row(RematchButton(Key(game.id, game.version), words))


def wish(game: Game, by_id: int, words: Words) -> tuple[Phrase, discord.ui.View]:
    """The text and the buttons with which somebody asks to take their last move back."""
    text = Phrase(
        "{opponent}, {player} asks to take {move} back in game {title}: {link}",
        opponent=mention(game.opponent_of(by_id)),
        player=mention(by_id),
        move=game.moves[-1],
        title=game_title(game),
        link=link(game.place),
    )
    key = Key(game.id, game.ply)
    return text, _row(AgreeButton(key, words), DisagreeButton(key, words))


def _row(*controls: GameControl) -> discord.ui.View:
    view: discord.ui.View = discord.ui.View(timeout=None)
    for control in controls:
        view.add_item(control)
    return view


OFFER_CONTROLS = (RematchButton, TakeBackButton, AgreeButton, DisagreeButton)
