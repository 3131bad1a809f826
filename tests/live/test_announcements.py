"""A process that ends first sends its messages to the others: their pages would be behind until the next move."""

import asyncio
import threading

import pytest

from games.pubsub import groups


def test_process_that_ends_waits_for_its_announcements(monkeypatch: pytest.MonkeyPatch) -> None:
    sent_to = []

    async def send(group: str, _message: groups.Message) -> None:
        for _ in range(1000):
            await asyncio.sleep(0)
        sent_to.append(group)

    monkeypatch.setattr(groups, "_send_elsewhere", send)
    monkeypatch.setattr(groups, "reaches_other_processes", lambda: True)
    groups.changed("a-table", 7)
    groups.finish_announcements()
    assert sent_to == ["table.a-table"]


def test_process_ends_although_messages_cannot_be_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    is_over = threading.Event()

    async def hang(_group: str, _message: groups.Message) -> None:
        while not is_over.is_set():
            await asyncio.sleep(0)

    monkeypatch.setattr(groups, "SHUTDOWN_TIMEOUT", 0.01)
    monkeypatch.setattr(groups, "_announcements", set())
    monkeypatch.setattr(groups, "_send_elsewhere", hang)
    monkeypatch.setattr(groups, "reaches_other_processes", lambda: True)
    groups.changed("a-table", 7)
    end = threading.Thread(target=groups.finish_announcements)
    end.start()
    end.join(60)
    has_ended = not end.is_alive()
    is_over.set()
    assert has_ended
