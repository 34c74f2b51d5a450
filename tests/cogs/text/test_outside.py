"""What is said outside of the servers that have the bot, in place of sentences about a server."""

from __future__ import annotations

from string import Formatter

import pytest

from cogs.text.i18n import LANGUAGES, Words
from cogs.text.outside import COUNTED, SENTENCES
from gridlock_rules.wording import CountedPhrase, Phrase
from scripts.catalogs import extract

NOWHERE = Phrase("You have no open game in this server. `/gridlock challenge` starts one.")


def fields_of(template: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(template)}


def test_each_sentence_that_is_replaced_is_one_of_the_program() -> None:
    known = {each.text if isinstance(each.text, str) else each.text[0] for each in extract()}
    assert [*filter(lambda one: one not in known, (*SENTENCES, *COUNTED))] == []


def test_a_sentence_fills_in_nothing_that_the_one_about_a_server_does_not() -> None:
    for about_a_server, said in SENTENCES.items():
        assert fields_of(said) <= fields_of(about_a_server), said


def test_no_sentence_speaks_of_this_server() -> None:
    said = [*SENTENCES.values(), *(text for phrase in COUNTED.values() for text in (phrase.singular, phrase.plural))]
    assert [one for one in said if "this server" in one.lower()] == []


def test_the_words_outside_replace_only_sentences_about_a_server() -> None:
    words = Words.of("en")
    assert words.outside.say(NOWHERE) == "You have no open game here. `/gridlock challenge` starts one."
    assert words.say(NOWHERE) == str(NOWHERE)
    assert words.outside("Game #{id} is over.", id=7) == "Game #7 is over."


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_they_are_translated(language: str) -> None:
    words = Words.of(language)
    assert words.outside.say(NOWHERE) not in {words.say(NOWHERE), SENTENCES[NOWHERE.template]}
    counted = CountedPhrase(
        2,
        "It is not your turn in your game in this server.",
        "It is not your turn in any of your {number} games in this server.",
    )
    assert words.outside.say(counted) not in {words.say(counted), str(COUNTED[counted.singular])}


def test_boards_in_sentences_are_said_outside_too() -> None:
    assert Words.of("de").outside.aloud.say(NOWHERE) == Words.of("de").outside.say(NOWHERE)
