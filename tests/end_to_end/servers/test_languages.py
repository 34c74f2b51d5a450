"""The language of a server in what everybody reads, and that of each reader in what they alone read."""

from __future__ import annotations

import re

import pytest
import pytest_asyncio

from local_discord import Interaction, Message
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

# Words of English sentences that are none in German.
ENGLISH = re.compile(
    r"\b(the|you|your|is|are|has|have|it|of|and|or|with|by|to|in this|game|games|move|moves|challenge|player|"
    r"opponent|cell|board|time|won|lost|played|nobody|everybody|server's)\b",
    re.IGNORECASE,
)


@pytest_asyncio.fixture(loop_scope="session")
async def german(table: Table) -> Table:
    """A server that has German set, whose members read German."""
    table.all_read("de")
    await table.settle(language="de")
    return table


def in_german(said: Message | str) -> str:
    """What was said, which must not be English but for the names of commands, options and values."""
    text = said if isinstance(said, str) else " ".join([said.text, *labels(said)])
    plain = re.sub(r"`[^`]*`|https?://\S+|<[^>]*>", "", text)
    assert not ENGLISH.search(plain), text
    assert text
    return text


async def used(table: Table, command: str, **options: object) -> Message:
    """What Ada is answered to a command, in German."""
    answered = reply(await table.ada.command(table.channel, f"gridlock {command}", **options))  # type: ignore[arg-type]
    in_german(answered)
    return answered


async def refused(interaction: Interaction) -> str:
    return in_german(refusal(interaction))


async def test_the_settings_are_answered_in_the_language_of_the_reader(table: Table) -> None:
    table.all_read("de")
    shown = await table.settle(language="de", variant="dodge")
    assert in_german(shown).splitlines() == [
        "**Gridlock auf diesem Server**",
        "Partien können hier beginnen: in jedem Kanal",
        "Standardspiel: Dodge",
        "Standardbrett: das aus den Spielregeln",
        "Standardzeit pro Zug: 1 Tag",
        "Laufende Partien pro Person: 5",
        "Offene Herausforderungen pro Person: 3",
        "Moderation: Mitglieder, die diesen Server verwalten dürfen",
        "Protokoll der Moderation: erscheint in keinem Kanal",
        "Sprache: Deutsch",
        "Aussehen der Spielbretter: Text und Knöpfe",
        "Rätsel des Tages: erscheint in keinem Kanal",
        "Ergebnisse von Partien: erscheint in keinem Kanal",
        "Saisons: nie",
        "Herausforderungen ohne Angabe: gewertet",
    ]
    table.all_read("en-GB")
    assert "Language: Deutsch" in (await table.settle(variant="dodge")).text
    assert "Language: English" in (await table.settle(language="en")).text


@pytest.mark.parametrize("back", [{"clear": "language"}, {"reset": True}])
async def test_a_cleared_language_is_that_of_the_server_in_discord(table: Table, back: dict[str, object]) -> None:
    await table.settle(language="en")
    table.guild.set_locale("de")
    assert "Language: Deutsch, by this server's language in Discord" in (await table.settle(**back)).text
    assert "fordert dich heraus" in (await table.challenge()).text


async def test_a_server_that_has_set_no_language_speaks_that_of_its_discord(table: Table) -> None:
    table.guild.set_locale("de")
    assert "fordert dich heraus" in (await table.challenge()).text
    elsewhere = Table.lay(table.discord, "Another server")
    elsewhere.guild.set_locale("ko")
    assert "challenges you" in (await elsewhere.challenge()).text


async def test_each_reader_has_private_answers_in_their_language_and_all_the_same_board(german: Table) -> None:
    bob = german.bob
    bob.user.locale = "en-US"
    board = await german.begin(best_of=3)
    assert "ist am Zug" in in_german(board)
    assert "not your turn" in refusal(await bob.press(board, "C3"))
    in_german(refusal(await german.cleo.press(board, "C3")))
    assert reply(await bob.press(board, "Regeln")).text.startswith("# Lines\nTwo players")
    await german.ada.press(board, "C3")
    ((name, _),) = await bob.autocomplete(german.channel, "gridlock resign", focused="game", game="")
    assert str(name).endswith(" · your turn")
    question = reply(await bob.press(board, "Aufgeben"))
    assert labels(question) == ["Yes, resign", "No, play on"]
    await bob.press(question, "No, play on")
    assert question.text.startswith("You play on in game #")
    assert "ist am Zug" in in_german(board)
    form = (await bob.command(german.channel, "gridlock play")).modal
    assert form is not None
    assert form.title == "Play Gridlock"
    assert "Rangliste" in in_german(reply(await bob.command(german.channel, "gridlock leaderboard")))


async def test_a_reader_of_another_language_has_private_answers_in_that_of_the_server(german: Table) -> None:
    german.ada.user.locale = "ko"
    in_german(reply(await german.ada.command(german.channel, "gridlock games")))


async def test_another_server_stays_english(german: Table) -> None:
    elsewhere = Table.lay(german.discord, "Another server")
    assert "challenges you" in (await elsewhere.challenge()).text
    assert "fordert dich heraus" in (await german.challenge()).text
    assert "challenges you" in (await elsewhere.challenge()).text


async def test_a_game_is_german_from_the_challenge_to_the_rematch(german: Table) -> None:
    challenge = await german.challenge(variant="blocking", size=3, first="me", time="1 hour")
    in_german(challenge)
    assert labels(challenge) == ["Annehmen", "Ablehnen", "Zurückziehen"]
    assert "**Blocking** auf 3×3" in challenge.text  # noqa: RUF001  # the multiplication sign
    assert f"<@{german.ada.id}> beginnt, 1 Stunde pro Zug" in challenge.text
    board = reply(await german.bob.press(challenge, "Annehmen"))
    assert "Noch kein Zug." in in_german(board)
    assert "Besetze ein beliebiges freies Feld." in board.text
    assert labels(board)[-2:] == ["Regeln", "Aufgeben"]
    accepted = f"hat die Herausforderung von <@{german.ada.id}> angenommen"
    await german.discord.until(lambda: accepted in in_german(challenge), "the challenge to show that")
    call = await german.called(german.ada, board)
    assert "du bist am Zug" in in_german(call)
    await german.ada.press(board, "A1")
    assert "`#` blockiert" in in_german(board)
    assert "Zurücknehmen" in labels(board)
    await german.bob.press(board, "B2")
    await german.ada.press(board, "C3")
    assert "Partie beendet (3 Züge)" in in_german(board)
    assert "hat keinen erlaubten Zug mehr" in board.text
    over = await german.discord.until(
        lambda: [message for message in german.bob.notifications if "ist aus" in message.text], "Bob to hear of it"
    )
    in_german(over[0])
    in_german(reply(await german.ada.press(board, "Revanche")))


@pytest.mark.parametrize(
    ("variant", "moves", "cell", "sentence"),
    [
        ("lines", ["C3"], "D4", "D4 liegt weder in Zeile C noch in Spalte 3, wo X gerade gespielt hat."),
        ("standoff", ["C3"], "C4", "C4 berührt das Feld C3 von X. Besetze ein freies Feld, das keines"),
        ("dodge", ["D4"], "C3", "C3 berührt den letzten Stein von X auf D4."),
        ("blocking", ["C3"], "C4", "C4 ist blockiert: In derselben Zeile oder Spalte steht der Stein auf C3."),
        ("isolation", ["A1"], "A1", "A1 ist von P1 besetzt. Stelle deine Figur auf ein freies Feld."),
        ("lines", ["C3"], "Z9", "Z9 liegt nicht auf diesem 5×5-Brett mit den Zeilen A bis E und den Spalten 1 bis 5."),  # noqa: RUF001  # the multiplication sign
        ("lines", ["C3"], "chess", "`chess` ist kein Zug. Schreibe ein Feld wie C3"),
    ],
)
async def test_an_illegal_move_is_refused_in_german(
    german: Table, variant: str, moves: list[str], cell: str, sentence: str
) -> None:
    await german.begin(variant=variant, size=5)
    await german.play(moves)
    assert sentence in await refused(await german.bob.command(german.channel, "gridlock move", cell=cell))


async def test_refusals_are_german(german: Table) -> None:
    board = await german.begin()
    assert "du nicht am Zug" in await refused(await german.bob.press(board, "C3"))
    assert "spielst du nicht mit" in await refused(await german.cleo.press(board, "C3"))
    yourself = await german.ada.command(german.channel, "gridlock challenge", opponent=german.ada)
    assert "nicht selbst herausfordern" in await refused(yourself)
    german.show_managers_commands()
    assert "Server verwalten" in await refused(await german.ada.command(german.channel, "gridlock-server settings"))
    assert "keine offene Herausforderung von dir" in await refused(
        await german.ada.command(german.channel, "gridlock cancel")
    )
    assert "Das kann nur die Moderation" in await refused(
        await german.ada.command(german.channel, "gridlock-server moderate log")
    )


async def test_private_answers_are_german(german: Table) -> None:
    board = await german.begin()
    assert "**Du bist am Zug**" in (await used(german, "games")).text
    assert "Was gespeichert wird" in (await used(german, "me privacy")).text
    assert "# Lines\nZu zweit besetzt ihr" in (await used(german, "rules", variant="lines")).text
    assert "Unentschieden" in (await used(german, "rules")).text
    assert "Ich benachrichtige dich" in (await used(german, "me notify", mode="on")).text
    assert "niemanden blockiert" in (await used(german, "me block")).text
    data = await german.ada.command(german.channel, "gridlock me my-data")
    await german.discord.until(lambda: reply(data).attachments, "the file")
    assert "Alles, was ich über dich speichere" in in_german(reply(data))
    assert "Zu zweit" in in_german(reply(await german.cleo.press(board, "Regeln")))
    question = await used(german, "me forget-me")
    assert labels(question) == ["Ja, alles löschen", "Nein, behalten"]
    await german.ada.press(question, "Nein, behalten")
    assert question.text == "Es wurde nichts gelöscht."


async def test_resigning_and_the_tables_are_german(german: Table) -> None:
    await german.both_move(await german.begin())
    question = await used(german, "resign")
    assert labels(question) == ["Ja, aufgeben", "Nein, weiterspielen"]
    await german.ada.press(question, "Ja, aufgeben")
    assert in_german(question).startswith("Du hast Partie #")
    assert "**Rangliste** · alle Spiele · nach Punkten" in (await used(german, "leaderboard")).text
    assert (
        "**1 Punkt** · 1 gespielt, 1 gewonnen, 0 verloren (100\N{NO-BREAK SPACE}%)"
        in (await used(german, "leaderboard")).text
    )
    assert "0 gewonnen, 1 verloren" in (await used(german, "stats")).text


async def test_declining_is_german_with_a_reason_from_the_menu(german: Table) -> None:
    challenge = await german.challenge()
    declined = await german.bob.press(challenge, "Ablehnen")
    asked = await german.discord.until(lambda: declined.followups, "the menu of reasons")
    in_german(asked[0])
    menu = asked[0].selects[0]
    assert ("another variant, please", "lieber ein anderes Spiel") in menu.options
    await german.bob.choose(asked[0], menu.custom_id, ["another variant, please"])
    await german.discord.until(lambda: "(lieber ein anderes Spiel)" in challenge.text, "the reason to be shown")
    in_german(challenge)


async def test_taking_back_is_german(german: Table) -> None:
    board = await german.begin()
    await german.ada.press(board, "C3")
    wish = reply(await german.ada.press(board, "Zurücknehmen"))
    assert "möchte in Partie" in in_german(wish)
    await german.bob.press(wish, "Einverstanden")
    assert "einen Zug zurückgenommen" in in_german(wish)


async def test_messages_of_sweeps_are_german(german: Table, bot: BotProcess) -> None:
    board = await german.begin(time="1 hour")
    bot.change_rows("UPDATE games SET wake_at = ? WHERE id = ?", LONG_AGO, game_id(board))
    warned = await german.discord.until(
        lambda: [message for message in german.ada.notifications if "läuft" in message.text], "Ada to be warned"
    )
    in_german(warned[0])
    bot.change_rows("UPDATE games SET deadline = ?, wake_at = ? WHERE id = ?", LONG_AGO, LONG_AGO, game_id(board))
    await german.discord.until(lambda: "Partie beendet" in board.text, "the board to show the end")
    assert "darum ist sie annulliert. Sie zählt für niemanden" in in_german(board)
    challenge = await german.challenge()
    bot.change_rows("UPDATE challenges SET expires_at = ? WHERE status = 'open'", LONG_AGO)
    await german.discord.until(lambda: "zu lange ohne Antwort" in challenge.text, "the challenge to end")
    in_german(challenge)


async def test_the_moderators_log_is_german(german: Table) -> None:
    log = german.guild.add_channel("log")
    await german.settle(log=log)
    board, manager = await german.begin(), german.manager()
    ended = await manager.command(german.channel, "gridlock-server moderate end", game=game_id(board), reason="Streit")
    assert "hat Partie #" in in_german(reply(ended))
    posted = await german.discord.until(lambda: log.messages, "the entry in the log")
    assert in_german(posted[0]).endswith(": Streit")


async def test_autocomplete_choices_are_german(german: Table) -> None:
    await german.begin()
    ((name, _),) = await german.ada.autocomplete(german.channel, "gridlock resign", focused="game", game="")
    assert str(name).endswith(" · du bist am Zug")


async def test_a_board_follows_the_language_with_its_next_change(table: Table) -> None:
    board = await table.begin()
    await table.settle(language="de")
    assert "to move" in board.text
    await table.ada.press(board, "C3")
    assert "ist am Zug" in in_german(board)


async def test_bot_games_hints_and_reviews_are_german(german: Table) -> None:
    challenged = await german.ada.command(
        german.channel, "gridlock challenge", opponent=german.guild.bot, variant="dodge", size=3, first="me"
    )
    (said,) = await german.discord.until(lambda: challenged.followups, "the level to be said")
    assert in_german(said).startswith("Du spielst gegen mich auf Stufe 1.")
    board = reply(challenged)
    assert ", Stufe 1" in in_german(board)
    assert (
        "gewinnst du (X) mit **B2**. Danach ist die Partie aus, denn O kann nicht ziehen"
        in (await used(german, "learn hint")).text
    )
    await german.ada.press(board, "B2")
    await german.shows(board, "Partie beendet")
    for command, text in (("learn review", "Besprechung von Partie"), ("learn puzzle", "Genau ein Zug gewinnt")):
        asked = reply(await german.ada.command(german.channel, f"gridlock {command}"))
        await german.shows(asked, text)
        in_german(asked)
        await german.ada.press(
            asked, next(str(each.label) for each in asked.buttons if each.label and not each.disabled)
        )
        in_german(asked)
    assert "**Gegen mich**" in (await used(german, "stats")).text
    rules = reply(await german.ada.command(german.channel, "gridlock rules", variant="blocking", size=4))
    await german.shows(rules, "also macht O den letzten und gewinnt. Niemand hat eine Wahl")
    in_german(rules)
