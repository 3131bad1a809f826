"""Addresses of the site, each worked out once: in templates and in markup."""

from types import ModuleType, SimpleNamespace

import pytest
from django.http import HttpRequest
from django.template import Context, RequestContext, Template
from django.urls import NoReverseMatch, URLPattern, URLResolver, include, path, reverse, set_script_prefix
from django.utils.translation import gettext_lazy
from pytest_django import Settings

from accounts.base.addresses import address


def shown(tag: str, **values: object) -> str:
    return Template("{% " + tag + " %}").render(Context(values))


def urls(*patterns: URLPattern | URLResolver) -> ModuleType:
    module = ModuleType("urls")
    vars(module)["urlpatterns"] = patterns
    return module


def test_tag_returns_what_reverse_does() -> None:
    for _ in range(2):
        assert shown("url 'games:people'") == "/people/" == address("games:people")
        assert shown("url view", view="games:today") == "/today/"
        assert shown("url 'games:review' 'abcdefgh' 1") == "/tables/abcdefgh/deals/1/"
        assert shown("url 'games:player' name", name="Zoë & Co") == reverse("games:player", args=["Zoë & Co"]).replace(
            "&", "&amp;"
        )


def test_address_of_one_name_is_not_that_of_another() -> None:
    assert shown("url 'games:player' name", name="Ana") == "/players/Ana/"
    assert shown("url 'games:player' name", name="Ben") == "/players/Ben/" == address("games:player", "Ben")
    assert shown("url 'games:player' name", name=1) == "/players/1/" == shown("url 'games:player' name", name="1")


def test_whatever_else_django_knows_is_left_to_it() -> None:
    assert shown("url 'games:player' name='Ana'") == "/players/Ana/"
    assert shown("url 'games:people' as there") == ""
    assert shown("url 'games:nowhere' as there") == ""
    assert shown("url 'games:player' name", name=gettext_lazy("Rules")) == "/players/Rules/"


def test_unknown_name_is_an_error_each_time() -> None:
    for _ in range(2):
        with pytest.raises(NoReverseMatch):
            shown("url 'games:nowhere'")


def test_other_urls_and_another_prefix_have_addresses_of_their_own(settings: Settings) -> None:
    assert address("games:people") == "/people/"
    set_script_prefix("/spades/")
    try:
        assert address("games:people") == "/spades/people/" == shown("url 'games:people'")
    finally:
        set_script_prefix("/")
    people = ([path("crowd/", lambda _request: None, name="people")], "games")
    settings.ROOT_URLCONF = urls(path("", include(people)))
    assert address("games:people") == "/crowd/" == shown("url 'games:people'")


def test_page_of_one_of_two_instances_links_within_it(settings: Settings) -> None:
    people = [path("", lambda _request: None, name="people")]
    instances = [path(f"{name}/", include((people, "games"), name)) for name in ("a", "b")]
    settings.ROOT_URLCONF = urls(*instances)
    template = Template("{% url 'games:people' %}")
    for instance in ("a", "b", "a"):
        request = HttpRequest()
        request.resolver_match = SimpleNamespace(namespace=instance)  # type: ignore[assignment]  # all that is read
        assert template.render(RequestContext(request)) == f"/{instance}/"
        request.current_app = "b"  # type: ignore[attr-defined]  # as the admin site sets it
        assert template.render(RequestContext(request)) == "/b/"
