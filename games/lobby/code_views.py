"""The page to enter a table's join code, and the address that contains one."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.base.rate_limits import TooManyRequests, is_within_limit
from games.lobby import join_codes


def enter_code(request: HttpRequest, code: str = "") -> HttpResponse:
    """Redirect to the table with this code, from the address or the form; otherwise show the form, and what is wrong.

    Only wrong codes count towards the limit, which prevents guessing: a whole class may enter the code of its table
    from one address.
    """
    code = code or request.GET.get("code", "")
    if not code:
        return render(request, "lobby/enter_code.html")
    if digits := join_codes.tidied(code):
        if not is_within_limit(request, "enter_code", counts=False):
            raise TooManyRequests("")
        if table := join_codes.table_of(digits):
            return redirect("games:table", table)
        is_within_limit(request, "enter_code")
    context = {"code": code[:20], "is_complete": bool(digits)}
    return render(request, "lobby/enter_code.html", context, status=HTTPStatus.NOT_FOUND)
