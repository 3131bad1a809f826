"""A player with a browser and an address to which notifications go."""

from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from accounts.notifications import services
from tests.accounts.notifications.push_service import PushService


@pytest.fixture
def service(settings: Any) -> Iterator[PushService]:
    settings.PUSH_ANYWHERE = True
    service = PushService()
    yield service
    service.close()


@pytest.fixture
def receiver(ana: User, service: PushService) -> User:
    """A player with one browser and a confirmed address."""
    services.subscribe(ana, **service.subscription())
    EmailAddress.objects.create(user=ana, email="ana@example.com", verified=True, primary=True)
    return ana
