"""A process that ends tells the others first what it has announced: their pages would be behind until the next move."""

import asyncio

import pytest

from games.pubsub import groups


def test_process_that_ends_waits_for_its_announcements(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    async def send(group: str, _message: groups.Message) -> None:
        for _ in range(1000):
            await asyncio.sleep(0)
        told.append(group)

    monkeypatch.setattr(groups, "_send_elsewhere", send)
    monkeypatch.setattr(groups, "reaches_other_processes", lambda: True)
    groups.changed("a-table", 7)
    groups.finish_announcements()
    assert told == ["table.a-table"]


def test_process_ends_although_nobody_can_be_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(_group: str, _message: groups.Message) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(groups, "LAST_WORDS", 0.01)
    monkeypatch.setattr(groups, "_announcements", set())
    monkeypatch.setattr(groups, "_send_elsewhere", never)
    monkeypatch.setattr(groups, "reaches_other_processes", lambda: True)
    groups.changed("a-table", 7)
    groups.finish_announcements()
