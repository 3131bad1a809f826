"""A card chosen before the turn, over sockets: all pages of its player show it, and nobody else is sent anything."""

import pytest
from asgiref.sync import sync_to_async

from games.engine import Card, HandId, Player, State
from games.play import plans
from tests.live.browsers import at_table, frame, frame_with
from tests.play.test_cards_ahead import before_turn, following, next_card, own_hand
from tests.tables import snapshot_for, state_of, user_at

pytestmark = pytest.mark.django_db(transaction=True)


@sync_to_async
def table() -> tuple[str, Player, Card]:
    code, player, hand = before_turn(own_hand)
    return code, player, following(state_of(code), hand)[0]


async def test_chosen_card_reaches_its_player_only() -> None:
    code, player, card = await table()
    users = [await sync_to_async(user_at)(code, seat) for seat in range(3)]
    own = [await at_table(code, users[player]) for _ in range(2)]
    others = [await at_table(code, user) for user in [*users[:player], *users[player + 1 :], None]]
    await sync_to_async(plans.choose)(code=code, player=player, card=card)
    for browser in own:
        assert f'name="back" value="{card}"' in await frame_with(browser, 'aria-pressed="true"')
    version = await sync_to_async(lambda: snapshot_for(code).version)()
    await sync_to_async(next_card)(code)
    for browser in others:
        while f'data-version="{version + 1}"' not in (sent := await frame(browser)):
            assert "card" not in sent, "only who is here may have changed before the next card"
        assert 'aria-pressed="true"' not in sent
    for browser in (*own, *others):
        await browser.disconnect()


def two_that_follow(state: State, hand: HandId) -> bool:
    """Return whether a player's own hand has two cards to follow with."""
    return own_hand(state, hand) and len(following(state, hand)) > 1


async def test_card_to_choose_is_not_played_by_a_socket() -> None:
    """A page sends such a form as a post; one that sends it over its socket gets no move made, on its turn either."""
    code, player, _hand = await sync_to_async(before_turn)(two_that_follow)
    await sync_to_async(next_card)(code)
    before = await sync_to_async(snapshot_for)(code, player)
    assert before.view is not None
    chosen, *_others, played = before.view.playable
    browser = await at_table(code, await sync_to_async(user_at)(code, player))
    for fields in (f"ahead=&card={chosen}", f"card={played}"):
        await browser.send_json_to({"move": "play", "form": f"{fields}&version={before.version}"})
    await frame_with(browser, f'data-version="{before.version + 1}"')
    hand = (await sync_to_async(state_of)(code)).hands[player]
    assert chosen in hand
    assert played not in hand
    await browser.disconnect()
