"""A finished deal played again: the same cards, one deal, and nothing counts."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from games.engine import PeekRule, Rules
from games.fairness import deal_counts
from games.lobby import tables
from games.models import DealResult, DealScore, Game, GameResult, RatingChange, Report, Tally
from games.play import checking, ticker
from games.play.errors import NotPossible
from games.play.event_log import load_state
from games.results import rebuild
from games.values import Stage
from games.words import errors as error_messages
from tests.clients import ClientFor
from tests.site_config import set_site_settings
from tests.staff.people import MODERATOR, member
from tests.tables import begin, finish_deals, new_player, snapshot_for, state_of, three_people, user_at

pytestmark = pytest.mark.django_db


def finished_deal(*, rules: Rules | None = None, **options: object) -> str:
    """The code of a table with one finished deal of three people."""
    code = three_people(rules, **options)
    finish_deals(code)
    return code


def play_again(client: Client, code: str, player: int | str = 0, number: int = 1) -> Game:
    """Begin a replay through the review's form, and return its game."""
    answer = client.post(reverse("games:play_again", args=[code, number]), {"player": player})
    game = Game.objects.get(replay_of__game__code=code)
    assert answer.url == reverse("games:table", args=[game.code])  # type: ignore[attr-defined]
    return game


def source_state(game: Game):  # type: ignore[no-untyped-def]
    assert game.replay_of is not None
    return load_state(game.replay_of)


@pytest.mark.parametrize("peek", [PeekRule.NONE, PeekRule.THREE, PeekRule.FLIP2])
def test_replay_has_the_same_cards_score_and_peeks_and_begins_with_the_bidding(
    client_for: ClientFor, peek: PeekRule
) -> None:
    game = play_again(client_for(new_player()), finished_deal(rules=Rules(peek=peek)), player=1)
    then, now = source_state(game), state_of(game.code)
    assert (now.dealt, now.before, now.dealer, now.peeks, now.rules) == (
        then.dealt,
        then.before,
        then.dealer,
        then.peeks,
        then.rules,
    )
    assert not now.bids
    assert [seat.is_bot for seat in snapshot_for(game.code, 1).seats] == [True, False, True]


def test_later_deal_is_played_again_at_its_own_score(client_for: ClientFor) -> None:
    code = three_people()
    finish_deals(code, 2)
    game = play_again(client_for(new_player()), code, number=2)
    assert snapshot_for(game.code).standing == source_state(game).before != source_state(game).before.__class__()


def test_replay_ends_after_its_deal_and_counts_for_nothing(client_for: ClientFor) -> None:
    code = finished_deal()
    counted = (DealResult.objects.count(), GameResult.objects.count(), Tally.objects.count())
    deal_counts.count_new()
    before, user = deal_counts.report().deals, new_player()
    game = play_again(client_for(user), code)
    finish_deals(game.code)
    game.refresh_from_db()
    assert (game.stage, game.winner, game.deal_number, game.due_at) == (Stage.CLOSED, None, 1, None)
    ticker.serve_due()
    assert Game.objects.get(pk=game.pk).version == game.version
    assert DealScore.objects.filter(deal__game=game).count() == 3
    assert (DealResult.objects.count(), GameResult.objects.count(), Tally.objects.count()) == counted
    assert not RatingChange.objects.exists()
    deal_counts.count_new()
    assert deal_counts.report().deals == before
    assert not game.deals.filter(watched=False).exists()


def test_checks_of_the_database_accept_replays(client_for: ClientFor) -> None:
    game = play_again(client_for(new_player()), finished_deal())
    assert found_wrong() == []
    finish_deals(game.code)
    assert found_wrong() == []
    dealt = game.deals.get().events.get(payload__kind="Dealt")
    dealt.payload["hands"] = dealt.payload["hands"][::-1]
    dealt.save()
    assert any("played again" in sentence or "can’t follow" in sentence for sentence in found_wrong())


def found_wrong() -> list[str]:
    sentences: list[str] = []
    rebuild.compare(lambda _done, _total: None, sentences.append)
    games = [game for batch in checking.batches(Game.objects.all(), 0) for game in batch]
    return sentences + [sentence for game in games for sentence in checking.differences(game)]


def test_replay_has_no_proof_and_no_fingerprint(client_for: ClientFor) -> None:
    client = client_for(new_player())
    game = play_again(client, finished_deal())
    table = client.get(reverse("games:table", args=[game.code])).text
    assert "This deal is played again." in table
    assert "This fingerprint was made" not in table
    finish_deals(game.code)
    assert "This deal has no proof" in client.get(reverse("games:review", args=[game.code, 1])).text
    assert "proof" not in client.get(reverse("games:deal_json", args=[game.code, 1])).text
    assert client.get(reverse("games:verify_deal", args=[game.code, 1]), follow=True).status_code == 404


def test_comparison_has_the_points_of_both_deals(client_for: ClientFor) -> None:
    code, client = finished_deal(), client_for(new_player())
    game = play_again(client, code, player=2)
    address = reverse("games:comparison", args=[game.code])
    assert client.get(address).status_code == 404  # before the end
    finish_deals(game.code)
    assert f'href="{address}"' in client.get(reverse("games:table", args=[game.code])).text
    page = client.get(address)
    then, now = (
        list(DealScore.objects.filter(deal__game__code=of).order_by("player").values_list("total", flat=True))
        for of in (code, game.code)
    )
    shown = page.context["comparison"]
    assert [_number(seat.outcomes[0].points) for seat in shown.seats] == then
    assert [_number(seat.outcomes[1].points) for seat in shown.seats] == now
    assert [_number(seat.change) for seat in shown.seats] == [new - old for old, new in zip(then, now, strict=True)]
    assert str(abs(now[2] - then[2])) in shown.sentence or "as this seat did then" in shown.sentence


def _number(text: str) -> int:
    return int(text.replace("−", "-"))


def test_only_who_may_see_a_review_may_play_its_deal_again(client_for: ClientFor) -> None:
    code = finished_deal(spectators=False)
    refused = client_for(new_player()).post(reverse("games:play_again", args=[code, 1]), {"player": "0"})
    assert refused.status_code == 403
    game = play_again(client_for(user_at(code)), code)
    stranger = client_for(new_player())
    assert stranger.get(reverse("games:table", args=[game.code])).status_code == 403
    finish_deals(game.code)
    assert stranger.get(reverse("games:comparison", args=[game.code])).status_code == 403


@pytest.mark.parametrize("player", ["", "3", "-1", "x"])
def test_replay_needs_a_seat(client: Client, player: str) -> None:
    code = finished_deal()
    assert client.post(reverse("games:play_again", args=[code, 1]), {"player": player}).status_code == 400
    assert Game.objects.count() == 1


def test_visitor_becomes_a_guest(client: Client) -> None:
    game = play_again(client, finished_deal())
    assert user_at(game.code).is_guest


def test_where_guests_are_off_a_visitor_is_asked_to_sign_in(client: Client) -> None:
    code = finished_deal()
    set_site_settings(guests=False)
    refused = client.post(reverse("games:play_again", args=[code, 1]), {"player": "0"})
    assert refused.status_code == 403
    assert "Only players with an account can sit down here." in refused.text
    assert Game.objects.count() == 1


def test_deal_under_way_can_not_be_played_again(client_for: ClientFor) -> None:
    code = begin(new_player(), new_player(), new_player())
    asked = client_for(new_player()).post(reverse("games:play_again", args=[code, 1]), {"player": "0"})
    assert asked.status_code == 404


def test_player_with_too_many_games_is_refused(client_for: ClientFor) -> None:
    set_site_settings(most_games=1)
    code, user = finished_deal(), new_player()
    begin(user, new_player())
    response = client_for(user).post(reverse("games:play_again", args=[code, 1]), {"player": "0"}, follow=True)
    assert not Game.objects.filter(replay_of__isnull=False).exists()
    assert escape(error_messages.sentence(tables.TooManyGames())) in response.text


def test_replay_has_no_rematch(client_for: ClientFor) -> None:
    user = new_player()
    game = play_again(client_for(user), finished_deal())
    finish_deals(game.code)
    with pytest.raises(NotPossible):
        tables.rematch(code=game.code, user=user)


def test_staff_who_may_review_a_replay_get_no_comparison(client_for: ClientFor) -> None:
    """It speaks to the player. Staff may open deals of closed tables when somebody reports a player of them."""
    user = new_player()
    code = play_again(client_for(user), finished_deal()).code
    finish_deals(code)
    Report.objects.create(game=Game.objects.get(code=code), reporter=new_player(), subject=user)
    moderator = client_for(member(MODERATOR))
    assert moderator.get(reverse("games:review", args=[code, 1])).status_code == 200
    assert moderator.get(reverse("games:comparison", args=[code])).status_code == 404


def test_other_games_have_no_comparison(client: Client) -> None:
    assert client.get(reverse("games:comparison", args=[finished_deal()])).status_code == 404


def test_replay_that_is_given_up_offers_neither_comparison_nor_rematch(client_for: ClientFor) -> None:
    client = client_for(new_player())
    game = play_again(client, finished_deal())
    client.post(reverse("games:end", args=[game.code]))
    game.refresh_from_db()
    assert game.stage == Stage.CLOSED
    page = client.get(reverse("games:table", args=[game.code])).text
    assert reverse("games:comparison", args=[game.code]) not in page
    assert reverse("games:rematch", args=[game.code]) not in page


def test_imported_deal_is_played_again_and_compared(client: Client) -> None:
    code = finished_deal(rules=Rules(peek=PeekRule.THREE))
    record = client.get(reverse("games:deal_json", args=[code, 1])).content
    review = client.post(reverse("games:import_record"), {"record": record.decode()}, follow=True)
    packed = review.request["QUERY_STRING"].removeprefix("deal=")
    assert f'name="deal" value="{packed}"' in review.text
    client.post(reverse("games:play_imported"), {"deal": packed, "player": "1"})
    game = Game.objects.exclude(replayed="").get()
    then, now = load_state(Game.objects.get(code=code).deals.get()), state_of(game.code)
    assert (now.dealt, now.before, now.peeks, now.dealer) == (then.dealt, then.before, then.peeks, then.dealer)
    finish_deals(game.code)
    shown = client.get(reverse("games:comparison", args=[game.code])).context["comparison"]
    old = DealScore.objects.filter(deal__game__code=code).order_by("player").values_list("total", flat=True)
    assert [_number(seat.outcomes[0].points) for seat in shown.seats] == list(old)


@pytest.mark.parametrize("packed", ["", "x", "eJwDAAAAAAE", "\0"])
def test_replay_of_what_is_no_record_is_refused(client: Client, packed: str) -> None:
    assert client.post(reverse("games:play_imported"), {"deal": packed, "player": "0"}).status_code == 400
    assert not Game.objects.exists()


class TestPlayingOn:
    @staticmethod
    def play_on(client: Client, code: str, at: int | str, player: int = 0) -> Game | None:
        """Begin a replay at a position of the first deal; return its game, None if none was begun."""
        client.post(reverse("games:play_again", args=[code, 1]), {"player": player, "at": at})
        return Game.objects.filter(replay_of__game__code=code).order_by("pk").last()

    @pytest.mark.parametrize("at", [2, 3, 12, 54])
    def test_replay_begins_at_the_position_with_what_was_bid_and_played(self, client_for: ClientFor, at: int) -> None:
        code = finished_deal()
        client = client_for(user_at(code, 1))
        page = client.get(f"/tables/{code}/deals/1/?at={at}").text
        assert f'name="at" value="{at}"' in page
        game = self.play_on(client, code, at, player=2)
        assert game is not None
        then, now = source_state(game), state_of(game.code)
        cards = max(0, at - 3)
        assert now.dealt == then.dealt
        assert now.bids == then.bids[: min(at, 3)]
        assert [played.card for trick in now.tricks for played in trick.cards] + [p.card for p in now.trick] == [
            played.card for trick in then.tricks for played in trick.cards
        ][:cards]
        assert [seat.is_bot for seat in snapshot_for(game.code, 2).seats] == [True, True, False]
        assert found_wrong() == []

    def test_it_is_played_to_the_end_and_compared(self, client_for: ClientFor) -> None:
        code = finished_deal()
        client = client_for(user_at(code))
        for count in (1, 2):
            game = self.play_on(client, code, 20)
            assert game is not None
            finish_deals(game.code)
            assert client.get(reverse("games:comparison", args=[game.code])).status_code == 200
            assert Game.objects.filter(replay_of__game__code=code).count() == count, "as often as one likes"
            assert found_wrong() == []

    def test_nothing_is_left_to_play_at_the_end(self, client_for: ClientFor) -> None:
        code = finished_deal()
        client = client_for(user_at(code))
        assert 'class="play-on"' not in client.get(f"/tables/{code}/deals/1/?at=55").text
        assert self.play_on(client, code, 55) is None
        answer = client.post(reverse("games:play_again", args=[code, 1]), {"player": 0, "at": "x"})
        assert answer.status_code == 400
