"""Special sets of the staff: everybody sees on Today which are open."""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import DealSet
from tests.competitions.sets.sets import challenge

pytestmark = pytest.mark.django_db


def special(opens_at: datetime, closes_at: datetime) -> DealSet:
    of_set = challenge(boards=3)
    of_set.kind, of_set.host, of_set.name_en = "special", None, "Winter cup"
    of_set.opens_at, of_set.closes_at = opens_at, closes_at
    of_set.save()
    return of_set


@pytest.mark.parametrize(("opens", "closes", "is_listed"), [(-1, 1, True), (1, 2, False), (-2, -1, False)])
def test_special_set_is_on_today_while_it_is_open(client: Client, opens: int, closes: int, is_listed: bool) -> None:
    now, hour = timezone.now(), timedelta(hours=1)
    of_set = special(now + opens * hour, now + closes * hour)
    page = client.get(reverse("games:today")).text
    assert (reverse("games:deal_set", args=[of_set.code]) in page) == is_listed
    assert ("Winter cup: play deal 1" in page) == is_listed


def test_void_set_and_challenge_are_not_on_today(client: Client) -> None:
    now, hour = timezone.now(), timedelta(hours=1)
    of_set = special(now - hour, now + hour)
    of_set.void_reason = "wrong rules"
    of_set.save()
    others = challenge()
    page = client.get(reverse("games:today")).text
    assert of_set.code not in page
    assert others.code not in page
