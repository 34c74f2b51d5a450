"""Custom ids, replayed or forged: one answer each, and no change of other people's games."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cogs.components.registry import HANDLERS
from cogs.messages.controls import PREFIX
from local_discord import Member, Message
from local_discord.model.interaction import Modal
from tests.hostile.laws import Stored, Witness
from tests.hostile.scene import Scene
from tests.hostile.texts import texts

pytestmark = pytest.mark.asyncio(loop_scope="module")

TEMPLATES: Final = {kind.action: kind.pattern for kind in HANDLERS}
# Actions that are allowed to a bystander, who may manage the server.
FOR_EVERYBODY: Final = {
    "puzzle",
    "solve",
    "streaks",
    "tutorcell",
    "tutorpick",
    "keep",
    "forget",
    "play",
    "playme",
    "anyone",
    "try",
    "set",
    "sharepicture",
    "resetall",
}
MENUS: Final = {"remove", "why", "set"}
# Both games of a scene have one move.
VERSION: Final = 1
PHASES: Final = [Phase.explicit, Phase.generate]
FIXTURES: Final = [HealthCheck.function_scoped_fixture]


@pytest.fixture(scope="module")
def unused() -> list[tuple[Scene, Stored]]:
    """The newest server, with what was stored then."""
    return []


@pytest_asyncio.fixture(loop_scope="module")
async def scenes(witness: Witness, quiet: Scene, unused: list[tuple[Scene, Stored]]) -> tuple[Scene, Scene]:
    """A server in which nothing has changed, and another one."""
    await witness.at_rest()
    if not unused or unused[0][1] != witness.stored():
        scene = await Scene.set(witness)
        unused[:] = [(scene, witness.stored())]
    return unused[0][0], quiet


def custom_ids(action: str, scenes: tuple[Scene, Scene]) -> st.SearchStrategy[str]:
    """Custom ids of an action, about an existing object here or elsewhere, or about any number."""
    anything = st.from_regex(TEMPLATES[action], fullmatch=True)
    known = [number for scene in scenes for number in scene.numbers]
    subjects = st.sampled_from([*known, "0", "9" * 18, "1" + "0" * 17])
    states = st.sampled_from(["0", "1", "2", "3", "9999"])

    def about(custom_id: str, subject: str, state: str) -> str:
        prefix, name, _, _, argument = custom_id.split(":", 4)
        return ":".join((prefix, name, subject, state, argument))

    return anything | st.builds(about, anything, subjects, states)


def present(scene: Scene, data: st.DataObject) -> Iterator[str]:
    """Custom ids of all controls for the current objects of a server."""
    for action in sorted(TEMPLATES.keys() - FOR_EVERYBODY):
        argument = data.draw(st.from_regex(TEMPLATES[action], fullmatch=True)).split(":", 4)[4]
        for number in scene.numbers:
            yield f"{PREFIX}{action}:{number}:{VERSION}:{argument}"


def needs_values(custom_id: str) -> bool:
    return custom_id.split(":")[1] in MENUS


def sources(scene: Scene) -> st.SearchStrategy[Message]:
    return st.sampled_from([scene.board, scene.over, scene.challenge])


async def send(
    witness: Witness, scene: Scene, member: Member, source: Message, custom_id: str, values: list[str] | None
) -> None:
    sending = (
        member.press(source, custom_id=custom_id, forged=True)
        if values is None
        else member.choose(source, custom_id, values, forged=True)
    )
    await witness.see(scene.table.guild, sending)


@pytest.mark.parametrize("action", TEMPLATES)
@settings(max_examples=6, phases=PHASES, suppress_health_check=FIXTURES)
@given(data=st.data())
async def test_any_custom_id_is_answered_once(
    witness: Witness, scenes: tuple[Scene, Scene], action: str, data: st.DataObject
) -> None:
    scene, _ = scenes
    values = data.draw(st.none() | st.lists(st.sampled_from(["A1", "B2", "not now"]) | texts, max_size=2))
    member = data.draw(st.sampled_from(scene.people))
    await send(witness, scene, member, data.draw(sources(scene)), data.draw(custom_ids(action, scenes)), values)


@pytest.mark.parametrize("action", TEMPLATES)
@settings(max_examples=3, phases=PHASES, suppress_health_check=FIXTURES)
@given(data=st.data())
async def test_any_form_is_answered_once(
    witness: Witness, scenes: tuple[Scene, Scene], action: str, data: st.DataObject
) -> None:
    scene, _ = scenes
    member, source = data.draw(st.sampled_from(scene.people)), data.draw(sources(scene))
    custom_id = data.draw(custom_ids(action, scenes))
    text = data.draw(st.sampled_from(["A1", "B2/C3", "not now"]) | texts)
    opened = await witness.see(scene.table.guild, member.press(source, custom_id=custom_id, forged=True))
    field = {
        "type": 18,
        "id": 1,
        "label": "x",
        "component": {"type": 4, "id": 2, "custom_id": "move", "required": False},
    }
    forged = Modal(custom_id, "A form", [field], opened)
    await witness.see(scene.table.guild, member.submit(forged, {"move": text[:4000]}))


@pytest.mark.parametrize("which", ["board", "over", "challenge"])
async def test_a_button_used_as_a_menu_is_answered_once(
    witness: Witness, scenes: tuple[Scene, Scene], which: str
) -> None:
    scene, _ = scenes
    source: Message = getattr(scene, which)
    button = next(each for each in source.buttons if not each.disabled)
    await send(witness, scene, scene.table.cleo, source, str(button.custom_id), ["A1"])


@settings(max_examples=1, phases=PHASES)
@given(data=st.data())
async def test_a_bystander_changes_nothing_with_any_control(
    witness: Witness, quiet: Scene, data: st.DataObject
) -> None:
    before = witness.stored()
    for custom_id in present(quiet, data):
        await send(witness, quiet, quiet.moderator, quiet.board, custom_id, ["B2"] if needs_values(custom_id) else None)
        assert witness.stored() == before, custom_id


@settings(max_examples=1, phases=PHASES, suppress_health_check=FIXTURES)
@given(data=st.data())
async def test_ids_of_another_server_change_nothing(
    witness: Witness, quiet: Scene, scenes: tuple[Scene, Scene], data: st.DataObject
) -> None:
    """Bob is in both servers, and sends ids of one from the other; in the former it is his turn."""
    elsewhere, _ = scenes
    bob = elsewhere.table.guild.add_member("Bob", user=quiet.table.bob.user)
    before = witness.stored()
    for custom_id in present(quiet, data):
        await send(witness, elsewhere, bob, elsewhere.board, custom_id, ["B2"] if needs_values(custom_id) else None)
        assert witness.stored() == before, custom_id


@settings(max_examples=15, phases=PHASES)
@given(custom_id=texts.map(lambda text: text[:100]) | texts.map(lambda text: f"{PREFIX}{text}"[:100]), data=st.data())
async def test_an_invalid_custom_id_is_answered_once(
    witness: Witness, quiet: Scene, custom_id: str, data: st.DataObject
) -> None:
    await send(witness, quiet, quiet.table.ada, data.draw(sources(quiet)), custom_id, None)
