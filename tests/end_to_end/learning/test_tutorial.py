"""The tutorial: its positions are solved by presses, wrong ones are explained, and progress is kept."""

from __future__ import annotations

import json

import pytest

from gridlock_host.learning.tutorial_steps import Goal, TutorialStep, tutorial_steps
from gridlock_rules import VARIANTS
from local_discord import Member, Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, cells, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def opened(table: Table, person: Member, **options: str) -> Message:
    message = reply(await person.command(table.channel, "gridlock learn tutorial", **options))
    assert message.ephemeral
    return message


async def press_move(person: Member, message: Message, move: str) -> None:
    """Press the cells of a move, one after the other."""
    for cell in move.split("/"):
        found = next(button for button in message.buttons if str(button.custom_id).endswith(f"/{cell}"))
        await person.press(message, custom_id=found.custom_id)


def right(step: TutorialStep) -> str:
    return str(min(step.right or step.position.legal_moves, key=str))


@pytest.mark.parametrize("variant", [variant.key for variant in VARIANTS])
async def test_five_presses_lead_to_a_game_at_the_first_level(table: Table, variant: str) -> None:
    title = variant.title()
    shown = await opened(table, table.ada, variant=variant)
    for step in tutorial_steps(variant):
        assert f"**{title}** · step {step.number} of 5" in shown.text
        await press_move(table.ada, shown, right(step))
        assert "Right: " in shown.text
        if step.number < 5:
            await table.ada.press(shown, "Next step")
    assert f"You know **{title}** now" in shown.text
    board = await table.answer(await table.ada.press(shown, f"Play {title} at level 1"))
    assert not board.ephemeral
    assert f"**{title}** #" in board.text
    assert "level 1" in board.text


async def test_an_illegal_press_gets_the_reason_and_another_try(table: Table) -> None:
    step = tutorial_steps("lines")[0]
    shown = await opened(table, table.ada, variant="lines")
    legal = set(map(str, step.position.legal_moves))
    illegal = next(label for label in labels(shown) if label and label[0] in "ABCDE" and label not in legal)
    await press_move(table.ada, shown, illegal)
    assert f"{illegal} is not in row " in shown.text
    assert "Try again." in shown.text
    await press_move(table.ada, shown, str(step.moves[-1]))
    assert "is already taken" in shown.text
    await press_move(table.ada, shown, right(step))
    assert "Right: " in shown.text


async def test_a_move_that_loses_is_answered_with_the_reply_that_punishes_it(table: Table) -> None:
    step = next(step for step in tutorial_steps("dodge") if step.goal is Goal.KEEP_WIN)
    shown = await at_step(table, table.ada, step)
    move, answer = next(iter(step.replies.items()))
    await press_move(table.ada, shown, str(move))
    mark = step.position.variant.mark(step.position.to_move.opponent)
    assert f"After **{move}** {mark} answers {answer} and wins. Try again." in shown.text
    await press_move(table.ada, shown, right(step))
    assert "Right: " in shown.text


async def at_step(table: Table, person: Member, step: TutorialStep) -> Message:
    """Solve the steps before one, and open that."""
    shown = await opened(table, person, variant=step.variant_key)
    for before in tutorial_steps(step.variant_key)[: step.number - 1]:
        await press_move(person, shown, right(before))
        await person.press(shown, "Next step")
    return shown


async def test_the_legal_cells_are_not_given_away_where_they_are_to_be_found(table: Table) -> None:
    shown = await opened(table, table.ada, variant="lines")
    assert "+" not in shown.text.split("```")[1]
    await press_move(table.ada, shown, right(tutorial_steps("lines")[0]))
    await table.ada.press(shown, "Next step")
    await press_move(table.ada, shown, right(tutorial_steps("lines")[1]))
    await table.ada.press(shown, "Next step")
    assert "+" in shown.text.split("```")[1]


async def test_pairs_are_drawn_on_the_board(table: Table) -> None:
    step = tutorial_steps("lines")[-1]
    shown = await at_step(table, table.ada, step)
    drawn = shown.text.split("```")[1]
    for number in range(1, len(step.pairs)):
        assert drawn.count(f" {'abcdefgh'[number]} ") == 2
    (partner,) = step.right
    assert f"{partner} a" in labels(shown)


async def test_progress_is_kept_for_each_person_and_game_through_a_restart(
    own_table: Table, own_bot: BotProcess
) -> None:
    ada = own_table.ada
    steps = tutorial_steps("lines")
    shown = await opened(own_table, ada)
    await press_move(ada, shown, right(steps[0]))
    await own_bot.kill()
    await own_bot.start()
    assert "**Lines** · step 2 of 5" in (await opened(own_table, ada)).text
    # An old message works after the restart, too.
    await ada.press(shown, "Next step")
    await press_move(ada, shown, right(steps[1]))
    assert "Right: " in shown.text
    assert "step 3 of 5" in (await opened(own_table, ada)).text
    assert "step 1 of 5" in (await opened(own_table, ada, variant="dodge")).text
    assert "step 1 of 5" in (await opened(own_table, own_table.bob)).text


async def test_progress_is_in_the_data_of_a_person_and_can_be_forgotten(table: Table) -> None:
    shown = await opened(table, table.cleo, variant="standoff")
    await press_move(table.cleo, shown, right(tutorial_steps("standoff")[0]))
    data = await table.answer(await table.cleo.command(table.channel, "gridlock me my-data"))
    await table.discord.until(lambda: data.attachments, "the file")
    stored = json.loads(data.attachments[0].content)["tutorial_progress"]
    assert [(entry["variant"], entry["steps"]) for entry in stored] == [("standoff", 1)]
    question = reply(await table.cleo.command(table.channel, "gridlock me forget-me"))
    await table.cleo.press(question, "Yes, delete everything")
    assert "step 1 of 5" in (await opened(table, table.cleo, variant="standoff")).text


async def test_another_game_is_one_choice_away(table: Table) -> None:
    shown = await opened(table, table.ada, variant="lines")
    menu = shown.selects[-1]
    await table.ada.choose(shown, menu.custom_id, ["isolation"])
    assert "**Isolation** · step 1 of 5 · you are 🟦 P1, against 🟠 P2" in shown.text


async def test_it_is_in_the_language_of_its_reader_and_the_look_of_the_server(table: Table) -> None:
    table.all_read("de")
    await table.settle(look="text")
    shown = await opened(table, table.ada, variant="lines")
    assert "**Lines** · Schritt 1 von 5 · du bist X, gegen O" in shown.text
    assert not cells(shown)
    step = tutorial_steps("lines")[0]
    await table.ada.choose(shown, shown.selects[0].custom_id, [right(step)])
    assert "Richtig: " in shown.text
    await table.settle(look="pictures")
    shown = await opened(table, table.ada, variant="lines")
    assert "```" not in shown.text


async def test_a_forged_step_is_refused(table: Table) -> None:
    shown = await opened(table, table.ada, variant="lines")
    for forged in ("gl1:tutorcell:9:0:lines/A1", "gl1:tutorcell:1:0:chess/A1", "gl1:tutorcell:1:0:lines/H8"):
        refusal(await table.ada.press(shown, custom_id=forged, forged=True))
    menu = shown.selects[-1].custom_id
    refusal(await table.ada.choose(shown, menu, ["chess"], forged=True))
