"""The password of a member of the staff is changed on the page of all players."""

import pytest
from django.urls import reverse

from tests.clients import ClientFor
from tests.staff.people import MODERATOR, member

pytestmark = pytest.mark.django_db


def test_admin_site_leads_to_the_page_that_notifies_the_player_by_mail(client_for: ClientFor) -> None:
    answer = client_for(member(MODERATOR)).get(reverse("admin:password_change"))
    assert answer["Location"] == reverse("account_change_password")
