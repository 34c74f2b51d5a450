"""New messages for each member, and short numbers."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from local_discord import Channel, Guild, LocalDiscord, Member, Message
from local_discord.frontends.input.words import NotUnderstood
from local_discord.frontends.terminal.screen import Screen
from local_discord.model.message import Draft, Edit

NOW = 1_785_000_000


@dataclass
class Place:
    """A guild without a bot process, and its screen."""

    guild: Guild
    channel: Channel
    hall: Channel
    ada: Member
    bob: Member
    screen: Screen

    def post(self, content: str, *, channel: Channel | None = None, addressee: Member | None = None) -> Message:
        """Post a message as the bot."""
        return (channel or self.channel).post(self.guild.bot, Draft(content=content), addressee=addressee)

    def news(self, seat: Member, channel: Channel | None = None) -> list[str]:
        """Return the new lines of a member, without indentation."""
        return [line.strip() for line in self.screen.news(seat, channel or self.channel)]


@pytest.fixture
def place() -> Place:
    guild = LocalDiscord().add_guild("Pretend server")
    ada, bob = guild.add_member("Ada"), guild.add_member("Bob")
    return Place(
        guild,
        guild.add_channel("games"),
        guild.add_channel("hall"),
        ada,
        bob,
        Screen(guild, clock=lambda: float(NOW)),
    )


def test_a_message_is_new_once_to_each_seat(place: Place) -> None:
    place.post("hello")
    assert place.news(place.ada) == ["#1 Bot:", "hello"]
    assert place.news(place.ada) == []
    assert place.news(place.bob) == ["#1 Bot:", "hello"]


def test_an_edit_shows_the_message_again_without_its_mentions(place: Place) -> None:
    message = place.post(f"hello {place.bob.mention}")
    assert place.news(place.bob) == ["#1 Bot:", "hello @Bob", "(@Bob was mentioned)"]
    place.channel.edit(message, Edit(content=f"goodbye {place.bob.mention}"))
    assert place.news(place.bob) == ["#1 Bot (edited):", "goodbye @Bob"]


def test_several_people_mentioned_are_named_together(place: Place) -> None:
    place.post(f"{place.bob.mention} {place.ada.mention}")
    assert place.news(place.ada)[-1] == "(@Ada, @Bob were mentioned)"


def test_a_deletion_is_reported_once_to_members_who_saw_the_message(place: Place) -> None:
    message = place.post("hello")
    place.news(place.ada)
    place.channel.remove(message)
    assert place.news(place.ada) == ["#1 was deleted."]
    assert place.news(place.ada) == []
    assert place.news(place.bob) == []


def test_an_ephemeral_message_is_shown_to_its_reader_only(place: Place) -> None:
    place.post("psst", addressee=place.ada)
    assert place.news(place.bob) == []
    assert place.news(place.ada) == ["#1 Bot (only you can see this):", "psst"]


def test_numbers_follow_the_order_of_showing_and_stay(place: Place) -> None:
    place.post("for Bob", addressee=place.bob)
    place.post("for all")
    assert place.news(place.ada)[0] == "#1 Bot:"
    assert [line for line in place.news(place.bob) if line.startswith("#")] == [
        "#2 Bot (only you can see this):",
        "#1 Bot:",
    ]


def test_a_message_is_found_by_its_number(place: Place) -> None:
    message = place.post("psst", addressee=place.ada)
    place.news(place.ada)
    assert place.screen.message(1, place.ada, place.channel) is message
    with pytest.raises(NotUnderstood):
        place.screen.message(1, place.bob, place.channel)
    with pytest.raises(NotUnderstood):
        place.screen.message(1, place.ada, place.hall)


def test_a_mention_in_another_channel_is_reported_once_and_the_message_stays_new(place: Place) -> None:
    place.post(f"come, {place.bob.mention}", channel=place.hall)
    assert place.news(place.bob) == ["(@Bob was mentioned in #hall)"]
    assert place.news(place.bob) == []
    assert place.news(place.bob, place.hall)[:2] == ["#1 Bot:", "come, @Bob"]


def test_direct_messages_are_shown_in_every_channel(place: Place) -> None:
    place.post("your turn", channel=place.bob.dm)
    assert place.news(place.ada) == []
    assert place.news(place.bob) == ["#1 Bot (direct message):", "your turn"]


def test_everything_shows_the_channel_again(place: Place) -> None:
    place.post("hello")
    place.news(place.ada)
    assert place.screen.everything(place.ada, place.channel) == ["#1 Bot:", "   hello"]


def test_links_to_shown_messages_are_their_numbers_and_times_are_words(place: Place) -> None:
    message = place.post(f"at <t:{NOW + 60}:R>")
    assert place.news(place.ada)[-1] == "at in 1 minute"
    place.post(f"https://discord.com/channels/{place.guild.id}/{place.channel.id}/{message.id}")
    assert place.news(place.ada)[-1] == "message #1"


def test_a_blank_line_is_shown_without_indentation(place: Place) -> None:
    place.post("one\n\ntwo")
    assert place.screen.news(place.ada, place.channel) == ["#1 Bot:", "   one", "", "   two"]


def test_messages_that_are_shown_together_can_refer_to_each_other(place: Place) -> None:
    first = place.post("moved")
    second = place.post("the board")
    place.channel.edit(first, Edit(content=f"now at https://discord.com/channels/1/2/{second.id}"))
    assert place.news(place.ada) == ["#1 Bot (edited):", "now at message #2", "#2 Bot:", "the board"]


def test_a_former_member_is_still_named(place: Place) -> None:
    place.guild.remove_member(place.bob)
    place.post(f"{place.bob.mention} left")
    assert place.news(place.ada)[1] == "@Bob left"
