"""The end of a deal and of a game: results first, hands only of finished deals, ratings explained."""

from dataclasses import replace
from itertools import pairwise

import pytest
from django.utils import translation

from games.components.frames import clear
from games.engine import Player, Standing
from games.values import BoardFacts, RoundFacts, Stage
from games.words.endings import rating_sentences, stamps, verdict
from games.words.names import Names, capital, card_name
from tests.components.dom import page_of
from tests.components.tables import deal_by_bots
from tests.pages.scenes import RATED, SEATS, Scene, finished, finished_deal, game_over, seated, snapshot, with_declarer

OVER = finished(with_declarer(2))


@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_hands_turn_up_only_when_the_deal_is_finished(viewer: Player | None) -> None:
    for state in deal_by_bots(4):
        clear()
        table = snapshot(state, viewer)
        shown = page_of(table).of_class("turned-up")
        assert len(shown) == (4 if table.full.base.stage is Stage.SCORED else 0)
        last_trick = table.full.before_the_score
        if last_trick:
            assert page_of(replace(table, full=last_trick)).of_class("turned-up") == []


def test_one_button_is_in_amber_while_others_look_at_the_deal() -> None:
    page = page_of(snapshot(OVER, 0, seats=seated({}, {}, {}), review_leader=1))
    assert page.at("together").text.endswith("Join in")
    assert [button.text for button in page.of_class("turn")] == ["Ready for deal 5"]


def test_all_cards_of_a_finished_deal_lie_open_at_their_seats() -> None:
    page = page_of(snapshot(OVER, 1))
    for position, hand in (("bottom", 1), ("left", 2), ("top", 3), ("right", 0)):
        (seat,) = page.of_class(f"end-{position}")
        cards = seat.of_class("card")
        assert len(cards) == len(OVER.dealt[hand]) == 13


@pytest.mark.parametrize("stage", [Stage.SCORED, Stage.OVER])
def test_last_trick_of_a_finished_deal_is_in_sight(stage: Stage) -> None:
    """A page without a live connection may never have shown it on the felt."""
    page = page_of(snapshot(OVER, 1, stage=stage, winner=1 if stage is Stage.OVER else None))
    cards = page.at("rail-last").of_class("card")
    assert [card["aria-label"] for card in cards] == [
        capital(card_name(played.card)) for played in OVER.tricks[-1].cards
    ]


def test_headline_and_own_result_are_read_first() -> None:
    page = page_of(snapshot(OVER, 1))
    assert page.at("sheet-title").text == verdict(finished_deal(OVER), 1) == "Made 3 with 5 bags"
    assert page.of_class("own-points")[0].text == "+35"
    (end,) = page.of_class("deal-end")
    assert [seat.text for seat in end.of_tag("h2")] == ["You", "Bot Lark", "Alex", "Dummy"]


def test_bags_are_counted_only_where_they_go_on_to_the_next_deal() -> None:
    board = BoardFacts(1, "set", 1, 1)
    assert len(page_of(snapshot(OVER, 1)).of_class("bag-count")) == 3
    assert page_of(snapshot(OVER, 1, board=board)).of_class("bag-count") == []
    assert page_of(snapshot(OVER, 1, board=board)).of_class("change") == [], "the total is that of the deal"


def test_spectators_read_how_the_contract_went() -> None:
    assert page_of(snapshot(OVER, None)).at("sheet-title").text.startswith("Bot Lark")


def test_spectators_read_whose_best_and_worst_deals_are_shown() -> None:
    def titles(viewer: Player | None) -> list[str]:
        (links,) = page_of(game_over().seen_by(viewer)).of_class("extremes")
        return [link.text.split(":")[0] for link in links.of_tag("a")]

    assert titles(0) == ["Most points", "Fewest points"]
    assert titles(None) == ["Ana’s most points", "Ana’s fewest points"]


def test_total_counts_on_from_the_one_before_the_deal() -> None:
    page = page_of(snapshot(OVER, 0))
    score = finished_deal(OVER).scores[0]
    total = page.of_class("total")[0].of_tag("b")[0]
    assert (total["data-from"], total["data-to"]) == (str(score.points_after - score.total), str(score.points_after))
    assert total.text.replace("\N{MINUS SIGN}", "-") == total["data-to"]


def test_verdict_names_contract_and_nils() -> None:
    verdicts = [verdict(finished_deal(OVER), player) for player in range(3)]
    assert verdicts == ["Made 3 with 5 bags, nil lost", "Made 3 with 5 bags", "Set by 1, nil lost"]


@pytest.mark.parametrize(
    ("contract", "tricks", "words"),
    [(6, 6, "Made 6"), (6, 7, "Made 6 with one bag"), (6, 4, "Set by 2"), (0, 0, "Made 0")],
)
def test_verdict_counts_bags_and_missing_tricks(contract: int, tricks: int, words: str) -> None:
    deal = finished_deal(OVER)
    score = replace(deal.scores[1], contract=contract, side_tricks=tricks, nils=())
    assert verdict(replace(deal, scores=(deal.scores[0], score, deal.scores[2])), 1) == words


@pytest.mark.parametrize(("tricks", "words"), [(5, "Falta 1"), (4, "Faltan 2")])
def test_missing_tricks_are_counted_in_spanish(tricks: int, words: str) -> None:
    deal = finished_deal(OVER)
    score = replace(deal.scores[1], contract=6, side_tricks=tricks, nils=())
    with translation.override("es"):
        assert verdict(replace(deal, scores=(deal.scores[0], score, deal.scores[2])), 1) == words


def test_stamps_say_what_became_of_contract_nil_and_bags() -> None:
    deal, names = finished_deal(OVER), Names(SEATS, 1)
    assert [list(stamps(deal, player, names)) for player in range(3)] == [
        [("made 3", "+35", "good"), ("nil failed", "−100", "bad"), ("bags", "−100", "bad")],
        [("made 3", "+35", "good")],
        [("down 1", "−60", "bad"), ("nil on the dummy failed", "−100", "bad")],
    ]


def test_rating_change_of_a_first_game_is_explained() -> None:
    over = snapshot(OVER, 0, stage=Stage.OVER, rated=RATED, standing=Standing((400, 510, 300), (0, 0, 0))).snapshot
    assert rating_sentences(RATED[0], over) == (
        "Your rating goes from 1500 to 1638 (+138) for second place. It was your first rated game: a newcomer’s 1500 is"
        " uncertain by 500, so one result moves it a lot. You finished ahead of Bot Lark, rated 1800."
    )


@pytest.mark.parametrize("number", [1, 4, 40])
@pytest.mark.parametrize(("change", "target", "is_small"), [(-4, 500, True), (-30, 500, False), (-4, 100, False)])
def test_small_rating_change_is_not_said_to_be_a_large_one(
    number: int, change: int, target: int, is_small: bool
) -> None:
    """In a short game even an unexpected result changes little, which another sentence says."""
    step, over = replace(RATED[0], number=number, after=RATED[0].before + change), game_over().snapshot
    sentences = rating_sentences(step, replace(over, rules=replace(over.rules, target=target)))
    assert ("much as the ratings predicted" in sentences) == is_small
    assert ("moves it a lot" in sentences) == (not is_small and number < 40)


@pytest.mark.parametrize(("number", "reason"), [(4, "After few games"), (40, "The more games a player has")])
def test_later_rating_changes_have_another_reason(number: int, reason: str) -> None:
    assert reason in rating_sentences(replace(RATED[0], number=number), game_over().snapshot)


def test_short_game_and_leaving_are_named_as_reasons() -> None:
    over = game_over().snapshot
    short = replace(over, rules=replace(over.rules, target=100))
    assert "by 20% of what a game to 500 would" in rating_sentences(RATED[0], short)
    left = replace(over.seats[0], stand_in="Ada")
    step = replace(RATED[0], places=(3, 1, 2))
    for seats in ((left, *over.seats[1:]), over.seats):
        sentences = rating_sentences(step, replace(over, seats=seats))
        assert "which counts as last place." in sentences
        assert "ahead of" not in sentences


def test_end_of_a_game_leads_to_the_best_and_the_worst_deal() -> None:
    over = game_over()
    totals = {deal.number: deal.scores[0].total for deal in over.snapshot.finished}
    (links,) = page_of(over).of_class("extremes")
    numbers = [int(link["href"].strip("/").rpartition("/")[2]) for link in links.of_tag("a")]
    assert [totals[number] for number in numbers] == [max(totals.values()), min(totals.values())]


def test_end_of_a_game_names_the_bots_strength_and_offers_the_rematch_first() -> None:
    page = page_of(game_over())
    assert "bot: expert" in page.of_class("standings")[0].text
    ways = page.of_class("actions")[0]
    assert ways.of_tag("button")[0].text == "Rematch"
    assert "/challenge/?peek=none&bidding=standard" in [link["href"] for link in ways.of_tag("a")]


@pytest.mark.parametrize(
    ("viewer", "words"),
    [(0, "Ana asks for a rematch."), (1, "You ask for a rematch."), (None, "Ana asks for a rematch.")],
)
def test_everybody_at_the_table_reads_who_asks_for_a_rematch(viewer: Player | None, words: str) -> None:
    over = game_over().seen_by(viewer)
    page = page_of(over.changed(rematch="Rematch1", rematch_by=1))
    assert page.of_class("rematch-asked")[0].text == words
    assert page_of(over).of_class("rematch-asked") == []


@pytest.mark.parametrize("stage", [Stage.SCORED, Stage.OVER, Stage.CLOSED])
def test_five_places_are_at_the_foot_of_a_table_that_has_ended(stage: Stage) -> None:
    bars = page_of(snapshot(OVER, 1, stage=stage)).of_class("main-nav")
    ended = [link["href"] for bar in bars for link in bar.of_tag("a")]
    assert len(ended) == (5 if stage.has_ended else 0)


def test_rings_mark_the_deals_at_which_the_lead_changed() -> None:
    deals = game_over().snapshot.finished
    leaders = [max(range(3), key=lambda player: deal.scores[player].points_after) for deal in deals]
    changes = sum(one != other for one, other in pairwise(leaders))
    rings = page_of(game_over()).of_class("mark")
    assert len(rings) == changes > 0


def test_guest_may_keep_name_and_results_at_the_end_of_a_game() -> None:
    ended = game_over().seen_by(0)
    assert page_of(ended).find("keep-name") is None
    (more,) = page_of(ended.changed(is_guest=True)).of_class("more")
    asked = more.of_class("keep-name")[0]
    assert "Keep your name and your results, Alex?" in asked.text
    keep, friends, remind = asked.of_tag("form")
    assert keep["action"] == "/me/settings/account/keep/"
    assert [field["name"] for field in keep.of_tag("input") if field["name"] != "csrfmiddlewaretoken"] == ["password"]
    assert friends["action"] == "/play/"
    assert remind["action"] == "/day/remind/"
    assert "data-asks-push" in remind.attributes
    assert page_of(ended.seen_by(None).changed(is_guest=True)).find("keep-name") is None


def test_rating_is_explained_below_a_fold() -> None:
    assert page_of(game_over().seen_by(0)).at("why-rating").tag == "details"


@pytest.mark.parametrize(
    ("viewer", "words"), [(0, "Ana wins by 125"), (1, "You win by 125"), (None, "Ana wins by 125")]
)
def test_end_of_a_game_says_in_large_who_wins_and_by_how_much(viewer: Player | None, words: str) -> None:
    assert page_of(game_over().seen_by(viewer)).at("sheet-title").text == words


def test_shared_first_place_and_a_void_game_have_no_margin() -> None:
    over = game_over()
    tied = over.changed(standing=Standing((505, 505, 0), (0, 0, 0)))
    assert page_of(tied).at("sheet-title").text == "Ana wins the game"
    assert page_of(over.changed(void="Two in one browser")).at("sheet-title").text == "This game was declared void"


@pytest.mark.parametrize(
    ("before", "after", "number", "words"),
    [
        (1500, 1525, 40, "Rating 1525, up 25"),
        (1500, 1488, 40, "Rating 1488, down 12"),
        (1500, 1500, 40, "Rating 1500, as before"),
        (1500, 1638, 1, "Rating 1638, up 138, still provisional"),
    ],
)
def test_own_rating_and_its_change_are_a_chip(before: int, after: int, number: int, words: str) -> None:
    step = replace(RATED[0], before=before, after=after, number=number)
    page = page_of(game_over().seen_by(0).changed(rated=(step,)))
    assert [chip.text for chip in page.of_class("chip")] == ["You are 2nd with 380", words]


def test_nils_made_in_the_game_are_a_chip() -> None:
    over = game_over()
    last = over.snapshot.finished[-1]
    made = tuple(replace(score, nils=tuple(replace(nil, made=True) for nil in score.nils)) for score in last.scores)
    deals = (*over.snapshot.finished[:-1], replace(last, scores=made))
    page = page_of(over.seen_by(2).changed(finished=deals, rated=()))
    assert [chip.text for chip in page.of_class("chip")] == ["You are 3rd with −40", "Nil made"]


def ends() -> dict[str, Scene]:
    over = game_over()
    return {
        "player": over,
        "guest": over.changed(is_guest=True),
        "spectator": over.seen_by(None),
        "alone": over.changed(seats=tuple(replace(seat, is_bot=seat.player > 0) for seat in SEATS)),
        "rematch": over.changed(rematch="Rematch1"),
        "void": over.changed(void="Two in one browser"),
        "closed": snapshot(with_declarer(2), stage=Stage.CLOSED),
        "round": over.changed(round=RoundFacts(pk=1, number=1, code="Ab3", name="Friday", boards=3)),
    }


@pytest.mark.parametrize("end", ends())
def test_one_step_comes_next_and_the_rest_is_behind_more(end: str) -> None:
    sheet = page_of(ends()[end]).at("sheet")
    (ways,) = sheet.of_class("ways-on")
    steps = [*sheet.of_class("turn"), *sheet.of_class("primary")]
    assert len(steps) == 1
    (more,) = ways.of_class("more")
    assert not more.of_class("turn")
    hidden = {link.text for link in (*more.of_tag("a"), *more.of_tag("button"))}
    assert {link.text for link in (*ways.of_tag("a"), *ways.of_tag("button"))} == hidden | {steps[0].text}
    assert "Score sheet" in hidden


def test_result_keeps_what_is_beside_the_felt() -> None:
    for end in ends().values():
        page = page_of(end)
        assert page.at("scores").of_class("points")
        assert page.at("rail")


def test_result_is_shared_with_the_address_only_of_a_table_that_everybody_may_look_at() -> None:
    over = game_over()
    for spectators in (True, False):
        options = replace(over.snapshot.options, spectators=spectators)
        lines = page_of(over.seen_by(1).changed(options=options)).at("share-lines").text
        assert "Ana wins by 125" in lines
        assert "Ana 505 · Alex 380 · Bot Lark −40" in lines
        assert ("/tables/" in lines) == spectators


def test_only_those_whom_another_has_beaten_read_their_place_beside_the_headline() -> None:
    def chips(viewer: Player | None) -> str:
        return " ".join(chip.text for chip in page_of(game_over().seen_by(viewer)).of_class("chip"))

    assert "You are 2nd with 380" in chips(0)
    assert "You are" not in chips(1), "who has won"
    assert "You are" not in chips(None)


def test_end_of_a_game_says_its_course_in_the_past_and_leads_to_the_review_once() -> None:
    page = page_of(game_over().seen_by(0))
    (curve,) = page.of_class("curve")
    assert "ends with" in curve.text
    assert "leads" not in curve.text
    links = [link.text for link in page.of_tag("a") if link.text.startswith("Review")]
    assert links == ["Review the last deal"]


def test_who_is_ready_reads_it_once() -> None:
    page = page_of(snapshot(OVER, 0, ready=frozenset({0, 2})))
    assert page.text.count("You are ready.") == 1
    assert "Ready: Bot Lark" in page.text
