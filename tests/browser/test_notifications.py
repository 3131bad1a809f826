"""A browser subscribes under /you/; the site's push reaches it, and it shows what happened."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Seat
from tests.accounts.push_service import PushService
from tests.tables import act, begin, look, new_player, people_to_act

SUBSCRIBES = """
    const subscription = {toJSON: () => ({endpoint: "%(endpoint)s", keys: {p256dh: "%(p256dh)s", auth: "%(auth)s"}})};
    PushManager.prototype.subscribe = async () => subscription;
    PushManager.prototype.getSubscription = async () => null;
"""
"""Stands for the push service of a browser's maker, which is out of reach."""
KEEPS_WHAT_IS_SHOWN = """() => {
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification = async (title, {body, tag}) => shown.push({title, body, tag});
}"""
"""Stands for the system's notifications, which a browser without a window does not have."""
SHOWN = """async count => {
    for (let left = 400; shown.length < count && left > 0; left--) await new Promise(done => setTimeout(done, 50));
    return shown;
}"""
"""Waits until so many notifications were shown, and returns them; fewer after twenty seconds."""


def test_browser_shows_whose_turn_it_is(visit_as: Callable[..., Page]) -> None:
    ana, ben = new_player(), new_player()
    service = PushService()
    page = visit_as(ana, permissions=["notifications"])
    page.add_init_script(SUBSCRIBES % service.subscription())
    page.goto("/you/")
    service.site_key = page.locator("#this-browser").get_attribute("data-key") or ""
    page.get_by_role("button", name="Tell me in this browser").click()
    expect(page.get_by_text("This browser is told from now on.")).to_be_visible()
    code = turn_of(ana, ben)
    push = service.wait()
    service.close()
    assert push["title"] == "Your turn"
    assert ben.username in push["body"]
    deliver, worker = deliverer(page), page.context.service_workers[0]
    worker.evaluate(KEEPS_WHAT_IS_SHOWN)
    page.goto(push["path"])
    deliver(push)  # not shown: the table is in sight
    deliver({**push, "path": "/lobby/", "tag": "another"})
    expect(page.locator("#mine")).to_be_attached()
    assert [shown["tag"] for shown in worker.evaluate(SHOWN, 1)] == ["another"]
    page.goto("/lobby/")
    deliver(push)
    assert worker.evaluate(SHOWN, 2)[1] == {name: push[name] for name in ("title", "body", "tag")}
    assert push["path"] == f"/tables/{code}/"


def turn_of(user: User, other: User) -> str:
    """Begin a game that waits for `user`, who is away, since a minute; return its code."""
    code = begin(user, other, new_player())
    while people_to_act(look(code)) != [0]:
        act(code)
    a_minute_ago = timezone.now() - timedelta(minutes=1)
    Seat.objects.filter(game__code=code, user=user).update(waiting_since=a_minute_ago)
    return code


def deliverer(page: Page) -> Callable[[dict[str, Any]], None]:
    """Return a function that brings a push to the page's service worker, as the browser's push service does."""
    session, registrations = page.context.new_cdp_session(page), list[str]()
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(found["registrationId"] for found in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    origin = page.evaluate("origin")

    def deliver(push: dict[str, Any]) -> None:
        message = {"origin": origin, "registrationId": registrations[-1], "data": json.dumps(push)}
        session.send("ServiceWorker.deliverPushMessage", message)

    return deliver
