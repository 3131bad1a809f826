"""Files of sets of deals: results to download, and the picture that other sites show for a link."""

import json

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext as _, override

from accounts.base.pages import too_many_requests
from accounts.base.rate_limits import is_within_limit
from games.sets import export, link_words
from games.sets.lookups import boards_by
from games.web import spreadsheets
from games.web.link_pictures import draw_words
from games.web.pages import png
from games.web.shortcuts import too_many_downloads


def results(request: HttpRequest, code: str, form_of: str) -> HttpResponse:
    """Download the results of all boards and the ladder, if the visitor may see them all."""
    of_set = boards_by(code)[0].deal_set
    if not export.may_export(of_set, request.user):
        raise PermissionDenied(
            _("Results can be downloaded when the set is closed, or you have finished the challenge.")
        )
    if refusal := too_many_downloads(request):
        return refusal
    data = export.results_of(of_set)
    if form_of == "csv":
        answer = HttpResponse(export.as_csv(data), content_type=spreadsheets.CONTENT_TYPE)
    else:
        answer = HttpResponse(json.dumps(data, ensure_ascii=False), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{code}.{form_of}"'
    return answer


def picture(request: HttpRequest, code: str) -> HttpResponse:
    """Return the picture of a set for links to it, in `?language=`: its name and a challenge, no result."""
    if not is_within_limit(request, "picture"):
        return too_many_requests(request)
    of_set, asked = boards_by(code), request.GET.get("language")
    with override(asked if asked in dict(settings.LANGUAGES) else get_language()):
        return png(draw_words(*link_words.of_picture(of_set)))
