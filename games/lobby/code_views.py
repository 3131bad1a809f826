"""The page to enter a table's join code, and the address that contains one."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.base.rate_limits import TooManyRequests, is_within_limit
from games.lobby import join_codes
from games.web.shortcuts import by_htmx


def enter_code(request: HttpRequest, code: str = "") -> HttpResponse:
    """Redirect to the table with this code, from the address or the form; otherwise show the form, and what is wrong.

    htmx gets the form alone, to show what is wrong where the code was typed.

    Only wrong codes count towards the limit, which prevents guessing: a whole class may enter the code of its table
    from one address.
    """
    code = code or request.GET.get("code", "")
    if not code:
        return render(request, "lobby/enter_code.html")
    if digits := join_codes.tidied(code):
        is_allowed, table = is_within_limit(request, "enter_code", counts=False), join_codes.table_of(digits)
        if by_htmx(request) and (table or not is_allowed):
            return HttpResponse(headers={"HX-Redirect": request.get_full_path()})  # it loads the whole page
        if not is_allowed:
            raise TooManyRequests("")
        if table:
            return redirect("games:table", table)
        is_within_limit(request, "enter_code")
    template = "lobby/_enter_code.html" if by_htmx(request) else "lobby/enter_code.html"
    context = {"code": code[:20], "is_complete": bool(digits)}
    return render(request, template, context, status=HTTPStatus.NOT_FOUND)
