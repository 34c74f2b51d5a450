"""Modals on the page."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from local_discord.tests.support.browser import View
from local_discord.tests.support.scene import Scene

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_form_is_filled_in_and_the_other_view_goes_on(page: Page, scene: Scene, ada: View, bob: View) -> None:
    await scene.ada.command(scene.channel, "demo board")
    await ada.press("Ask")
    form = page.get_by_role("dialog", name="A question")
    await expect(form.get_by_label("Your answer")).to_be_focused()
    await bob.give("meanwhile")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_have_text("The field 'Your answer' must be filled in.")
    await form.get_by_label("Your answer").fill("42")
    await page.keyboard.press("Enter")
    await bob.sees("They said 42.")
    await expect(form).to_have_count(0)
    await ada.give("/demo form")
    await expect(form).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(form).to_have_count(0)


async def test_every_kind_of_form_field_is_filled_in(page: Page, ada: View) -> None:
    await ada.give("/demo survey")
    form = page.get_by_role("dialog", name="A survey")
    await expect(form.get_by_label("Small")).to_be_focused()
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_role("alert")).to_have_text("The field 'Size' must be filled in.")
    await form.get_by_label("Small").focus()
    await page.keyboard.press("ArrowDown")
    await expect(form.get_by_label("Large")).to_be_checked()
    for name in ("Fig", "Plum", "There", "Agreed"):
        await form.get_by_label(name).check()
    await form.get_by_label("Fig").uncheck()
    await form.get_by_role("button", name="Submit").click()
    await ada.sees("Survey: large, plum, there, True.")


async def test_a_form_is_submitted_once_when_enter_is_pressed_repeatedly(page: Page, scene: Scene, ada: View) -> None:
    submitted: list[str] = []
    page.on("request", lambda request: submitted.append(request.url) if request.url.endswith("/submit") else None)
    await ada.give("/demo form")
    await page.get_by_label("Your answer").fill("42")
    hold = scene.server.faults.hold("POST", r"/interactions/.*/callback")
    for _ in range(3):
        await page.keyboard.press("Enter")
    hold.release()
    await ada.sees("You said 42.")
    assert len(submitted) == 1


async def test_a_form_is_closed_when_the_seat_changes(page: Page, scene: Scene, ada: View, bob: View) -> None:
    await ada.give("/demo form")
    form = page.get_by_role("dialog", name="A question")
    await expect(form.get_by_label("Your answer")).to_be_focused()
    await bob.take_seat_of("Ada")
    await expect(form).to_have_count(0)
    await ada.give("free to write")
    await bob.sees("free to write")
    await expect(ada.element.get_by_role("article").filter(has_text="free to write")).to_be_visible()
    assert [message.author.name for message in scene.channel.messages] == ["Ada"]


async def test_an_answer_after_a_change_of_seats_is_not_shown_to_the_next_member(
    page: Page, scene: Scene, ada: View, bob: View
) -> None:
    hold = scene.server.faults.hold("POST", r"/interactions/.*/callback")
    await ada.give("/demo form")
    await expect(page.get_by_text("Sending …")).to_be_visible()
    await bob.take_seat_of("Ada")
    async with page.expect_response("**/command"):
        hold.release()
    await ada.give("nothing in the way")
    await bob.sees("nothing in the way")
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_of_two_forms_in_a_view_the_newer_is_answered_first(page: Page, scene: Scene, ada: View) -> None:
    hold = scene.server.faults.hold("POST", r"/interactions/.*/callback")
    await ada.give("/demo form")
    await ada.give("/demo form")
    hold.release()
    forms = page.locator(".form")
    await expect(forms).to_have_count(2)
    await page.keyboard.press("Escape")
    await expect(forms).to_have_count(1)
    assert await ada.element.locator(".composer").evaluate("e => e.inert"), "the older form is open still"
    await forms.get_by_role("button", name="Cancel").click()
    await ada.give("free again")
    await ada.sees("free again")
