"""A browser subscribes in the settings; the site's push reaches it, and it shows what happened."""

import json
from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Seat
from tests.accounts.notifications.push_service import PushService
from tests.tables import act, begin, new_player, people_to_act, snapshot_for

SUBSCRIBES = """(() => {
    let kept = self.localStorage ?? {};
    const subscription = () => kept.endpoint ? {
        endpoint: kept.endpoint,
        options: {applicationServerKey: Uint8Array.from(atob(kept.siteKey), letter => letter.charCodeAt(0)).buffer},
        toJSON: () => ({endpoint: kept.endpoint, keys: {p256dh: "%(p256dh)s", auth: "%(auth)s"}}),
        unsubscribe: async () => delete kept.endpoint,
    } : null;
    PushManager.prototype.getSubscription = async () => subscription();
    PushManager.prototype.subscribe = async ({applicationServerKey: key}) => {
        kept.siteKey = key.replaceAll("-", "+").replaceAll("_", "/");
        kept.endpoint = "%(endpoint)s" + Date.now();
        return subscription();
    };
})()"""
"""Stands for the push service of a browser's maker, which is out of reach: each subscription has another address."""
KEEPS_WHAT_IS_SHOWN = """() => {
    self.shown = [];
    ServiceWorkerRegistration.prototype.showNotification =
        async (title, {body, tag, silent}) => shown.push({title, body, tag, silent});
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
    page.goto("/me/settings/alerts/")
    service.site_key = page.locator("#this-browser").get_attribute("data-key") or ""
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.get_by_text("Notifications are on in this browser.")).to_be_visible()
    code = turn_of(ana, ben)
    push = service.wait()
    service.close()
    assert push["title"] == "Your turn"
    assert ben.username in push["body"]
    deliver, worker = deliverer(page), page.context.service_workers[0]
    worker.evaluate(KEEPS_WHAT_IS_SHOWN)
    page.goto(push["path"])
    shown = {name: push[name] for name in ("title", "body", "tag")}
    deliver(push)
    assert worker.evaluate(SHOWN, 1) == [{**shown, "silent": True}], "the table is in sight"
    page.goto("/")
    deliver(push)
    assert worker.evaluate(SHOWN, 2)[1] == {**shown, "silent": False}
    assert push["path"] == f"/tables/{code}/"
    deliver("no object")
    assert worker.evaluate(SHOWN, 3)[2]["title"] == "Dummy Hand Spades"


CHECK = "checkSubscription(document.querySelector('[data-mark]').dataset)"
CHANGED = """async () => {
    let done;
    const event = Object.assign(new Event("pushsubscriptionchange"), {waitUntil: promise => done = promise});
    self.dispatchEvent(event);
    await done;
}"""


def test_subscription_that_the_browser_has_lost_is_renewed_or_said(visit_as: Callable[..., Page]) -> None:
    user, service = new_player(), PushService()
    page = visit_as(user, permissions=["notifications"])
    page.add_init_script(SUBSCRIBES % service.subscription())
    page.goto("/me/settings/alerts/")
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.get_by_text("This browser shows notifications.")).to_be_visible()
    posts: list[str] = []
    page.on("request", lambda request: posts.append(request.url) if request.method == "POST" else None)
    page.goto("/rules/")
    page.evaluate(CHECK)
    assert posts == [], "nothing is asked as long as the subscription is the same"
    [before] = addresses(user)
    page.evaluate("delete localStorage.endpoint")
    with page.expect_response("**/me/settings/alerts/browser/renew/"):
        page.goto("/people/ranks/")
    [after] = addresses(user)
    assert before != after == page.evaluate("localStorage.endpoint")
    worker = page.context.service_workers[0]
    worker.evaluate(SUBSCRIBES % {**service.subscription(), "endpoint": f"{service.address}/by-the-worker"})
    worker.evaluate(CHANGED)
    [by_worker] = addresses(user)
    assert "by-the-worker" in by_worker
    page.context.clear_permissions()
    with page.expect_response("**/me/settings/alerts/browser/renew/"):
        page.goto("/rules/")
    expect(page.get_by_role("alert")).to_contain_text("This browser has ended your notifications.")
    assert addresses(user) == []
    page.goto("/rules/")
    expect(page.locator("[data-mark]")).to_have_count(0)
    service.close()


def addresses(user: User) -> list[str]:
    return list(user.push_subscriptions.values_list("endpoint", flat=True))


def turn_of(user: User, other: User) -> str:
    """Begin a game that waits for `user`, who is away, since a minute; return its code."""
    code = begin(user, other, new_player())
    while people_to_act(snapshot_for(code)) != [0]:
        act(code)
    a_minute_ago = timezone.now() - timedelta(minutes=1)
    Seat.objects.filter(game__code=code, user=user).update(waiting_since=a_minute_ago)
    return code


def deliverer(page: Page) -> Callable[[object], None]:
    """Return a function that brings a push to the page's service worker, as the browser's push service does."""
    session, registrations = page.context.new_cdp_session(page), list[str]()
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: registrations.extend(registration["registrationId"] for registration in event["registrations"]),
    )
    session.send("ServiceWorker.enable")
    origin = page.evaluate("origin")

    def deliver(push: object) -> None:
        message = {"origin": origin, "registrationId": registrations[-1], "data": json.dumps(push)}
        session.send("ServiceWorker.deliverPushMessage", message)

    return deliver


def test_host_of_a_table_by_turns_is_notified_after_one_tap(visit_as: Callable[..., Page]) -> None:
    user, service = new_player(), PushService()
    page = visit_as(user, permissions=["notifications"])
    page.add_init_script(SUBSCRIBES % service.subscription())
    page.goto("/tables/new/")
    expect(page.get_by_role("button", name="Notify me in this browser")).to_be_hidden()
    page.locator("[name=pace][value=turns]").check()
    page.get_by_role("button", name="Notify me in this browser").click()
    expect(page.get_by_text("This browser shows notifications.")).to_be_visible()
    assert len(addresses(user)) == 1
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("You may leave: we notify you")).to_be_visible()
    expect(page.get_by_text("This browser shows notifications.")).to_be_visible()
    service.close()
