"""What the lobby plugs into the site: join codes of tables, and what happens to an account's tables."""

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
from games.lobby import account_receivers, code_views, join_codes
from games.subjects import Subject
from games.web.shortcuts import page_view

SUBJECT: Final = Subject(
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
)
