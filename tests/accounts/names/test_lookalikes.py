"""Names that look alike are refused beside each other, and accounts that have such names keep them."""

from importlib import import_module
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.test import Client

from accounts.models import User, name_is_taken
from accounts.names import keys as name_keys
from accounts.names.services import NameRefused, available_name, choose_name, free_names
from accounts.signing_in.guests import create_guest
from accounts.site_config.models import BlockedWord
from accounts.site_config.words import has_blocked_word

pytestmark = pytest.mark.django_db

OF_BEFORE = ("Iris", "lris", "ꓮꓠꓮ")  # noqa: RUF001
PAIRS = [("Iris", "lris"), ("limes11", "Iimes11"), ("Jim", "Jım"), ("TOM", "ТОМ"), ("Niko", "ΝΙΚΟ")]  # noqa: RUF001


@pytest.mark.parametrize(("one", "other"), [*PAIRS, *[pair[::-1] for pair in PAIRS]])
def test_name_that_looks_like_another_is_taken(client: Client, one: str, other: str) -> None:
    create_guest(one)
    assert create_guest(other).username == f"{other} 2"
    page = client.post("/accounts/signup/", {"username": other, "password1": "a long password of mine"})
    assert "already has this name" in page.text
    assert other not in free_names(other)


def test_name_is_refused_if_one_like_it_is_taken_at_the_same_moment(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = User.save
    others = {"lris": "Iris", "Iimes11": "limes11", "TOM": "ТОМ"}  # noqa: RUF001

    def save(user: User, **options: Any) -> None:
        if other := others.get(user.username):
            stored(User(username=other))
        stored(user, **options)

    zoe = create_guest("Zoe")
    User.objects.filter(pk=zoe.pk).update(must_rename=True)
    monkeypatch.setattr(User, "save", save)
    assert create_guest("lris").username == "lris 2"
    page = client.post("/accounts/signup/", {"username": "Iimes11", "password1": "a long password of mine"})
    assert "already has this name" in page.text
    with pytest.raises(NameRefused):
        choose_name(zoe, "TOM")
    assert sorted(user.username for user in User.objects.all()) == ["Zoe", "lris 2"]


def test_renamed_player_frees_the_name_and_those_like_it() -> None:
    iris = create_guest("Iris")
    User.objects.filter(pk=iris.pk).update(must_rename=True)
    choose_name(iris, "Rose")
    assert available_name("lris", iris) == "lris"
    with pytest.raises(NameRefused):
        available_name("ROSE", create_guest("Ana"))


def test_accounts_of_before_keep_names_that_look_alike_and_nobody_else_gets_one() -> None:
    """Names of before the keys, and of processes of the version before, which leave them empty."""
    for name in OF_BEFORE:
        User.objects.create_user(name, password="a long password of mine")
    User.objects.update(look_key="", latin_key="")
    assert name_is_taken("IRIS")
    assert not name_is_taken("1ris")
    assert name_keys.fill_in() == 3
    assert name_is_taken("1ris")
    assert name_is_taken("Ana")
    assert name_keys.fill_in() == 0
    for name in OF_BEFORE:
        assert Client().login(username=name, password="a long password of mine")
        User.objects.get(username=name).save()


def test_more_accounts_than_fit_into_a_batch_are_filled_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(name_keys, "BATCH", 2)
    for number in range(5):
        create_guest(f"Ana {number}")
    User.objects.update(look_key="")
    assert name_keys.fill_in() == 5
    assert not User.objects.filter(look_key="").exists()


@pytest.mark.parametrize("text", ["what an ldiot", "1diot!", "I D I O T", "ID10T", "ıdıot", "idіot", "ÍDIOT"])  # noqa: RUF001
def test_word_that_looks_like_a_blocked_one_is_refused(text: str) -> None:
    BlockedWord.objects.create(word="idiot")
    assert has_blocked_word(text)


def test_word_that_only_resembles_a_blocked_one_is_allowed() -> None:
    BlockedWord.objects.create(word="all")
    assert not has_blocked_word("Ali is here")
    assert has_blocked_word("ALL")


def test_keys_are_filled_in_by_the_migration() -> None:
    create_guest("Iris")
    User.objects.update(look_key="", latin_key="")
    name = "0003_version_0_3_0"
    apps = MigrationLoader(connection).project_state([("accounts", name)]).apps
    import_module(f"accounts.migrations.{name}").fill_in_keys(apps, None)
    iris = User.objects.get()
    assert (iris.look_key, iris.latin_key) == ("lris", "iris")
