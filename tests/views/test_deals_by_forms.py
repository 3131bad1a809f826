"""A deal is played by the forms of the page alone, under every rule, as a browser without JavaScript does."""

from itertools import cycle

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine import BiddingStyle, PeekRule, Rules
from games.lobby import tables
from games.models import Game
from games.play import ticker
from games.values import Stage, TableOptions
from tests.components.dom import Element, parse
from tests.tables import new_player, people_to_act, snapshot_for
from tests.visitors import Form, Forms

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

RULES = list(zip(PeekRule, cycle(BiddingStyle)))  # each at least once
MOST_STEPS = 200


@pytest.mark.parametrize(("peek", "bidding"), RULES)
def test_deal_can_be_played_under_every_rule(peek: PeekRule, bidding: BiddingStyle, client: Client) -> None:
    host, options = new_player(), TableOptions(bot_level="beginner")
    rules = Rules(peek, bidding)
    code = tables.open_game_with_bots(host=host, rules=rules, name="A table", options=options).code
    client.force_login(host)
    played = play_a_deal(client, code)
    assert played["play"] in (13, 26)
    assert (played["ready"], played["bid"]) == (0, 1), "the first deal follows the draw by itself"
    assert played["peek"] == (0 if peek is PeekRule.NONE else 1)
    assert len(explained(client, code)) == 3


def play_a_deal(client: Client, code: str) -> dict[str, int]:
    """Send what the page asks for, or let a bot move, until the deal is scored; return how often each form was sent."""
    table, sent = reverse("games:table", args=[code]), dict.fromkeys(("ready", "peek", "bid", "play"), 0)
    for _ in range(MOST_STEPS):
        shown = snapshot_for(code)
        if shown.stage is Stage.SCORED:
            return sent
        if shown.stage is Stage.DRAWING or (shown.stage is Stage.DEAL and not people_to_act(shown)):
            Game.objects.filter(code=code).update(due_at=timezone.now())
            ticker.serve_due()
            continue
        html = client.get(table).text
        kinds = {form.action.rstrip("/").rpartition("/")[2]: form for form in Forms(html).forms if is_move(form)}
        kind = next((kind for kind in sent if kind in kinds), "")
        assert kind, f"the page offers no move, only {list(kinds)}"
        answer = client.post(kinds[kind].action, filled_in(kinds[kind], kind, html))
        assert answer.status_code == 302, answer.text
        sent[kind] += 1
    raise AssertionError(f"still not scored after {MOST_STEPS} steps")


def is_move(form: Form) -> bool:
    """Whether the form is there to be sent now: the cards of a hand that is not on turn are only chosen, `ahead`."""
    is_ahead = any(name == "ahead" for name, _value in form.given)
    return form.action.endswith("/ready/") or (bool(form.choices) and not is_ahead)


def filled_in(form: Form, kind: str, html: str) -> dict[str, list[str]]:
    """Return the fields of the form with its first choices: the lowest bid but three, the first card, first places."""
    fields: dict[str, list[str]] = {}
    for name, value in form.given:
        fields.setdefault(name, []).append(value)
    if kind == "peek":
        fields["places"] = form.choices["places"][: int(parse(html).at("peek")["data-pick"])]
    elif kind == "bid" and (numbers := form.choices.get("tricks")):
        fields["tricks"] = [numbers[min(3, len(numbers) - 1)]]
        fields["nils"] = form.choices.get("nils", [])[:1]  # of Suicide, which has a hand to choose
    elif kind == "play":
        fields["card"] = form.choices["card"][:1]
    return fields


def explained(client: Client, code: str) -> list[Element]:
    """Return the explanations of the scores on the table's page."""
    [sheet] = parse(client.get(reverse("games:table", args=[code])).text).of_class("explained")
    return sheet.of_tag("article")
