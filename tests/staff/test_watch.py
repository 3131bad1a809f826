"""The page of the collusion watch leads to the deals that speak for a soft pair."""

from collections.abc import Callable
from random import Random

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Deal, Seat, SoftPlay
from tests.security.exchange import TOKENS, with_other_cards
from tests.staff.people import MODERATOR, member
from tests.tables import deal, finish_deals, play_on, three_people, to_play

pytestmark = pytest.mark.django_db


def test_page_of_a_pair_leads_to_reviews_and_shows_no_hidden_card(client_for: Callable[[User], Client]) -> None:
    code = three_people()
    finish_deals(code)
    finished = Deal.objects.get()
    deal(code)
    play_on(code, to_play)
    player, declarer, _third = Seat.objects.filter(game__code=code).order_by("player")
    pair = SoftPlay.objects.create(
        player=player.user, declarer=declarer.user, deals=120, score=7.3, flagged=True, strongest=[[finished.pk, 2.5]]
    )
    client, lists = client_for(member(MODERATOR)), reverse("admin:games_softplay_changelist")
    pages = [lists, f"{lists}?flagged__exact=1", reverse("admin:games_softplay_change", args=[pair.pk])]

    def shown() -> list[str]:
        return [TOKENS.sub("", client.get(page).text) for page in pages]

    before = shown()
    assert all(player.player_name in page and "7.3" in page for page in before)
    assert reverse("games:review", args=[code, 1]) in before[-1]
    assert reverse("games:review", args=[code, 2]) not in before[-1]
    with_other_cards(code, None, Random(1))
    assert shown() == before
