"""What a table shows before its game and after it: gathering, and the rematch."""

import re
from dataclasses import replace

from games.components import frames
from games.engine import BiddingStyle, PeekRule, Rules
from games.play.snapshot import SeatInfo
from games.values import Stage, TableOptions
from games.words.options import brief, facts
from games.words.sentences import where
from tests.components.dom import page_of, rendered
from tests.components.test_rendering import cards_in
from tests.pages.scenes import SEATS, Scene, finished, gathering, snapshot, with_declarer

YOU, ANA, BEN = range(3)
FREE = SeatInfo(2, "", False)
PEOPLE = (*SEATS[:2], SeatInfo(2, "Ben", False))


def gathered(scene: Scene) -> tuple[str, str]:
    """The headline, and what happens next."""
    panel = page_of(scene).at("gather")
    (headline,) = panel.of_tag("h1")
    waiting = [line.text for line in panel.of_tag("p") if not line.attributes]
    assert len(waiting) <= 1
    return headline.text, "".join(waiting)


def test_host_may_fill_the_table_and_start() -> None:
    assert gathered(gathering(YOU))[0] == "1 seat is free"
    page = page_of(gathering(YOU))
    assert "Start with 1 bot" in page.at("gather").text
    assert ["Remove" in page.at(f"chair-{player}").text for player in (YOU, ANA, BEN)] == [False, True, False]
    html = rendered(gathering(YOU))
    for door in ("start", "bot", "remove", "options", "invite", "leave", "sit"):
        assert f"/tables/KQJT98/{door}/" in html


def test_who_is_seated_may_move_to_a_free_seat_and_a_visitor_may_sit_down() -> None:
    for viewer in (YOU, ANA):
        html = rendered(gathering(viewer))
        assert ("Sit down" in html, "Move to seat 3" in html) == (False, True)
    html = rendered(gathering(None, SEATS[0], FREE, SEATS[2]))
    assert ("Sit down" in html, "Move to seat" in html) == (True, False)


def test_visitor_has_one_button_that_seats_and_may_unfold_the_choice_of_a_seat() -> None:
    page = page_of(gathering(None, SEATS[0], replace(FREE, player=1), FREE))
    any_seat, *chosen = page.at("sit").of_tag("button")
    assert (any_seat.text, any_seat.attributes.get("name")) == ("Sit down", None)
    assert [button["value"] for button in chosen] == ["1", "2"]
    assert page.at("choose-seat").tag == "details"
    assert page_of(gathering(None, SEATS[0], SEATS[1], FREE)).find("choose-seat") is None


def test_visitor_reads_who_invites_and_the_game_in_three_lines() -> None:
    table = gathering(None, SEATS[0], SEATS[1], FREE)
    assert gathered(table) == ("Alex invites you to Spades with a dummy", "")
    lines = [line.text for line in page_of(table).at("gather").of_tag("li")]
    assert len(lines) == 3
    assert "First to 500 wins" in lines[2]
    mirror = page_of(table.changed(rules=Rules(bidding=BiddingStyle.MIRROR, target=300))).at("gather").text
    assert "Everyone bids the number of their spades." in mirror
    assert "First to 300 wins" in mirror
    duplicate = page_of(table.changed(options=TableOptions(duplicate=True))).at("gather").text
    assert "Nine deals decide" in duplicate
    assert "First to" not in duplicate
    assert gathered(gathering(None, SEATS[0], SEATS[1], FREE, host=None))[0] == "A seat is free for you"


def test_who_waits_for_others_may_play_a_first_deal_with_a_coach() -> None:
    lesson = "Meanwhile, play a first deal with a coach"
    assert lesson in rendered(gathering(YOU))
    assert lesson in rendered(gathering(ANA, *SEATS))
    assert lesson not in rendered(gathering(YOU, *SEATS))


def test_page_begins_with_its_headline() -> None:
    assert re.findall(r"<h[1-6]", rendered(gathering(YOU)))[:2] == ["<h1", "<h2"]


def test_guest_of_the_table_waits_for_the_host() -> None:
    assert gathered(gathering(ANA, *SEATS)) == ("Everyone is here", "Alex starts the game.")
    html = rendered(gathering(ANA))
    assert "/tables/KQJT98/leave/" in html
    for door in ("start", "bot", "remove", "options"):
        assert f"/tables/KQJT98/{door}/" not in html


def test_table_of_strangers_says_who_has_yet_to_come() -> None:
    table = gathering(ANA, *PEOPLE, host=None)
    begins = "The game begins once all three are here."
    assert gathered(table.changed(here=frozenset({ANA}))) == ("Not everyone is here yet", "Alex and Ben not here yet")
    assert gathered(table) == ("Everyone is here", begins)
    assert page_of(table).at("say").text == begins


def test_another_player_is_the_host_while_the_host_is_away_for_long() -> None:
    away = gathering(ANA, *SEATS, here=frozenset({ANA}), away_too_long=frozenset({YOU}))
    assert "/tables/KQJT98/start/" in rendered(away)
    assert "/tables/KQJT98/start/" not in rendered(gathering(ANA, *SEATS))


def test_players_seated_by_a_rematch_are_waited_for() -> None:
    seats = (SEATS[0], replace(SEATS[1], is_expected=True), SEATS[2])
    for viewer, words in (
        (YOU, "Ana not here yet. Remove anyone you don’t want to wait for."),
        (BEN, "Ana not here yet"),
    ):
        assert gathered(gathering(viewer, *seats)) == ("Not everyone is here yet", words)
        assert "/tables/KQJT98/start/" not in rendered(gathering(viewer, *seats))


def test_visitor_gives_a_name_with_the_seat() -> None:
    table = gathering(None, SEATS[0], SEATS[1], FREE)
    assert 'name="name"' in rendered(table.changed(signed_in=False))
    assert 'id="sit-name"' not in rendered(table.changed(signed_in=True))


def test_page_of_a_visitor_loads_anew_with_the_seat() -> None:
    """The guest account is made on the way, so everything on the old page belongs to nobody."""
    table = gathering(None, SEATS[0], SEATS[1], FREE)
    assert 'hx-post="/tables/KQJT98/sit/"' not in rendered(table.changed(signed_in=False))
    assert 'hx-post="/tables/KQJT98/sit/"' in rendered(table.changed(signed_in=True))


def test_visitor_is_asked_to_sign_in_and_comes_back() -> None:
    table = gathering(None, SEATS[0], SEATS[1], FREE)
    assert "/accounts/login/?next=/tables/KQJT98/" in rendered(table.changed(signed_in=False))
    assert "/accounts/login/" not in rendered(table.changed(signed_in=True))


def test_no_card_and_no_dealer_is_shown_before_the_game() -> None:
    page = page_of(gathering(YOU))
    assert page.at("say").text == "1 seat is free."
    assert page.find("draw") is None
    assert page.of_class("dealer") == []
    assert cards_in(rendered(gathering(YOU))) == set()


def test_invitation_link_is_whole_where_the_address_is_known() -> None:
    table, link = gathering(YOU), "https://spades.example/tables/KQJT98/"
    frames.clear()
    assert f">{link}</p>" in frames.page(table.full, table.viewer, table.attendance, link=link)
    assert ">/tables/KQJT98/</p>" in rendered(table)


def test_rules_and_options_are_shown_in_words() -> None:
    rules_facts = facts(Rules(PeekRule.FLIP2, floor=-500), TableOptions(public=True, spectators=False, clock="fast"))
    words = {fact.label: fact.value for fact in rules_facts}
    assert words["Peeking"] == "Flip 2"
    assert words["Floor"] == "\N{MINUS SIGN}500"
    assert words["Clock"] == "Fast"
    assert words["Spectators"] == "not wanted"
    assert words["Time to come back"] == "two minutes"
    assert brief(Rules(), TableOptions()) == "Classic · to 500"
    assert brief(Rules(PeekRule.FLIP1, BiddingStyle.SUICIDE), TableOptions()) == "Flip 1 · Suicide · to 500"
    assert brief(Rules(target=300), TableOptions(clock="relaxed")).endswith("to 300 · relaxed clock")


def test_end_offers_a_rematch_and_then_the_way_to_it() -> None:
    over = finished(with_declarer(BEN))
    offered = rendered(snapshot(over, YOU, stage=Stage.OVER, winner=ANA))
    assert "/tables/KQJT98/rematch/" in offered
    going = rendered(snapshot(over, YOU, stage=Stage.OVER, winner=ANA, rematch="Rematch1"))
    assert "/tables/Rematch1/" in going
    assert "/tables/KQJT98/rematch/" not in going
    assert "/tables/KQJT98/rematch/" not in rendered(snapshot(over, None, stage=Stage.OVER, winner=ANA))


def test_draw_of_a_person_alone_with_bots_asks_for_nothing() -> None:
    bots = (SEATS[0], SeatInfo(1, "Bot Wren", True), SEATS[2])
    alone, with_ana = snapshot(None, YOU, seats=bots), snapshot(None, YOU)
    assert len(page_of(alone).at("draw").of_class("card")) == 3
    assert page_of(alone).at("draw").of_tag("button") == []
    assert len(page_of(with_ana).at("draw").of_tag("button")) == 1


def test_rematch_begins_without_a_draw_and_can_be_dealt_at_once() -> None:
    table = snapshot(None, drawn=None)
    assert where(table.snapshot) == "rematch"
    draw = page_of(table).at("draw")
    assert "Bot Lark deals first this time." in draw.text
    assert draw.of_class("card") == []
    assert [button.text for button in draw.of_tag("button")] == ["Deal now"]


def test_rules_that_differ_from_the_usual_are_in_sight_and_the_rest_is_folded_up() -> None:
    def shown(scene: Scene) -> tuple[str, str]:
        in_sight, _summary, fold = page_of(scene).at("facts").text.partition("All else is as usual")
        return in_sight, fold

    in_sight, fold = shown(gathering(YOU, rules=Rules(peek=PeekRule.FLIP1, bag_limit=None)))
    assert "Bag limit" in in_sight
    assert "Clock" not in in_sight
    assert "Clock" in fold
    assert "Bag limit" not in fold
    assert "Bag limit" in shown(gathering(YOU))[1]
