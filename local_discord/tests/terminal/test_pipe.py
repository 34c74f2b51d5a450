"""Sessions on a pipe, with a real bot."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from local_discord.tests.terminal.conftest import Stage


async def test_a_transcript_reads_like_a_conversation(stage: Stage) -> None:
    status, output = await stage.play('/demo greet @Bob times:2 style:"very loud"', "/as Bob", "/press wave back")
    assert status == 0
    assert output == (
        'Ada> /demo greet @Bob times:2 style:"very loud"\n'
        "#1 Bot:\n"
        "   Hello Hello @Bob (loud)\n"
        "   [Wave back]\n"
        "   (@Bob was mentioned)\n"
        "Ada> /as Bob\n"
        "#1 Bot:\n"
        "   Hello Hello @Bob (loud)\n"
        "   [Wave back]\n"
        "   (@Bob was mentioned)\n"
        "Bob> /press wave back\n"
        "#1 Bot (edited):\n"
        "   @Bob waved.\n"
        "   (Wave back)\n"
        "#2 Bot (only you can see this):\n"
        "   That was nice of you.\n"
    )


async def test_ephemeral_messages_are_not_shown_to_others(stage: Stage) -> None:
    _, output = await stage.play("/demo whisper secret", "/as Bob", "/as Ada", "/messages")
    assert output == (
        "Ada> /demo whisper secret\n"
        "#1 Bot (only you can see this):\n"
        "   psst: secret\n"
        "Ada> /as Bob\n"
        "Nothing new for Bob.\n"
        "Bob> /as Ada\n"
        "Nothing new for Ada.\n"
        "Ada> /messages\n"
        "#1 Bot (only you can see this):\n"
        "   psst: secret\n"
    )


async def test_nothing_that_a_bot_says_steers_the_terminal(stage: Stage) -> None:
    _, output = await stage.play("\x1b[31mred", bare_text="demo whisper {text}")
    assert "\x1b" not in output


async def test_a_board_of_buttons_is_a_grid_that_can_be_pressed(stage: Stage) -> None:
    status, output = await stage.play("/demo board", "/press b1", "/press X")
    assert status == 1
    assert output == (
        "Ada> /demo board\n"
        "#1 Bot:\n"
        "   Board\n"
        "     1 2\n"
        "   A . .\n"
        "   B . .\n"
        "   [A1] [A2]\n"
        "   [B1] [B2]\n"
        "Ada> /press b1\n"
        "#1 Bot (edited):\n"
        "   Board\n"
        "     1 2\n"
        "   A . .\n"
        "   B . .\n"
        "   [A1] [A2]\n"
        "   (X)  [B2]\n"
        "Ada> /press X\n"
        "! The button X is disabled.\n"
    )


async def test_the_newest_message_with_the_button_is_meant_unless_a_number_is_given(stage: Stage) -> None:
    status, output = await stage.play(
        "/demo board", "/demo board", "/press A1", "/press A1", "/press B2 on 2", "/press B2 on #9"
    )
    numbers = [line for line in output.splitlines() if line.startswith("#")]
    assert numbers == ["#1 Bot:", "#2 Bot:", "#2 Bot (edited):", "#1 Bot (edited):", "#2 Bot (edited):"]
    assert output.endswith("! There is no message #9 here.\n")
    assert status == 1


async def test_menus_are_chosen_from_by_value_or_label(stage: Stage) -> None:
    status, output = await stage.play("/demo menu", '/choose "red apple"', "/choose Pear on 1", "/choose plum")
    assert status == 1
    assert "   [Fruit: Red apple, Pear]\n" in output
    assert "   You picked apple.\n" in output
    assert "   You picked Pear.\n" in output
    assert output.endswith("! There is no menu with plum to choose from.\n")


async def test_forms_are_filled_in_by_name_or_label_or_in_order(stage: Stage) -> None:
    status, output = await stage.play(
        "/demo form",
        "/fill Ada",
        "/demo form",
        '/fill town:Pavia "Your name":"Ada of the tower"',
        "/fill x",
        "/demo form",
        "/fill colour:red",
        "/fill a b c",
        "/fill town:Pavia",
    )
    assert status == 1
    assert output.startswith(
        "Ada> /demo form\n"
        "A form is open: About you\n"
        "   Your name (name):\n"
        "   Town (town): Turin\n"
        "   (/fill name:value ... submits it)\n"
        "Ada> /fill Ada\n"
        "#1 Bot:\n"
        "   Ada of Turin\n"
    )
    assert "   Ada of the tower of Pavia\n" in output
    assert "! There is no form to fill in.\n" in output
    assert "! There is no field colour. There are: Your name, Town.\n" in output
    assert "! There is no field left for c.\n" in output
    assert output.endswith("! The field 'Your name' must be filled in.\n")


async def test_menus_of_forms_are_filled_in_by_value_label_or_name(stage: Stage) -> None:
    status, output = await stage.play(
        "/demo order",
        "/fill meal:pasta",
        "/fill meal:Soup guest:@Bob",
        "/demo order",
        "/fill",
    )
    assert status == 1
    assert "   Meal (meal): Soup, Fish of the day*\n   Guest (guest): a member\n" in output
    assert "! Meal has no pasta. It has: Soup, Fish of the day.\n" in output
    assert "   soup for Bob\n" in output
    assert output.endswith("   fish for nobody\n")


async def test_a_form_stays_with_the_seat_it_was_opened_for(stage: Stage) -> None:
    status, output = await stage.play("/demo form", "/as Bob", "/fill Bob")
    assert (status, output.splitlines()[-1]) == (1, "! There is no form to fill in.")


async def test_a_bare_line_is_the_value_in_its_template_blanks_included(stage: Stage) -> None:
    status, output = await stage.play("apple pie", 'a:"b', bare_text="demo guess {text}")
    assert status == 0
    assert output == (
        'Ada> apple pie\n#1 Bot:\n   You guessed apple pie and -.\nAda> a:"b\n#2 Bot:\n   You guessed a:"b and -.\n'
    )


async def test_an_unknown_label_lists_the_buttons(stage: Stage) -> None:
    status, output = await stage.play("/demo board", "/demo greet @Bob", "/press wave")
    assert (status, output.splitlines()[-1]) == (
        1,
        "! There is no button wave to press. There are: [Wave back] [A1] [A2] [B1] [B2]",
    )


async def test_a_command_without_its_slash_is_not_taken_as_a_value(stage: Stage) -> None:
    status, output = await stage.play("Members", "help me", bare_text="demo guess {text}")
    assert status == 1
    assert output == (
        "Ada> Members\n! Commands begin with a slash: /members\nAda> help me\n#1 Bot:\n   You guessed help me and -.\n"
    )
    assert (await stage.play("help"))[0] == 0


async def test_blank_lines_and_remarks_are_skipped_and_quit_ends(stage: Stage) -> None:
    assert await stage.play("", "# a remark", "  hello  ", "/quit", "never said") == (
        0,
        "Ada> hello\n#1 Ada:\n   hello\nAda> /quit\n",
    )


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("/jump", "There is no command /jump"),
        ("/", "There is no command /"),
        ("/demo", "/demo needs one of its sub-commands"),
        ("/demo greet", "needs the option 'who'"),
        ("/demo greet @Bob times:9", "takes no value above 3"),
        ("/demo greet @Bob style:odd", "not among the choices"),
        ('/demo greet "@Bob', "A quotation mark is not closed"),
        ("/as Dan", "There is no member Dan"),
        ("/as Bot", "Bot is a bot"),
        ("/as", "Missing argument: /as NAME"),
        ("/press", "Name a button"),
        ("/press Wave", "There is no button Wave to press."),
        ("/choose", "Name a value"),
        ("/channel attic", "There is no channel attic"),
        ("/quit now", "/quit takes no arguments"),
    ],
)
async def test_a_line_that_is_not_understood_gives_status_1_and_a_reason(
    line: str, complaint: str, stage: Stage
) -> None:
    status, output = await stage.play(line)
    echo, reason, *_ = output.splitlines()
    assert status == 1
    assert echo == f"Ada> {line}"
    assert reason.startswith("! ")
    assert complaint in reason


async def test_a_refused_option_lists_the_options_of_the_command(stage: Stage) -> None:
    _, output = await stage.play("/demo greet")
    assert output.splitlines()[-1] == "  /demo greet who:<member> [times:<integer>] [style:<loud|soft>]"


@pytest.mark.parametrize("answer_within", [0.1])
async def test_a_bot_that_does_not_answer_is_reported_and_gives_status_1(stage: Stage) -> None:
    status, output = await stage.play("/demo silent", "hello")
    assert status == 1
    assert output == ("Ada> /demo silent\n! The application did not respond.\nAda> hello\n#1 Ada:\n   hello\n")


async def test_mentions_in_another_channel_are_reported(stage: Stage) -> None:
    _, output = await stage.play("/channel hall", "/demo greet @Bob", "/channel games", "/as Bob", "/channel hall")
    assert output.endswith(
        "Ada> /as Bob\n"
        "(@Bob was mentioned in #hall)\n"
        "Bob> /channel hall\n"
        "#1 Bot:\n"
        "   Hello @Bob (soft)\n"
        "   [Wave back]\n"
        "   (@Bob was mentioned)\n"
    )
    assert "Ada> /channel hall\nNothing new in #hall.\n" in output


async def test_members_are_listed_with_special_permissions(stage: Stage) -> None:
    stage.bob.roles.append(stage.guild.add_role("Managers", "MANAGE_GUILD", "KICK_MEMBERS"))
    status, output = await stage.play("/members")
    assert status == 0
    assert "@Bob (may kick members) (may manage guild)" in output.splitlines()
    assert "@Cleo" in output.splitlines()


async def test_a_name_behind_an_at_sign_mentions_its_member(stage: Stage) -> None:
    await stage.play("over to you, @Bob")
    assert [message.content for message in stage.bob.notifications] == [f"over to you, {stage.bob.mention}"]


async def test_help_and_members_list_commands_and_members(stage: Stage) -> None:
    status, output = await stage.play("/help", "/members", bare_text="demo guess {text}")
    assert status == 0
    assert "Commands of the bot: /demo greet, /demo read, /demo whisper, " in output
    for line in (
        "/as NAME - act as another member",
        "A line without a slash means /demo guess ….",
        "Channels: #games, #hall, @Bot. [Buttons] can be pressed, (those) are disabled.",
        "@Ada (you)",
        "@Bot (bot)",
    ):
        assert line in output.splitlines()


@pytest.mark.parametrize("typed", ["/help whisper", "/help /demo whisper"])
async def test_help_explains_a_command(stage: Stage, typed: str) -> None:
    _, output = await stage.play(typed)
    assert output.splitlines()[1:] == ["/demo whisper text:<text> - Says something to the one who typed it."]
    assert (await stage.play("/help nothing"))[0] == 1


async def test_the_word_help_helps_where_lines_are_no_messages(stage: Stage) -> None:
    _, output = await stage.play("help", bare_text="demo guess {text}")
    assert "/as NAME - act as another member" in output.splitlines()
    assert "#1 Ada:" in (await stage.play("help"))[1]


async def test_characters_that_the_output_cannot_hold_are_shown_as_question_marks(stage: Stage) -> None:
    written = io.BytesIO()
    output = io.TextIOWrapper(written, encoding="ascii")
    status = await stage.play_to(output, "é")
    assert (status, written.getvalue()) == (0, b"Ada> ?\n#1 Ada:\n   ?\n")


async def test_a_session_ends_quietly_when_the_reader_of_its_output_has_gone(stage: Stage) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as output:
        assert await stage.play_to(output, "one", "two") == 0


async def test_output_that_cannot_be_written_is_an_error(stage: Stage) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as output, pytest.raises(OSError, match="No space left"):  # noqa: ASYNC230 - a full disk is what this is about
        await stage.play_to(output, "one")


async def test_a_file_of_this_machine_is_attached_to_a_command(stage: Stage, tmp_path: Path) -> None:
    path = tmp_path / "a text.txt"
    path.write_text("A B", encoding="utf-8")
    status, output = await stage.play(f'/demo read text:"{path}"')
    assert (status, "a text.txt: A B" in output) == (0, True)


async def test_a_file_that_is_not_there_is_not_attached(stage: Stage, tmp_path: Path) -> None:
    status, output = await stage.play(f'/demo read "{tmp_path / "nothing.txt"}"')
    assert status == 1
    assert "nothing.txt cannot be read." in output


async def test_a_group_chat_and_direct_messages_are_opened_by_their_names(stage: Stage) -> None:
    stage.discord.add_group("friends", stage.ada, stage.bob)
    status, output = await stage.play(
        *("/channel friends", "hello", "/channel bot", "/demo guess apple", "/as Bob", "/channel friends", "/as Cleo")
    )
    assert status == 0
    assert "Ada> /channel friends\nNothing new in friends.\nAda> hello\n#1 Ada:\n   hello\n" in output
    assert "Ada> /channel bot\nNothing new in @Bot.\n" in output
    assert "Ada> /as Bob\nBob is in #games.\n" in output
    assert "Bob> /channel friends\n#1 Ada:\n   hello\n" in output
    assert output.endswith("Bob> /as Cleo\nCleo is in #games.\nNothing new for Cleo.\n")


async def test_a_chat_of_others_is_not_opened(stage: Stage) -> None:
    stage.discord.add_group("friends", stage.bob, stage.cleo)
    status, output = await stage.play("/channel friends", "/help")
    assert status == 1
    assert "! There is no channel friends." in output
    assert "Channels: #games, #hall, @Bot." in output
