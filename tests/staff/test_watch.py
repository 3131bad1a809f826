"""The page of the collusion watch leads to the deals that speak for a soft pair."""

import re
from random import Random

import pytest
from allauth.usersessions.models import UserSession
from django.urls import reverse

from accounts.models import User
from games.models import Deal, Seat, SoftPlay
from tests.clients import ClientFor
from tests.security.exchange import TOKENS, with_other_cards
from tests.staff.people import MODERATOR, member
from tests.tables import deal, finish_deals, new_player, play_on, three_people, to_play

pytestmark = pytest.mark.django_db


def test_page_of_a_pair_leads_to_reviews_and_shows_no_hidden_card(client_for: ClientFor) -> None:
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


@pytest.mark.parametrize(
    ("address", "browser", "expected"),
    [
        ("192.0.2.1", "Firefox on Linux", ["yes", "yes"]),
        ("192.0.2.1", "Chrome on Android", ["yes", "no"]),
        ("192.0.2.2", "Firefox on Linux", ["no", "no"]),
    ],
)
def test_list_says_who_shares_an_address_and_a_browser(
    address: str, browser: str, expected: list[str], client_for: ClientFor
) -> None:
    player, declarer = new_player(), new_player()
    SoftPlay.objects.create(player=player, declarer=declarer, deals=120, score=7.3, flagged=True)
    sign_in(player, "192.0.2.1", "Firefox on Linux")
    sign_in(declarer, address, browser)
    page = client_for(member(MODERATOR)).get(reverse("admin:games_softplay_changelist")).text
    shown = re.findall(r'class="field-shares_(?:address|browser)"><img src="[^"]*icon-(yes|no)', page)
    assert shown == expected


def sign_in(user: User, address: str, browser: str) -> None:
    UserSession.objects.create(user=user, session_key=f"of {user.pk}", ip=address, user_agent=browser)
