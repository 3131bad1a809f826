"""The URLs of the games. Here `page_view`, `public_page` and `form_view` say which requests a view answers."""

from functools import partial

from django.contrib.sitemaps.views import sitemap
from django.urls import include, path, re_path, register_converter
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView

from games.api import documents, views as api
from games.clubs import membership_views, officer_views as officers, views as clubs
from games.fairness import views as fairness
from games.history import views as players
from games.learning import views as learning
from games.learning.first_deal import FIRST_DEAL
from games.learning.nils_and_bags import NILS_AND_BAGS
from games.lobby import code_views as codes
from games.models import SetKind
from games.pairing import views as pairing
from games.people import views as people
from games.review import embeds, imported, replays, together_views as together, views as review
from games.seasons import views as seasons
from games.sets import challenge_views as challenges, file_views as set_files, views as sets
from games.sets.feed import DealsOfTheDay
from games.sets.site_map import ClosedSets
from games.tournaments import announce_views, direct_views, file_views as tournament_files, views as tournaments
from games.views import chat, link_picture, lobby, planning, table, today
from games.web import actions, pages, strangers
from games.web.former import leads_to
from games.web.shortcuts import TableCode, form_view, page_view, spectators_refused
from games.web.strangers import public_page

app_name = "games"
register_converter(TableCode, "table")

moves = [path(f"{kind}/", form_view(partial(table.move, kind=kind)), name=kind) for kind in actions.MOVES]

table_forms = [
    path("choose/", form_view(table.choose), name="choose"),
    path("end/", form_view(table.end), name="end"),
    path("call-bot/", form_view(table.call_bot), name="call_bot"),
    path("take-seat/", form_view(table.take_seat), name="take_seat"),
    path("mark/", form_view(table.mark), name="mark"),
    path("pause/", form_view(table.pause), name="pause"),
    path("wait/", form_view(table.wait_for), name="wait_for"),
    path("back/", form_view(table.come_back), name="come_back"),
    path("propose/", form_view(table.propose), name="propose"),
    path("reply/", form_view(table.reply), name="reply"),
    path("rematch/", form_view(table.rematch), name="rematch"),
    path("keep/", form_view(clubs.keep_trio), name="keep_trio"),
    path("sit/", form_view(table.sit), name="sit"),
    path("leave/", form_view(table.leave), name="leave"),
    path("remove/", form_view(table.remove), name="remove"),
    path("bot/", form_view(table.seat_bot), name="seat_bot"),
    path("start/", form_view(table.start), name="start"),
    path("hold/", form_view(table.hold), name="hold"),
    path("seed/", form_view(table.seed), name="seed"),
    path("invite/", form_view(table.invite), name="invite"),
    path("decline/", form_view(table.decline), name="decline"),
    path("options/", page_view(table.options, "POST"), name="options"),
    path("chat/send/", form_view(chat.send), name="send_message"),
    path("chat/mute/", form_view(chat.mute), name="mute"),
    path("chat/report/", form_view(chat.report), name="report"),
    path("report-player/", page_view(people.report_at_table, "POST"), name="report_at_table"),
]

deals = [
    path("picture.png", require_safe(spectators_refused()(link_picture.picture)), name="table_picture"),
    path("deals/<int:number>/", public_page(review.deal), name="review"),
    path("deals/<int:number>.png", require_safe(spectators_refused()(review.picture)), name="deal_picture"),
    path("deals/<int:number>.json", page_view(review.download), {"form_of": "json"}, name="deal_json"),
    path("deals/<int:number>.pbn", page_view(review.download), {"form_of": "pbn"}, name="deal_pbn"),
    path("deals/<int:number>/analysis/", form_view(review.analyse_again, "games:review"), name="analyse_again"),
    path("deals/<int:number>/again/", form_view(replays.play_again, "games:review"), name="play_again"),
    path("deals/<int:number>/embed/", public_page(embeds.embed), name="embed"),
    path("deals/<int:number>/together/", page_view(together.look_together), name="look_together"),
    path("deals/<int:number>/together/lead/", form_view(together.lead, "games:look_together"), name="lead_review"),
    path("deals/<int:number>/together/show/", form_view(together.show, "games:look_together"), name="show_step"),
    path("deals/<int:number>/together/stop/", form_view(together.stop, "games:look_together"), name="stop_review"),
    path("comparison/", page_view(replays.compare), name="comparison"),
    path("deals/<int:number>/verify/", page_view(fairness.verify_deal), name="verify_deal"),
    path("deals.jsonl", page_view(review.download), {"form_of": "jsonl"}, name="game_json"),
    path("deals.pbn", page_view(review.download), {"form_of": "pbn"}, name="game_pbn"),
]

profiles = [
    path("", page_view(players.profile), name="player"),
    path("statistics/", page_view(players.statistics), name="player_statistics"),
    path("report/", page_view(people.report_player, "POST"), name="report_player"),
    re_path("^(?P<kind>games|deals)/$", page_view(players.listing), name="player_list"),
    re_path(r"^(?P<kind>games|deals)\.(?P<form_of>csv|json)$", page_view(players.download), name="player_download"),
]

sets_of_deals = [
    path("day.atom", require_safe(DealsOfTheDay()), name="day_feed"),
    path("<str:code>/send/", page_view(challenges.send, "POST"), name="send_challenge"),
    path("<str:code>/picture.png", require_safe(set_files.picture), name="set_picture"),
    path("<str:code>/results.csv", page_view(set_files.results), {"form_of": "csv"}, name="set_csv"),
    path("<str:code>/results.json", page_view(set_files.results), {"form_of": "json"}, name="set_json"),
    path("<str:code>/", page_view(sets.deal_set), name="deal_set"),
    path("<str:code>/<int:number>/", leads_to("deal_set", kept=("code",), named={"number": "board"}), name="board"),
    path("<str:code>/<int:number>/outcome/", page_view(sets.outcome), name="board_outcome"),
    path("<str:code>/<int:number>/play/", form_view(sets.play, "games:board"), name="play_board"),
    path("<str:code>/<int:number>/practise/", form_view(sets.practise, "games:board"), name="practise_board"),
]

tournament_pages = [
    path("", page_view(tournaments.tournament), name="tournament"),
    path("enter/", form_view(tournaments.enter, "games:tournament"), name="enter_tournament"),
    path("withdraw/", form_view(tournaments.withdraw, "games:tournament"), name="withdraw_from_tournament"),
    path("leave/", form_view(tournaments.leave, "games:tournament"), name="leave_tournament"),
    path("check-in/", form_view(tournaments.check_in, "games:tournament"), name="check_in"),
    path("direct/", page_view(direct_views.direct, "POST"), name="direct_tournament"),
    path("rounds/<int:number>/", leads_to("tournament", kept=("code",), named={"number": "round"})),
    path("rounds/<int:number>/deals.pbn", page_view(tournament_files.deals), {"form_of": "pbn"}, name="round_pbn"),
    path(
        "rounds/<int:number>/deals.jsonl", page_view(tournament_files.deals), {"form_of": "jsonl"}, name="round_records"
    ),
    path("calendar.ics", page_view(tournament_files.calendar), name="tournament_calendar"),
    path("results.csv", page_view(tournament_files.results), {"form_of": "csv"}, name="tournament_csv"),
    path("results.json", page_view(tournament_files.results), {"form_of": "json"}, name="tournament_json"),
    path("deals.pbn", page_view(tournament_files.deals), {"form_of": "pbn"}, name="tournament_pbn"),
    path("deals.jsonl", page_view(tournament_files.deals), {"form_of": "jsonl"}, name="tournament_records"),
]

club_pages = [
    path("", page_view(clubs.club), name="club"),
    path("start/", form_view(clubs.start, "games:club"), name="start_club_table"),
    path("accept/", form_view(membership_views.accept, "games:club"), name="accept_club"),
    path("leave/", form_view(membership_views.leave, "games:club"), name="leave_club"),
    path("invite/", form_view(membership_views.invite, "games:club"), name="invite_to_club"),
    path("ask/", form_view(membership_views.ask, "games:club"), name="ask_club"),
    path("withdraw/", form_view(membership_views.withdraw, "games:club"), name="withdraw_from_club"),
    path("report/", page_view(clubs.report, "POST"), name="report_club"),
    path("series/", form_view(officers.change_series, "games:club"), name="change_series"),
    path("series/end/", page_view(officers.call_off, "POST"), name="end_series"),
    path("evenings/<int:at>/", page_view(officers.call_off, "POST"), name="call_off_evening"),
    path("tournament/", page_view(officers.announce_tournament, "POST"), name="announce_club_tournament"),
    path("calendar.ics", page_view(clubs.calendar), name="club_calendar"),
    *(
        path(
            f"{act}/", form_view(partial(officers.act_on, act=act), "games:club"), name=f"club_{act.replace('-', '_')}"
        )
        for act in officers.OFFICERS_ACTS
    ),
    path("change/", form_view(officers.change, "games:club"), name="change_club"),
    path("link/", form_view(officers.change_link, "games:club"), name="change_club_link"),
]

# Lessons reuse the components of tables, whose forms post to the URLs of a table with the code of the lesson.
LESSONS = (FIRST_DEAL, NILS_AND_BAGS)
lesson_moves = [
    path(
        f"tables/{lesson.code}/{kind}/",
        form_view(partial(learning.move, kind=kind, lesson=lesson), f"games:{lesson.page}"),
    )
    for lesson in LESSONS
    for kind in ("bid", "play", "claim")
]
lesson_steps = [
    path(f"learn/{lesson.code}/<int:number>/", page_view(learning.step), {"lesson": lesson}, name=lesson.page)
    for lesson in LESSONS
]
api_documents = [
    path(f"api/{file}", require_safe(documents.document), {"file": file}, name="api_document")
    for file in documents.DOCUMENTS
]

for_search_engines = [
    path("", public_page(lobby.home), name="home"),
    path("rules/", public_page(pages.page), {"template": "web/rules.html"}, name="rules"),
    *(
        path(f"learn/{lesson.code}/", page_view(learning.step), {"lesson": lesson}, name=lesson.page)
        for lesson in LESSONS
    ),
    path("today/", page_view(today.today), name="today"),
    path("learn/", page_view(learning.learn), name="learn"),
    path("learn/bidding/", public_page(pages.page), {"template": "web/bidding_notes.html"}, name="bidding_notes"),
    path("people/ranks/", public_page(seasons.ranks), name="ranks"),
    path("api/", public_page(api.page), name="api_page"),
    path("verify/", page_view(fairness.verify), name="verify"),
    path("today/week/", page_view(sets.period_ladder), name="set_ladder"),
    path("challenge/", page_view(challenges.new_challenge, "POST"), name="new_challenge"),
]
site_map = {
    "pages": pages.Pages([str(page.name) for page in for_search_engines]),
    "profiles": pages.Profiles(),
    "sets": ClosedSets(),
}

# Former addresses of pages, which lead on for good.
moved = [
    *(
        path(old, leads_to(name, fragment))
        for old, name, fragment in (
            ("lobby/", "home", ""),
            ("sets/", "today", ""),
            ("sets/ladder/", "set_ladder", ""),
            ("sets/new/", "new_challenge", ""),
            ("learn/train/", "learn", ""),
            ("learn/train/today/", "puzzle", ""),
            ("tournaments/", "today", "coming"),
            ("clubs/", "people", "together"),
            ("leaders/", "ranks", ""),
            ("seasons/", "ranks", ""),
            ("verify/deals/", "verify", "all-deals"),
        )
    ),
    path("seasons/<str:month>/<str:ladder>/", leads_to("ranks", named={"ladder": "of", "month": "season"})),
]

# Patterns are tried one after another, so those of moves come first.
urlpatterns = [
    *lesson_moves,
    path("tables/new/", page_view(lobby.new_table, "POST"), name="new_table"),
    path("tables/new/summary/", form_view(lobby.new_table_summary, "games:new_table"), name="new_table_summary"),
    path("tables/<table:code>/", include([*moves, *table_forms, *deals])),
    path("tables/<table:code>/", page_view(table.table), name="table"),
    path("tables/<table:code>/latest/", page_view(table.latest), name="latest"),
    path("tables/<table:code>/hint/", page_view(learning.hint, "POST"), name="hint"),
    path("tables/<table:code>/link.svg", page_view(table.link_as_qr_code), name="link_as_qr_code"),
    path("tables/<table:code>/planned/", page_view(planning.planned, "POST"), name="planned"),
    path("tables/<table:code>/sheet/", page_view(table.sheet), name="sheet"),
    *for_search_engines,
    path("t/", page_view(codes.enter_code), name="enter_code"),
    path("t/<str:code>/", page_view(codes.enter_code), name="enter_code"),
    *moved,
    path("me/", page_view(players.me), name="me"),
    re_path("^me/(?P<tab>games|deals|statistics)/$", page_view(players.own_results), name="own_results"),
    path("me/settings/account/bot/", page_view(api.bot_account, "POST"), name="bot_account"),
    path("api/v1/openapi.json", require_safe(api.description), name="api_description"),
    *api_documents,
    path("play/", form_view(lobby.play_now, "games:home"), name="play_now"),
    path("play/people/", page_view(pairing.find_players), name="find_players"),
    path("play/people/leave/", form_view(pairing.leave, "games:find_players"), name="stop_waiting"),
    path("play/people/meanwhile/", form_view(pairing.meanwhile, "games:find_players"), name="meanwhile"),
    path("lobby/answers/", form_view(people.seen, "games:home"), name="answer_seen"),
    path("people/", page_view(people.people), name="people"),
    path("people/follow/", form_view(people.follow, "games:people"), name="follow"),
    path("people/unfollow/", form_view(people.unfollow, "games:people"), name="unfollow"),
    path("people/note/", form_view(people.note, "games:people"), name="note"),
    path("day/", page_view(sets.of_today), {"kind": SetKind.DAY}, name="day"),
    path("day/remind/", form_view(sets.remind, "games:day"), name="remind"),
    path("eight/", page_view(sets.of_today), {"kind": SetKind.EIGHT}, name="eight"),
    path("sets/", include(sets_of_deals)),
    path("tournaments/new/", page_view(announce_views.announce, "POST"), name="announce_tournament"),
    path("tournaments/<str:code>/", include(tournament_pages)),
    path("clubs/new-trio/", form_view(clubs.new_trio, "games:people"), name="new_trio"),
    path("clubs/new/", page_view(clubs.new_club, "POST"), name="new_club"),
    path("clubs/join/<str:link>/", page_view(membership_views.join, "POST"), name="join_club"),
    path("clubs/<str:code>/", include(club_pages)),
    path("players/<str:name>/", include(profiles)),
    path("review/", page_view(imported.import_record, "POST"), name="import_record"),
    path("review/analysis/", form_view(imported.analyse_again, "games:import_record"), name="analyse_imported"),
    path("review/again/", form_view(replays.play_imported, "games:import_record"), name="play_imported"),
    path("oembed/", public_page(embeds.oembed), name="oembed"),
    path("offline/", pages.page, {"template": "offline.html"}, name="offline"),
    path("token/", page_view(strangers.token), name="token"),
    path("picture.png", require_safe(pages.picture), name="picture"),
    path("robots.txt", require_safe(pages.robots), name="robots"),
    path("sitemap.xml", require_safe(sitemap), {"sitemaps": site_map}, name="sitemap"),
    path(".well-known/security.txt", require_safe(pages.security), name="security"),
    path(".well-known/change-password", RedirectView.as_view(pattern_name="account_change_password")),
    path("manifest.webmanifest", pages.manifest, name="manifest"),
    path("service-worker.js", page_view(pages.service_worker), name="service_worker"),
    *lesson_steps,
    path("today/puzzle/", page_view(learning.puzzle, "POST"), name="puzzle"),
    path("learn/train/<str:kind>/", page_view(learning.next_exercise), name="train_kind"),
    path("learn/train/<str:kind>/<int:number>/", page_view(learning.show_exercise, "POST"), name="exercise"),
]
