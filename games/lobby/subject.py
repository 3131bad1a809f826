"""What the lobby plugs into the site: join codes of tables, and what happens to an account's tables."""

from collections.abc import Iterator
from typing import Final

from django.urls import path

from accounts.signals import (
    autoplay_changed,
    avatar_chosen,
    deleting,
    merge_offered,
    merging,
    name_taken,
    renamed,
    vacation_changed,
)
from games.lobby import account_receivers, code_views, join_codes, operations, queries, table_operations
from games.subjects import Subject
from games.web.blocks import Block, Visit
from games.web.shortcuts import page_view


def _on_play(visit: Visit) -> Iterator[Block]:
    """Yield the visitor's running games, invitations, a rematch with the company of the last game, and live tables."""
    mine, invitations = queries.running_games(visit.user), queries.invitations_of(visit.user)
    is_next = any(line.is_next for line in mine)
    yield Block(area="waiting", template="lobby/_own_games.html", context={"mine": mine}, may_lead=is_next)
    if invitations:
        context = {"invitations": invitations}
        yield Block(area="waiting", template="lobby/_invitations.html", context=context, rank=2, may_lead=True)
    if again := queries.last_company(visit.user):
        yield Block(area="waiting", template="lobby/_again.html", context={"again": again}, rank=3)
    live = {"open": queries.open_tables(), "running": queries.running_tables(without=[game.code for game in mine])}
    yield Block(area="tables", template="lobby/_live_tables.html", context=live)


SUBJECT: Final = Subject(
    operations=[table_operations.router, operations.router, operations.lobby],
    addresses=[
        path("t/", page_view(code_views.enter_code), name="enter_code"),
        path("t/<str:code>/", page_view(code_views.enter_code), name="enter_code"),
    ],
    daily={"codes": join_codes.remove_ended},
    receivers=[
        (renamed, account_receivers.show_new_name),
        (avatar_chosen, account_receivers.show_new_avatar),
        (name_taken, account_receivers.rename_guests_like),
        (vacation_changed, account_receivers.update_clocks),
        (autoplay_changed, account_receivers.work_out_forced_cards),
        (deleting, account_receivers.leave_all),
        (merge_offered, account_receivers.offer),
        (merging, account_receivers.take_over),
    ],
    lock=account_receivers.lock_tables,
    on_play=_on_play,
)
