"""Pages as the site responds with them, requested from a database with some finished games."""

import json
import re
from collections.abc import Iterator
from datetime import time, timedelta
from typing import Any

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.auth.models import Group
from django.core.cache import cache
from django.test import Client, TestCase
from django.urls import resolve, reverse
from django.utils import timezone, translation

from accounts.base.choices import Visibility
from accounts.models import User
from accounts.notifications import mails
from accounts.people import following, online
from accounts.signing_in.guests import create_guest
from games.clubs import evenings, membership, series, services as services_of_clubs, subject as ticker_of_clubs
from games.clubs.series import Choice
from games.competitions.sets import closing, services as services_of_sets
from games.engine import BiddingStyle, Rules, record_of, replay
from games.learning.exercises import GENERATED, Kind, exercise
from games.lessons.first_deal import FIRST_DEAL
from games.models import (
    Board,
    ClubSeries,
    DealResult,
    DealSet,
    Game,
    JudgedDeal,
    Mistake,
    MistakeKind,
    Report,
    SeasonResult,
    SeriesKind,
    SetKind,
    Tournament,
)
from games.pairing import services
from games.pairing.matching import Wishes
from games.play import game_moderation, onlookers
from tests.addresses import is_read, outside
from tests.clients import HTMX
from tests.clubs.clubs import club_of, trio
from tests.competitions.ladders.seasons import played_seasons
from tests.competitions.sets.sets import board_of, stored as store_results
from tests.competitions.tournaments import tournaments
from tests.finished_games import NOON, SHORT, count_random_deals, judge, played_game
from tests.pages.chance import same_in_each_run
from tests.pages.scenes import reviewed_deal
from tests.pages.site_config_pages import site_config_pages
from tests.staff.people import HOST
from tests.tables import (
    begin,
    close_table,
    deal,
    finish_deals,
    my_turn,
    new_player,
    open_table,
    own_move,
    play_on,
    three_people,
    to_play,
)

PASSWORD = "correct horse"
MIRROR = Rules(bidding=BiddingStyle.MIRROR, target=100, floor=-100)

ANYBODY = {
    "home": "/", "new-table-visitor": "/tables/new/", "new-challenge-visitor": "/challenge/",
    "people-visitor": "/play/people/",
    "today-none": "/today/", "set-ladder-none": "/today/week/",
    **{f"exercise-{kind}": f"/learn/train/{kind}/3/" for kind in GENERATED},
    "bring": "/review/", "leaders-empty": "/people/ranks/?bidding=suicide",
    "sign-in-link": "/accounts/link/",
    "sign-in": "/accounts/login/", "sign-up": "/accounts/signup/", "inactive": "/accounts/inactive/",
    "email-sent": "/accounts/confirm-email/", "email-confirm-old": "/accounts/confirm-email/old/",
    "password-reset": "/accounts/password/reset/", "password-reset-sent": "/accounts/password/reset/done/",
    "password-reset-old": "/accounts/password/reset/key/1-old/",
    "password-reset-done": "/accounts/password/reset/key/done/", "not-found": "/nowhere/",
    "first-deal-0": "/learn/first-deal/",
    **{f"first-deal-{step}": f"/learn/first-deal/{step}/" for step in (1, 2, 4, 6, 7)},
    **{f"second-deal-{step}": f"/learn/second-deal/{step}/" for step in (0, 1, 4, 7)},
}  # fmt: skip
REGISTERED = {
    "home-signed-in": "/", "new-table": "/tables/new/",
    "people": "/people/", "player-other": "/players/Ana/",
    "new-table-challenge": "/tables/new/?players=friends&invite=Ana", "new-challenge": "/challenge/?invite=Ana",
    **{f"settings-{page}": f"/me/settings/{page}/" for page in ("look", "table", "alerts", "account")},
    "bot-account": "/api/bot-account/",
    **{f"settings-{part}": f"/me/settings/account/?open={part}" for part in ("vacation", "link", "password", "tokens")},
    "settings-remove": "/me/settings/account/?open=remove", "link-signed-in": "/accounts/link/",
    "sign-out": "/accounts/logout/", "email": "/accounts/email/",
    "password-again": "/accounts/reauthenticate/",
    "player": "/players/Alex/", "player-games": "/players/Alex/games/", "player-deals": "/players/Alex/deals/",
    "player-deals-none": "/players/Alex/deals/?bidding=suicide", "player-deals-wrong": "/players/Alex/deals/?since=X",
    "player-statistics": "/players/Alex/statistics/",
    "player-lessons": "/players/Regular/statistics/", "player-new": "/players/Newcomer/",
}  # fmt: skip
GUEST = {
    "settings-guest": "/me/settings/account/",
    "alerts-guest": "/me/settings/alerts/",
    "name-guest": "/me/settings/account/?open=name",
    "keep": "/me/settings/account/keep/",
    "sign-out-guest": "/accounts/logout/",
}
WITHOUT_PASSWORD = {
    "password-set": "/accounts/password/set/", "factor": "/accounts/2fa/", "factor-app": "/accounts/2fa/totp/activate/",
    "factor-keys": "/accounts/2fa/webauthn/", "factor-key": "/accounts/2fa/webauthn/add/",
    "factor-codes-new": "/accounts/2fa/recovery-codes/generate/",
}  # fmt: skip

WRONG_RULES = {
    "peek": "none", "bidding": "standard", "target": "7", "bag_limit": "off", "floor": "12", "clock": "none"
}  # fmt: skip


def visited_pages(**preferences: Any) -> list[tuple[str, str]]:
    """Pages by name, in the active language; those of who is signed in for a player with these preferences.

    Nothing of it stays in the database. The cards are the same in each run.
    """
    cache.clear()  # rate limits count what other looks at these pages did
    pages: list[tuple[str, str]] = []

    class Visit(TestCase):  # moves insist on a commit of their own, unless nothing is to stay, as after a test
        def runTest(self) -> None:  # noqa: N802  # as unittest calls it
            with same_in_each_run(f"{translation.get_language()} {preferences}"):
                pages.extend(_visited(preferences))

    Visit().debug()
    return pages


def _visited(preferences: dict[str, Any]) -> Iterator[tuple[str, str]]:
    alex = _player_with_a_past(preferences)
    create_guest("Robin")  # so that the guest who looks has the same name as another
    visitor, player, guest = _client(), _client(alex), _client(create_guest("Robin"))
    newcomer = _client(User.objects.create_user("Newcomer"))
    regular = User.objects.create_user("Regular")
    for number in range(8):
        played_game(regular, None, None, at=NOON + timedelta(days=number), seed=number, cards=True)
    judge(regular)
    visits = (visitor, ANYBODY), (player, REGISTERED), (guest, GUEST), (newcomer, WITHOUT_PASSWORD)
    for client, addresses in visits:
        for name, address in addresses.items():
            yield name, client.get(address).text
    yield from _others(visitor, player)
    yield "email-confirm", visitor.get(reverse("account_confirm_email", args=[_key(alex)])).text
    ending = mails.path_that_ends(alex, "turns")
    yield "mails-end", visitor.get(ending).text
    yield "mails-ended", visitor.post(ending).text
    yield "mails-old", visitor.get("/mails/old/").text
    yield "take-along", _took_in(alex)
    yield "link-made", guest.post("/me/settings/account/link/").text
    yield "link-old", visitor.post("/accounts/link/", {"link": "old"}).text
    for kind in GENERATED:
        worst = max(exercise(kind, 3).options, key=exercise(kind, 3).lost)
        yield f"answer-{kind}", player.post(f"/learn/train/{kind}/3/", {"choice": worst.code}).text
    yield "train-none-left", player.get("/learn/train/own/").text
    yield from _played_exercises(player, alex)
    yield from _hints(player, _table_of(alex))
    yield from _reports(player, alex)
    yield from _proofs(player, alex)
    yield from _replay(player, alex)
    yield from _pairing(player, alex)
    yield from _watching(visitor)
    yield from site_config_pages(newcomer, _table_of(alex), player)
    yield from _sets(visitor, player, alex)
    yield from _clubs(visitor, player, alex)
    yield from _seasons(visitor, player, guest, alex)
    yield from _tournaments(visitor, player, alex)
    yield from _refusals(visitor, player)
    yield (
        "saved",
        player.post("/me/settings/account/", {"visibility": "players", "online_to": "followed"}, follow=True).text,
    )


def _others(visitor: Client, player: Client) -> Iterator[tuple[str, str]]:
    """All other pages whose addresses need no argument, by the names of these: a new page needs no line here."""
    named = {address for addresses in (ANYBODY, REGISTERED, GUEST, WITHOUT_PASSWORD) for address in addresses.values()}
    for client in (visitor, player):
        for address in outside({}):
            if address not in named and is_read(page := client.get(address), "text/html"):
                named.add(address)
                yield str(resolve(address).url_name).replace("_", "-"), page.text


def _hints(player: Client, code: str) -> Iterator[tuple[str, str]]:
    """A hint, and its price before, on pages of their own and unfolded at the table."""
    address, panel = reverse("games:hint", args=[code]), '<div class="panel" role="status" tabindex="0">'
    table = unfolded(player.get(reverse("games:table", args=[code])).text, "hint-")
    before, _, after = table.partition(panel)
    for name, ask in (("before-hint", player.get), ("hint", player.post)):
        yield name, ask(address).text
        words = player.get(address, headers=HTMX).text
        yield f"{name}-at-table", before + panel + words + after[after.index("</div>") :]


def _played_exercises(player: Client, user: User) -> Iterator[tuple[str, str]]:
    """A card of a deal that anybody has played, and a mistake of the player's own, before and after the answer."""
    code = begin(user)
    finish_deals(code)
    close_table(code)
    result = DealResult.objects.get(user=user, score__deal__game__code=code)
    move = own_move(code)
    judged = JudgedDeal.objects.create(result=result, user=user, at=result.at)
    mistake = Mistake.objects.create(judged=judged, move=move, kind=MistakeKind.DEFENDER, lost=12)
    for kind, number in ((Kind.PLAYED, result.score.deal_id), (Kind.OWN, mistake.pk)):
        address = reverse("games:exercise", args=[kind, number])
        asked = player.get(address)
        yield f"exercise-{kind}", asked.text
        hands = asked.context["question"].hands
        code_of_card = next(card.code for hand in hands for card in hand.cards if card.code)
        yield f"answer-{kind}", player.post(address, {"choice": code_of_card}).text


def _reports(player: Client, user: User) -> Iterator[tuple[str, str]]:
    """The form to report a player, its answer, and what the staff said."""
    eve = new_player()
    address = reverse("games:report_at_table", args=[begin(user, eve, new_player())])
    yield "report", player.get(address).text
    yield "report-refused", player.post(address, {"player": eve.username}).text
    yield "reported", player.post(address, {"player": eve.username, "reason": "name"}).text
    Report.objects.filter(reporter=user).update(resolved=True, resolved_at=timezone.now(), answer="We talked to them.")
    yield "play-answer", player.get(reverse("games:home")).text
    Report.objects.filter(reporter=user).update(answer_seen=True)


def _pairing(player: Client, user: User) -> Iterator[tuple[str, str]]:
    """The page of who waits for others, alone and with others, and what every page says then."""
    services.find(user=user, wishes=Wishes())
    yield "find-players-alone", player.get(reverse("games:find_players")).text
    for others in (Wishes(peek="flip2", target=300, clock="fast"), Wishes(peek="three", bidding="suicide", target=500)):
        services.find(user=new_player(), wishes=others)
    yield "find-players", player.get(reverse("games:find_players")).text
    yield "play-waiting", player.get(reverse("games:home")).text
    services.leave(user=user)


def _watching(visitor: Client) -> Iterator[tuple[str, str]]:
    """Games that run: on the home page, and one deal behind."""
    behind = three_people(public=True, delayed=True)
    yield "one-deal-behind", visitor.get(reverse("games:table", args=[behind])).text
    finish_deals(behind)
    yield "watched-behind", visitor.get(reverse("games:review", args=[behind, 1])).text
    for phase in (my_turn, to_play):
        code = three_people(public=True, clock="fast")
        play_on(code, phase)
        onlookers.note_onlookers([(code, "1", "")])
    close_table(behind)
    yield "home-watching", visitor.get(reverse("games:home")).text


def _proofs(player: Client, user: User) -> Iterator[tuple[str, str]]:
    """A deal on the page that verifies it, all deals counted, and the review of the deal with the proof."""
    code = open_table(user, Rules(bidding=BiddingStyle.SUICIDE))
    deal(code)
    finish_deals(code)
    yield "verify-deal", player.get(reverse("games:verify_deal", args=[code, 1]), follow=True).text
    count_random_deals(100)
    yield "verify-counts", player.get(reverse("games:verify")).text
    yield "review-proved", player.get(reverse("games:review", args=[code, 1]), {"at": 4}).text


def _sets(visitor: Client, player: Client, alex: User) -> Iterator[tuple[str, str]]:
    """Sets of deals before, during and after the own play, and the pages that lead to them."""
    services_of_sets.open_sets_of_day(timezone.now().date())
    of_day = board_of(DealSet.objects.get(kind=SetKind.DAY))
    yield "today-day", visitor.get("/today/").text
    yield "play-day", player.get("/").text
    yield "set", visitor.get(f"/sets/{of_day.deal_set.code}/").text
    store_results(of_day, alex, *(new_player() for _ in range(12)))
    eight = board_of(DealSet.objects.get(kind=SetKind.EIGHT))
    store_results(eight, alex, new_player())
    yield "play-played", player.get("/").text
    yield "today-played", player.get("/today/").text
    yield "board-hidden", visitor.get(f"/sets/{eight.deal_set.code}/?board=1").text
    yield "board-day", player.get(f"/sets/{of_day.deal_set.code}/").text
    yield "set-eight", player.get(f"/sets/{eight.deal_set.code}/").text
    yield "board-eight", player.get(f"/sets/{eight.deal_set.code}/?board=1").text
    yield from _challenge_of_two(player, alex)
    DealSet.objects.filter(pk=of_day.deal_set_id).update(closes_at=NOON)
    Board.objects.update(expert_points=50, expert_bid=4, expert_tricks=6)
    closing.close_due(timezone.now())
    yield "set-closed", visitor.get(f"/sets/{of_day.deal_set.code}/").text
    yield "today", player.get("/today/").text


def _challenge_of_two(player: Client, alex: User) -> Iterator[tuple[str, str]]:
    """A challenge that one has finished, then two."""
    of_two = services_of_sets.open_challenge(host=alex, rules=Rules(), count=2)
    boards, ben = [board_of(of_two, number) for number in (1, 2)], User.objects.get(username="Ben")
    for user, points in ((alex, 61), (ben, -50)):
        for board in boards:
            store_results(board, user, points=points)
        yield f"set-{user.username}", player.get(f"/sets/{of_two.code}/").text
    yield "board-of-two", player.get(f"/sets/{of_two.code}/?board=1").text
    yield "people-menus", player.get(reverse("games:people")).text.replace("<details", "<details open")


def _clubs(visitor: Client, player: Client, alex: User) -> Iterator[tuple[str, str]]:
    """Standing trios: one that has played, one that is not complete, invitations to one."""
    ana, ben = User.objects.get(username="Ana"), User.objects.get(username="Ben")
    complete, new = trio(alex, ana, ben), services_of_clubs.create_trio(alex, "Every Thursday at eight in the evening")
    membership.invite(new, by=alex, name="Drew")
    asked = services_of_clubs.create_trio(ana)
    membership.invite(asked, by=ana, name=alex.username)
    for name, club in (("trio", complete), ("trio-new", new), ("trio-invited", asked)):
        yield name, player.get(reverse("games:club", args=[club.code])).text
    many = club_of(alex, ana)
    for asking in (ben, User.objects.get(username="Drew")):
        membership.ask(many, asking)
    services_of_clubs.start(many, ana)
    evening = Choice(3, time(20), "Europe/Madrid", SeriesKind.TOURNAMENT, rounds=3, boards=3, minutes=25)
    series.choose(many, by=alex, choice=evening)
    ClubSeries.objects.update(next_at=timezone.now() + timedelta(days=1))
    ticker_of_clubs.serve()
    refused = User.objects.get(username="Drew")
    membership.remove(many, by=alex, name=refused.username)
    off = ClubSeries.objects.get().next_at
    evenings.call_off(many, by=alex, at=off, reason="The bar is closed on that day, and we have no other place.")
    yield "club-public", visitor.get(reverse("games:club", args=[many.code])).text
    yield "club-tournament", player.get(reverse("games:announce_club_tournament", args=[many.code])).text
    yield "club-officer", player.get(reverse("games:club", args=[many.code])).text
    announced = many.evenings.get(called_off_at=None)
    address = reverse("games:call_off_evening", args=[many.code, int(announced.starts_at.timestamp())])
    yield "club-call-off", player.get(address).text
    yield "club-end-series", player.post(reverse("games:end_series", args=[many.code])).text
    yield "club-report", player.get(reverse("games:report_club", args=[many.code])).text
    yield "trio-joining", visitor.get(reverse("games:join_club", args=[new.link])).text
    yield "clubs-with-some", player.get(reverse("games:people")).text
    yield "people-with-clubs", player.get(reverse("games:people")).text


def _seasons(visitor: Client, player: Client, guest: Client, alex: User) -> Iterator[tuple[str, str]]:
    """The current season, for a player in it, a guest and a visitor; a closed one, and badges on a profile."""
    yield "seasons-none", player.get("/people/ranks/?of=events").text
    closed, *_later = played_seasons(3, alex, User.objects.get(username="Ana"))
    User.objects.filter(username__endswith="4").update(visibility=Visibility.PRIVATE)
    cache.clear()
    yield "seasons", player.get("/people/ranks/").text
    yield "seasons-guest", guest.get("/people/ranks/?of=sets").text
    yield "seasons-visitor", visitor.get("/people/ranks/?division=2").text
    yield "season-closed", player.get(f"/people/ranks/?of=tables&season={closed}").text
    winner = SeasonResult.objects.filter(medal=1).order_by("pk")[0].user
    yield "player-badges", player.get(f"/players/{winner.username}/").text


def _tournaments(visitor: Client, player: Client, alex: User) -> Iterator[tuple[str, str]]:
    """A tournament that takes entries, and one whose first round has ended, with the page of its host."""
    announced_pages = reverse("games:tournament", args=[tournaments.announced(name="Thursday night").code])
    yield "tournament-open", player.get(announced_pages).text
    yield "tournament-open-visitor", visitor.get(announced_pages).text
    running = tournaments.running(7, rounds=2, name="Saturday afternoon in the old town")
    tournaments.play_round(running)
    tournaments.go_on(running)
    Tournament.objects.filter(pk=running.pk).update(host=alex)
    yield "tournament", visitor.get(reverse("games:tournament", args=[running.code])).text
    yield "tournament-round", visitor.get(reverse("games:tournament", args=[running.code]), {"round": 1}).text
    alex.groups.add(Group.objects.get(name=HOST))
    User.objects.filter(pk=alex.pk).update(is_staff=True)
    yield "tournament-direct", player.get(reverse("games:direct_tournament", args=[running.code])).text
    User.objects.filter(pk=alex.pk).update(is_staff=False)
    yield "tournaments", visitor.get(reverse("games:today")).text


def unfolded(html: str, *ids: str) -> str:
    """The page after a click on the summaries of the details whose ids begin so."""
    for name in ids:
        html, count = re.subn(rf'(<details [^>]*id="{name}[^>]*)>', r"\1 open>", html)
        assert count, f"nothing on the page is called {name}"
    return html


def _refusals(visitor: Client, player: Client) -> Iterator[tuple[str, str]]:
    """Forms that were filled in wrong."""
    yield "send-again", Client(enforce_csrf_checks=True).post("/play/", {"name": "Alex"}).text
    yield "home-refused", visitor.post("/play/", {"name": "Alex <Alex>"}).text
    yield "sign-in-wrong", visitor.post("/accounts/login/", {"login": "Nobody", "password": "wrong"}).text
    yield "sign-up-wrong", visitor.post("/accounts/signup/", {"username": "?", "password1": "1", "email": "@"}).text
    yield "bring-wrong", visitor.post("/review/", {"record": "{}"}).text
    record = json.dumps(record_of(replay(reviewed_deal().log)))
    yield "bring-several", visitor.post("/review/", {"record": f"{record}\n{{}}"}).text
    bid = {"tricks": 3, "version": 0}
    yield "first-deal-claim", unfolded(visitor.get("/learn/first-deal/6/").text, "claim-ask")
    yield "first-deal-refused", visitor.post(f"/tables/{FIRST_DEAL.code}/bid/", bid).text
    yield "new-table-wrong", player.post("/tables/new/", WRONG_RULES).text
    yield "password-wrong", player.post("/accounts/password/change/", {"oldpassword": "?", "password1": "1"}).text


def _client(user: User | None = None) -> Client:
    client = Client(headers={"Accept-Language": translation.get_language()})
    if user:
        client.force_login(user)
    return client


def _replay(player: Client, alex: User) -> Iterator[tuple[str, str]]:
    """A deal that is played again, its end, the comparison with what happened, and the review."""
    code = open_table(alex)
    deal(code)
    finish_deals(code)
    player.post(reverse("games:play_again", args=[code, 1]), {"player": "0"})
    again = Game.objects.get(replay_of__game__code=code).code
    yield "replay", player.get(reverse("games:table", args=[again])).text
    finish_deals(again)
    yield "replay-ended", player.get(reverse("games:table", args=[again])).text
    yield "comparison", player.get(reverse("games:comparison", args=[again])).text
    yield "replay-review", player.get(reverse("games:review", args=[again, 1])).text


def _took_in(alex: User) -> str:
    """The page that a guest sees who signs in to the account."""
    guest = create_guest("Wanda")
    played_game(guest, create_guest("Marta"), None, rules=SHORT)
    client = _client(guest)
    client.post(reverse("account_login"), {"login": alex.username, "password": PASSWORD})
    return client.get(reverse("take_along")).text


def _player_with_a_past(preferences: dict[str, Any]) -> User:
    """Alex, who has played with people and with bots."""
    alex = User.objects.create_user("Alex", password=PASSWORD, **preferences)
    ana, ben = User.objects.create_user("Ana"), User.objects.create_user("Ben")
    EmailAddress.objects.create(user=alex, email="alex@example.org", primary=True, verified=False)
    for day, (others, rules) in enumerate(
        (((ana, ben), SHORT), ((ben, ana), SHORT), ((None, None), SHORT), ((None, None), MIRROR))
    ):
        last = played_game(alex, *others, rules=rules, at=NOON + timedelta(days=day), seed=day)
    following.follow(alex, ana)
    following.follow(alex, ben)
    following.follow(User.objects.create_user("Drew"), alex)
    following.write_note(alex, ana, "Bids high and makes it. Never leads a king.")
    online.mark(ana)
    game_moderation.void(code=last.code, by=ana, public_reason="An accident", reason="A note")
    return alex


def _key(user: User) -> str:
    """What the link in a mail that confirms the user's address ends with."""
    return str(EmailConfirmationHMAC(EmailAddress.objects.get(user=user)).key)


def _table_of(user: User) -> str:
    """A table at which it is this user's turn to play a card."""
    code = open_table(user)
    deal(code)
    play_on(code, to_play)
    return code
