"""A player's page says who they are as a player: form, favourite rules, usual opponents and best deals."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, expect

from accounts.base.choices import Visibility
from accounts.models import User
from games.engine import BiddingStyle, Rules
from games.history.queries import portrait_of
from games.models import DealResult, GameResult
from games.play import game_moderation
from tests.clients import ClientFor
from tests.finished_games import NOON, SHORT, played_game
from tests.history.players_pages import page
from tests.layout.sizes import LANGUAGES, MIDDLE_PHONE
from tests.pages.pages import ORIGIN, show
from tests.tables import new_player

pytestmark = pytest.mark.django_db

MIRROR = Rules(bidding=BiddingStyle.MIRROR, target=100, floor=-100)


@pytest.fixture(scope="module")
def ana(rows_of_the_module: None) -> User:  # noqa: ARG001  # in which they stay
    return new_player()


@pytest.fixture(scope="module")
def ben(rows_of_the_module: None) -> User:  # noqa: ARG001  # likewise
    return new_player()


@pytest.fixture(scope="module")
def past(ana: User, ben: User) -> None:
    """Twelve games of Ana: four by Mirror, nine of them with Ben."""
    for day in range(12):
        opponent = ben if day < 9 else None
        rules, at = MIRROR if day % 3 == 0 else SHORT, NOON + timedelta(days=day)
        played_game(ana, opponent, None, rules=rules, at=at, seed=day)


@pytest.mark.usefixtures("past")
def test_portrait_counts_rules_opponents_and_places(ana: User, ben: User) -> None:
    portrait = portrait_of(ana, ana)
    assert [(bidding, games) for _peek, bidding, games in portrait.rules] == [("standard", 8), ("mirror", 4)]
    assert portrait.opponents == ((ben, 9),)
    points = DealResult.objects.filter(user=ana).order_by("-points").values_list("points", flat=True)
    assert [deal.result.points for deal in portrait.best] == list(points[:3])


@pytest.mark.usefixtures("past")
def test_page_leads_to_games_opponents_and_reviews(ana: User, ben: User, client: Client) -> None:
    text = client.get(page(ana)).text
    shown = text[text.index("As a player") : text.index("</main>")]
    places = GameResult.objects.filter(user=ana).order_by("at").values_list("place", flat=True)
    assert (
        re.findall(r'class="place-([123])" href="/tables/[^/]+/sheet/"', shown) == [str(place) for place in places][2:]
    )
    assert f'href="{page(ben)}"' in shown
    assert len(re.findall(r'href="/tables/[^/]+/deals/\d+/"', shown)) == 3


@pytest.mark.usefixtures("past")
@pytest.mark.parametrize("visibility", [Visibility.PRIVATE, Visibility.PLAYERS])
def test_opponent_who_hides_results_is_left_out(
    ana: User, ben: User, client: Client, client_for: ClientFor, visibility: Visibility
) -> None:
    User.objects.filter(pk=ben.pk).update(visibility=visibility)
    visitors = {"visitor": client, "player": client_for(new_player()), "ben": client_for(ben)}
    shown = {name: visitor.get(page(ana)).text for name, visitor in visitors.items()}
    listed = {name for name, text in shown.items() if "Usual opponents" in text}
    assert listed == ({"ben"} if visibility == Visibility.PRIVATE else {"player", "ben"})


def test_void_games_are_not_counted() -> None:
    game = played_game(ana := new_player(), new_player(), None)
    game_moderation.void(code=game.code, by=new_player(), public_reason="A test", reason="A test")
    portrait = portrait_of(ana, ana)
    assert portrait.rules == portrait.opponents == portrait.best == ()


@pytest.mark.slow
@pytest.mark.usefixtures("past")
@pytest.mark.parametrize("language", LANGUAGES)
def test_overview_fits_three_screens_of_a_phone_and_nothing_of_it_is_lost(
    ana: User, client_for: ClientFor, browser: Browser, language: str
) -> None:
    html = client_for(ana).get(reverse("games:me"), headers={"Accept-Language": language}).text
    with browser.new_context(viewport=MIDDLE_PHONE.viewport) as context:
        shown = context.new_page()
        show(shown, {"/": html})
        shown.goto(ORIGIN)
        assert shown.evaluate("document.documentElement.scrollHeight") <= 3 * MIDDLE_PHONE.height
        for part in (".portrait", ".charts"):
            expect(shown.locator(part)).to_be_hidden()
            shown.locator(f"details:has(> {part}) > summary").click()
            expect(shown.locator(part)).to_be_visible()
    statistics = client_for(ana).get(reverse("games:own_results", args=["statistics"])).text
    assert re.search(r"<dt>deals</dt><dd>\d+</dd>", statistics), "the figures are on a page of their own"
