"""Notifications in a real browser: the app's worker gets a push and shows it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from browsers import Person
from playwright.sync_api import expect
from pushes import Browser
from sites import running

from tallyho.server.push.keys import write_keys

SHOWN = """
navigator.serviceWorker.ready
  .then((registration) => registration.getNotifications())
  .then((all) => all.map(({ title, body, tag }) => ({ title, body, game: tag })))
"""

# A browser under test has no push service, so that part of it is played by this.
SERVICE = """
([endpoint, keys]) => {
  let made = null;
  PushManager.prototype.getSubscription = async () => made;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    if (applicationServerKey.length !== 65) throw new Error("no key");
    const unsubscribe = async () => { made = null; return true; };
    return (made = { endpoint, unsubscribe, toJSON: () => ({ endpoint, keys }) });
  };
}
"""


def push(reader: Person, message: dict[str, str]) -> None:
    """Let the browser's own push service deliver a message."""
    session = reader.context.new_cdp_session(reader.page)
    known: list[Any] = []
    heard = "ServiceWorker.workerRegistrationUpdated"
    session.on(heard, lambda update: known.extend(update["registrations"]))
    session.send("ServiceWorker.enable")
    while not known:
        reader.page.evaluate("true")  # events arrive while a call is under way
    target: Any = {"origin": reader.address, "registrationId": known[-1]["registrationId"]}
    session.send("ServiceWorker.deliverPushMessage", target | {"data": json.dumps(message)})


def test_a_push_is_shown(person: Callable[..., Person]) -> None:
    reader = person(permissions=["notifications"])
    reader.page.goto("/settings")
    reader.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    message = {"game": "nowhere", "title": "Your turn", "body": "Tile game against North"}
    push(reader, message)
    reader.page.wait_for_function(f"() => {SHOWN.strip()}.then((all) => all.length === 1)")
    assert reader.page.evaluate(SHOWN) == [message]


# A click on a notification is the system's; only there a worker may open a window.
CLICK = """async () => {
  const opened = [];
  self.clients.openWindow = async (path) => void opened.push(path);
  const [notification] = await self.registration.getNotifications();
  const click = new NotificationEvent("notificationclick", { notification });
  const done = [];
  click.waitUntil = (work) => done.push(work);
  self.dispatchEvent(click);
  await Promise.all(done);
  return [opened, (await self.registration.getNotifications()).length];
}"""


def test_a_click_on_it_opens_the_game(person: Callable[..., Person]) -> None:
    reader = person(permissions=["notifications"])
    reader.page.goto("/settings")
    reader.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    push(reader, {"game": "nowhere", "title": "Your turn", "body": "Tile game against North"})
    reader.page.wait_for_function(f"() => {SHOWN.strip()}.then((all) => all.length === 1)")
    [worker] = reader.context.service_workers
    assert worker.evaluate(CLICK) == [["/game/nowhere"], 0]


def test_the_switch_turns_it_on_and_off(person: Callable[..., Person], tmp_path: Path) -> None:
    keys = tmp_path / "keys.json"
    write_keys(keys, "mailto:operator@play.example")
    with running(tmp_path, "--push-keys", str(keys)) as site:
        reader = person(site.address, permissions=["notifications"])
        reader.page.goto("/settings")
        endpoint, *rest = Browser("https://push.example/x").subscription.values()
        reader.page.evaluate(SERVICE, [endpoint, dict(zip(("p256dh", "auth"), rest, strict=True))])
        switch = reader.page.get_by_role("switch", name="Your turn")
        known = "() => fetch('/api/me/push').then((answer) => answer.json())"
        for told in ([{"endpoint": endpoint}], []):
            switch.click()
            expect(switch).to_be_enabled()
            expect(switch).to_be_checked(checked=bool(told))
            assert reader.page.evaluate(known) == told
        assert reader.barriers() == []
        reader.page.goto("about:blank")
