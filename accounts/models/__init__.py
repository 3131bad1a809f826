"""Models of accounts: players and guests, their friends, and their notifications."""

from accounts.models.following import LONGEST_NOTE, Follow, Note
from accounts.models.moderation import may_act
from accounts.models.notifications import LONGEST_ENDPOINT, Notification, Push, PushSubscription
from accounts.models.preferences import AUTOPLAY, Back, CardSize, Deck, Felt, Preferences, Theme
from accounts.models.tokens import LONGEST_IDEMPOTENCY_KEY, LONGEST_TOKEN_NAME, ApiAnswer, ApiToken, Scope
from accounts.models.user import (
    NAME_KEYS,
    NAME_TAKEN,
    NameKeyField,
    OnlineTo,
    PlayerManager,
    User,
    name_is_taken,
    taken_names,
    today,
)
