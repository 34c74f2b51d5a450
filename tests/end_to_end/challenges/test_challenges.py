"""Challenges: made, accepted, declined and cancelled, by button and by command."""

from __future__ import annotations

import pytest

from gridlock_rules import VARIANTS
from local_discord import Refused
from tests.end_to_end.support.table import Table, cells, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_challenge_calls_the_opponent_and_nobody_else(table: Table) -> None:
    challenge = await table.challenge()
    assert challenge.mentions == [table.bob]
    assert labels(challenge) == ["Accept", "Decline", "Cancel"]


async def test_omitted_options_use_the_defaults(table: Table) -> None:
    assert "**Lines** on 5×5 (a coin decides" in (await table.challenge()).text  # noqa: RUF001


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
async def test_every_variant_can_be_played_by_its_key(table: Table, variant: object) -> None:
    key, title, size = (getattr(variant, name) for name in ("key", "title", "default_size"))
    board = await table.begin(variant=key)
    assert board.text.startswith(f"**{title}** #{game_id(board)} · {size}×{size} · move 1\n")  # noqa: RUF001
    assert len(cells(board)) == size * size


@pytest.mark.parametrize("size", range(3, 9))
async def test_every_size_can_be_played(table: Table, size: int) -> None:
    board = await table.begin(size=size)
    assert len(cells(board)) == (size * size if size <= 5 else 0)


@pytest.mark.parametrize("size", [2, 9])
async def test_discord_itself_refuses_other_sizes(table: Table, size: int) -> None:
    with pytest.raises(Refused):
        await table.challenge(size=size)


async def test_accepting_by_button_posts_the_board_and_closes_the_challenge(table: Table) -> None:
    challenge = await table.challenge(variant="dodge", first="opponent")
    board = reply(await table.bob.press(challenge, "Accept"))
    assert f"{table.bob.mention} (X) **to move** · 🟠 {table.ada.mention} (O)" in board.text
    await table.discord.until(lambda: not challenge.buttons, "the challenge to lose its buttons")
    assert "accepted" in challenge.text


async def test_accepting_by_command_needs_no_id_when_one_challenge_fits(table: Table) -> None:
    await table.challenge()
    board = reply(await table.bob.command(table.channel, "gridlock accept"))
    assert "to move" in board.text


async def test_accepting_by_command_asks_which_when_several_fit(table: Table) -> None:
    await table.challenge()
    await table.challenge(variant="dodge")
    asked = reply(await table.bob.command(table.channel, "gridlock accept"))
    assert asked.text == "More than one challenge fits. Which one?"
    assert labels(asked) == ["Lines 5×5 vs Ada", "Dodge 3×3 vs Ada"]  # noqa: RUF001
    choices = await table.bob.autocomplete(table.channel, "gridlock accept", focused="challenge", challenge="dodge")
    assert ["Dodge" in name and "Ada" in name for name, _ in choices] == [True]
    board = reply(await table.bob.command(table.channel, "gridlock accept", challenge=choices[0][1]))
    assert "Dodge" in board.text


async def test_a_challenge_to_anybody_is_accepted_by_command_without_its_number(table: Table) -> None:
    elsewhere = table.guild.add_channel("more games")
    await table.ada.command(elsewhere, "gridlock challenge", variant="standoff")
    await table.ada.command(table.channel, "gridlock challenge", variant="dodge")
    board = reply(await table.bob.command(table.channel, "gridlock accept"))
    assert "Dodge" in board.text
    assert "Standoff" in reply(await table.bob.command(table.channel, "gridlock accept")).text


async def test_an_open_challenge_is_closed_to_its_challenger_and_those_who_cannot_see_it(table: Table) -> None:
    hidden = table.guild.add_channel("hidden")
    hidden.hide_from(table.bob)
    await table.ada.command(hidden, "gridlock challenge")
    for player in (table.ada, table.bob):
        assert "no open challenge to you or to anybody" in refusal(
            await player.command(table.channel, "gridlock accept")
        )
        assert not await player.autocomplete(table.channel, "gridlock accept", focused="challenge", challenge="")
    choices = await table.cleo.autocomplete(table.channel, "gridlock accept", focused="challenge", challenge="")
    assert ["Ada" in name for name, _ in choices] == [True]


async def test_a_challenge_shows_no_number_that_could_be_taken_for_that_of_a_game(table: Table) -> None:
    challenge = await table.challenge()
    assert "Open until <t:" in challenge.text
    assert "#" not in challenge.text
    assert "#" not in refusal(await table.cleo.press(challenge, "Accept"))
    assert "#" not in reply(await table.ada.command(table.channel, "gridlock games")).text


async def test_declining_by_button_is_shown_in_place_and_leaves_no_game(table: Table) -> None:
    challenge = await table.challenge()
    declined = reply(await table.bob.press(challenge, "Decline"))
    assert declined is challenge
    assert "declined" in challenge.text
    assert not challenge.buttons
    for player in (table.ada, table.bob):
        assert "no open games" in reply(await player.command(table.channel, "gridlock games")).text


async def test_declining_by_command_is_shown_on_the_challenge(table: Table) -> None:
    challenge = await table.challenge()
    assert reply(await table.bob.command(table.channel, "gridlock decline")).ephemeral
    await table.discord.until(lambda: "declined" in challenge.text, "the challenge to show it")


async def test_the_challenger_can_cancel_by_button(table: Table) -> None:
    challenge = await table.challenge()
    await table.ada.press(challenge, "Cancel")
    assert "cancelled" in challenge.text
    assert not challenge.buttons


async def test_a_cancelled_challenge_names_its_addressee(table: Table) -> None:
    to_bob = await table.challenge()
    await table.ada.press(to_bob, "Cancel")
    assert to_bob.text.startswith(f"{table.ada.mention} cancelled the challenge to {table.bob.mention}: **Lines** on")
    to_anybody = reply(await table.ada.command(table.channel, "gridlock challenge"))
    await table.ada.press(to_anybody, "Cancel")
    assert to_anybody.text.startswith(f"{table.ada.mention} cancelled the open challenge: **Lines** on")


async def test_the_challenger_can_cancel_by_command(table: Table) -> None:
    challenge = await table.challenge()
    choices = await table.ada.autocomplete(table.channel, "gridlock cancel", focused="challenge", challenge="")
    assert len(choices) == 1
    await table.ada.command(table.channel, "gridlock cancel", challenge=choices[0][1])
    await table.discord.until(lambda: "cancelled" in challenge.text, "the challenge to show it")


@pytest.mark.parametrize(
    ("who", "what", "sentence"),
    [
        ("ada", "Accept", "Only the player who was challenged"),
        ("cleo", "Accept", "Only the player who was challenged"),
        ("ada", "Decline", "Only the player who was challenged"),
        ("cleo", "Decline", "Only the player who was challenged"),
        ("bob", "Cancel", "Only the challenger"),
        ("cleo", "Cancel", "Only the challenger"),
    ],
)
async def test_nobody_else_answers_a_challenge(table: Table, who: str, what: str, sentence: str) -> None:
    challenge = await table.challenge()
    assert sentence in refusal(await getattr(table, who).press(challenge, what))
    assert labels(challenge) == ["Accept", "Decline", "Cancel"]


@pytest.mark.parametrize("answer", ["accept", "decline", "cancel"])
async def test_a_closed_challenge_cannot_be_answered_again(table: Table, answer: str) -> None:
    challenge = await table.challenge()
    buttons = {button.label: button.custom_id for button in challenge.buttons}
    await table.bob.press(challenge, "Decline")
    person = table.ada if answer == "cancel" else table.bob
    pressed = await person.press(challenge, custom_id=buttons[answer.title()], forged=True)
    assert "is over: it was declined" in refusal(pressed)
    number = str(buttons["Accept"]).split(":")[2]
    typed = await person.command(table.channel, f"gridlock {answer}", challenge=number)
    assert "is over: it was declined" in refusal(typed)


@pytest.mark.parametrize("answer", ["accept", "decline", "cancel"])
async def test_without_a_challenge_there_is_nothing_to_answer(table: Table, answer: str) -> None:
    assert "no open challenge" in refusal(await table.bob.command(table.channel, f"gridlock {answer}"))


@pytest.mark.parametrize("written", ["999999", "x", "  ", "-1", "9" * 60, "１"])  # noqa: RUF001  # a full-width digit
@pytest.mark.parametrize("answer", ["accept", "decline", "cancel"])
async def test_an_unknown_challenge_id_is_refused(table: Table, answer: str, written: str) -> None:
    await table.challenge()
    answered = await table.bob.command(table.channel, f"gridlock {answer}", challenge=written)
    assert "no such challenge" in refusal(answered)


async def test_a_challenge_of_another_server_does_not_exist_here(table: Table) -> None:
    elsewhere = Table.lay(table.discord, "Another server")
    challenge = await elsewhere.challenge()
    accept = challenge.buttons[0].custom_id
    for person in (table.bob, table.ada):
        own = await table.challenge()
        assert "no such challenge" in refusal(await person.press(own, custom_id=accept, forged=True))
    assert labels(challenge) == ["Accept", "Decline", "Cancel"]


async def test_nobody_challenges_themselves(table: Table) -> None:
    assert "yourself" in refusal(await table.ada.command(table.channel, "gridlock challenge", opponent=table.ada))


async def test_nobody_challenges_a_bot(table: Table) -> None:
    robot = table.guild.add_member("Cleo", bot=True)
    assert "bot" in refusal(await table.ada.command(table.channel, "gridlock challenge", opponent=robot))


async def test_nobody_challenges_a_person_who_has_left(table: Table) -> None:
    table.guild.remove_member(table.cleo)
    asked = await table.ada.command(table.channel, "gridlock challenge", opponent=table.cleo)
    assert "not in this server" in refusal(asked)
