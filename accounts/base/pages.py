"""Responses shared by all pages: the status of a form, the page of rate limits, the way back."""

from http import HTTPStatus

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme


def too_many_requests(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Return the rate limit page; *reason*, if given, is a sentence that says which limit was exceeded."""
    return render(request, "429.html", {"reason": reason}, status=HTTPStatus.TOO_MANY_REQUESTS)


def form_status(form: forms.BaseForm) -> HTTPStatus:
    """Return the status of a page with a form: 200 when first shown, 422 when shown again with errors."""
    return HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK


def page_before(request: HttpRequest) -> str:
    """Return the page of this site that linked to this one, a table for example; "" if none."""
    back = request.POST.get("next") or request.GET.get("next", "")
    return back if back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None) else ""
